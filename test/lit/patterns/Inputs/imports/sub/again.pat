fn imported(n: int) -> bool = n > 0;
