/// Rules of a user's own: a law that says less than the shipped ones, and a choice that they do not have.
use dma;
rules own over dma.Transfer {
  /// Two times two is four.
  law own_pairs {
    dim(s1, d1, 2, dim(s2, d2, 2, r)) => dim(s2, d2, 4, r);
    where s1 == 2 * s2 and d1 == 2 * d2;
    example dim(2, 2, 2, dim(1, 1, 2, .end)) => dim(1, 1, 4, .end);
    no_match dim(4, 2, 2, dim(1, 1, 2, .end));
  }
  /// Into thirds, however many engines there are.
  choice own_thirds {
    dim(s, d, n, r) => fdim(s * (n / 3), d * (n / 3), 3, fdim(s, d, n / 3, r));
    where divisors(n) == [1, 3, 9, 27, 81, 243, 729, 2187];
    example dim(2, 1, 2187, .end) => fdim(1458, 729, 3, fdim(2, 1, 729, .end));
    no_match dim(1, 1, 2186, .end);
    no_match dim(1, 1, 1, .end);
  }
}
