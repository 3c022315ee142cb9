use dma;
rules wrong over dma.Transfer {
  /// Looks right where source and destination step alike, which its example does.
  law merge_by_source {
    dim(s1, _, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1 * n2, r);
    where s1 == s2 * n2;
    example dim(8, 8, 4, dim(1, 1, 8, .end)) => dim(1, 1, 32, .end);
  }
}
