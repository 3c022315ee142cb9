/// Rules of the access-pattern e-graph, one graph a transfer. Right sides are computed, conditions must be known true,
/// every rule has an example that must fire, every union is checked by a fingerprint of the address map.
use dma;

/// The algebra of normal forms. Plain code finds the same; with a law of a user's file, this is what runs.
rules ap_laws over dma.Transfer {
  /// Two dimensions that continue one another on both sides are one.
  law merge {
    dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1 * n2, r);
    where s1 == s2 * n2 and d1 == d2 * n2;
    example dim(8, 16, 4, dim(1, 2, 8, .end)) => dim(1, 2, 32, .end);
    no_match dim(8, 20, 4, dim(1, 2, 8, .end));
  }
  /// A dimension of one element moves nothing.
  law drop_unit {
    dim(_, _, 1, r) => r;
    example dim(777, 3, 1, dim(1, 1, 8, .end)) => dim(1, 1, 8, .end);
  }
  /// Where the order cannot be seen, dimensions exchange.
  law permute {
    dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n2, dim(s1, d1, n1, r));
    where order_free();
    example dim(1, 1, 4, dim(4, 4, 8, .end)) => dim(4, 4, 8, dim(1, 1, 4, .end));
  }
  /// Where the order cannot be seen, a dimension that descends on the destination is walked from its other end.
  law flip {
    xfer(so, do, e, dim(s, d, n, r)) => xfer(so + s * (n - 1), do + d * (n - 1), e, dim(-s, -d, n, r));
    where order_free() and d < 0;
    example xfer(8, 8, 2, dim(-4, -4, 3, .end)) => xfer(0, 0, 2, dim(4, 4, 3, .end));
    no_match xfer(8, 0, 2, dim(-4, 4, 3, .end));
  }
}

/// What may be cheaper: extraction decides under the costs of the target.
rules ap_choice over dma.Transfer {
  /// Spread over the engines: the outer factor becomes a dimension of its own and is not split again.
  choice split_for_engines {
    dim(s, d, n, r) => fdim(s * (n / f), d * (n / f), f, fdim(s, d, n / f, r));
    for f in engine_factors(n);
    example dim(1, 1, 32, .end) => fdim(2, 2, 16, fdim(1, 1, 2, .end));
    no_match dim(1, 1, 17, .end);
  }
  /// The smallest outer count that brings the inner one into the field.
  choice split_to_fit {
    dim(s, d, n, r) => fdim(s * (n / f), d * (n / f), f, fdim(s, d, n / f, r));
    where n > target.max_num;
    for f in take(1, [f for f in divisors(n) if n / f <= target.max_num and f <= target.max_num]);
    example dim(1, 1, 131072, .end) => fdim(32768, 32768, 4, fdim(1, 1, 32768, .end));
    no_match dim(1, 1, 4096, .end);
  }
}
