use dma;
rules late over dma.Transfer {
  /// Wrong for one stride that terms like its example never have.
  law late {
    dim(s, d, n, r) => dim(s, d + 1, n, r);
    where s == 7919 and d == 7920;
    example dim(7919, 7920, 1, .end) => dim(7919, 7921, 1, .end);
  }
}
