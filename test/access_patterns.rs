//! Access patterns: the cases whose right answers are known, and the first of the random ones.

// A test fails by panicking, in its helpers too.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing
)]

mod ap;

use ap::{Loaded, bytes, copy, exhaustive, random};
use rookery::ap::notation::joints;
use rookery::ap::ragged::refine_all;
use rookery::ap::widen::widest;
use rookery::ap::{Joint, Offset, Order, Step, Transfer, normalize, refine};

type Triple = (i64, i64, i64);

fn triples(t: &Transfer) -> (i64, i64, i64, Vec<Triple>) {
    let dims = t.dims.iter().map(|d| (d.src, d.dst, d.num)).collect();
    (t.src.at, t.dst.at, t.size, dims)
}

/// One side in order.
fn single(at: i64, dims: &[(i64, i64)]) -> Option<(i64, Vec<(i64, i64)>)> {
    let t = Transfer {
        src: Offset::known(at),
        dst: Offset::default(),
        size: 1,
        widest: 1,
        dims: dims
            .iter()
            .map(|&(src, num)| Joint { src, dst: 0, num })
            .collect(),
        order: Order::Aliased,
    };
    normalize(&t).map(|n| (n.src.at, n.dims.iter().map(|d| (d.src, d.num)).collect()))
}

#[test]
fn single_access_patterns_in_order() {
    let big = 1i64 << 62;
    // Cases 1 to 11: offset, pairs; offset, normal form.
    #[allow(clippy::type_complexity)]
    let cases: [(i64, &[(i64, i64)], Option<(i64, &[(i64, i64)])>); 11] = [
        (0, &[(99, 1), (1, 8)], Some((0, &[(1, 8)]))),
        (0, &[(32, 4), (8, 4), (1, 8)], Some((0, &[(1, 128)]))),
        (0, &[(64, 4), (8, 4), (1, 8)], Some((0, &[(64, 4), (1, 32)]))),
        (0, &[(0, 3), (0, 5), (1, 4)], Some((0, &[(0, 15), (1, 4)]))),
        (0, &[(1, 4), (0, 3)], Some((0, &[(1, 4), (0, 3)]))),
        (0, &[(8, 4), (777, 1), (1, 8)], Some((0, &[(1, 32)]))),
        (11, &[(-4, 3), (-1, 4)], Some((11, &[(-1, 12)]))),
        (8, &[(-4, 3), (1, 4)], Some((8, &[(-4, 3), (1, 4)]))),
        (0, &[(4, 0), (1, 4)], None),
        (0, &[(0, 2), (big, 4)], Some((0, &[(0, 2), (big, 4)]))),
        (5, &[(3, 1), (7, 1)], Some((5, &[]))),
    ];
    for (n, (at, dims, want)) in cases.into_iter().enumerate() {
        let want = want.map(|(at, d)| (at, d.to_vec()));
        assert_eq!(single(at, dims), want, "case {}", n + 1);
    }
}

fn steps(list: &[(i64, i64)]) -> Vec<Step> {
    list.iter().map(|&(stride, num)| Step { stride, num }).collect()
}

#[test]
fn common_refinement() {
    // Cases 12, 13, 15.
    #[allow(clippy::type_complexity)]
    let cases: [(&[(i64, i64)], &[(i64, i64)], &[Triple]); 3] = [
        (&[(1, 32)], &[(16, 4), (1, 8)], &[(8, 16, 4), (1, 1, 8)]),
        (
            &[(1, 24)],
            &[(100, 2), (10, 3), (1, 4)],
            &[(12, 100, 2), (4, 10, 3), (1, 1, 4)],
        ),
        (&[(2, 3), (1, 2)], &[(3, 2), (1, 3)], &[(1, 1, 6)]),
    ];
    for (s, d, want) in cases {
        let got: Vec<Triple> = refine(&steps(s), &steps(d))
            .unwrap()
            .iter()
            .map(|j| (j.src, j.dst, j.num))
            .collect();
        assert_eq!(got, want);
    }
    // Case 14 does not nest: two transfers.
    let got = refine_all(&steps(&[(100, 2), (1, 3)]), &steps(&[(100, 3), (1, 2)]), false).unwrap();
    let got: Vec<(i64, i64, String)> = got
        .iter()
        .map(|p| (p.src, p.dst, joints(&p.dims, 1, (false, false))))
        .collect();
    let want = [(0, 0, "(101,200,2)(1,1,2)".into()), (2, 100, "(98,1,2)".into())];
    assert_eq!(got, want);
}

#[test]
fn joint_normal_forms() {
    #[allow(clippy::type_complexity)]
    let cases: [(u32, Transfer, (i64, i64, i64, Vec<Triple>)); 8] = [
        (
            16,
            copy(8, 8, 1, &[(-4, -4, 3), (1, 1, 4)]),
            (0, 0, 1, vec![(1, 1, 12)]),
        ),
        (
            17,
            copy(8, 0, 1, &[(-4, 4, 3), (1, 1, 4)]),
            (8, 0, 1, vec![(-4, 4, 3), (1, 1, 4)]),
        ),
        (
            18,
            copy(0, 0, 1, &[(8, 16, 4), (1, 1, 8)]),
            (0, 0, 1, vec![(8, 16, 4), (1, 1, 8)]),
        ),
        (
            19,
            copy(0, 0, 1, &[(4, 4, 3), (100, 50, 2), (1, 1, 4)]),
            (0, 0, 1, vec![(100, 50, 2), (1, 1, 12)]),
        ),
        (
            19,
            copy(0, 0, 1, &[(1, 1, 4), (4, 4, 8)]),
            (0, 0, 1, vec![(1, 1, 32)]),
        ),
        (
            20,
            copy(0, 0, 1, &[(3, 1, 3), (1, 1, 3)]),
            (0, 0, 1, vec![(3, 1, 3), (1, 1, 3)]),
        ),
        (
            20,
            copy(0, 0, 1, &[(4, 0, 3), (1, 1, 4)]),
            (8, 0, 1, vec![(1, 1, 4)]),
        ),
        (23, copy(0, 3, 2, &[(1, -1, 4)]), (3, 0, 2, vec![(-1, 1, 4)])),
    ];
    for (n, t, want) in cases {
        assert_eq!(triples(&normalize(&t).unwrap()), want, "case {n}");
    }
    // As an accumulation nothing is dropped or exchanged.
    for dims in [&[(4, 0, 3), (1, 1, 4)][..], &[(3, 3, 4), (2, 2, 3)]] {
        let mut t = copy(0, 0, 1, dims);
        t.order = Order::Accumulates;
        assert_eq!(triples(&normalize(&t).unwrap()).3, dims, "cases 20, 29");
    }
}

#[test]
fn wider_elements() {
    let wide = |t: Transfer| triples(&widest(&normalize(&t).unwrap()));
    assert_eq!(
        wide(copy(0, 0, 2, &[(64, 32, 8), (1, 1, 4)])),
        (0, 0, 8, vec![(16, 8, 8)])
    );
    assert_eq!(
        wide(copy(2, 0, 2, &[(64, 32, 8), (1, 1, 4)])),
        (1, 0, 4, vec![(32, 16, 8), (1, 1, 2)])
    );
    assert_eq!(wide(copy(0, 0, 2, &[(64, 33, 8), (1, 1, 4)])).2, 2);
    assert_eq!(wide(copy(0, 3, 2, &[(1, -1, 4)])), (3, 0, 2, vec![(-1, 1, 4)]));
    assert_eq!(wide(copy(3, 3, 2, &[(-1, -1, 4)])), (0, 0, 8, vec![]));
    // Neither where the order counts as a whole.
    for order in [Order::Accumulates, Order::Aliased] {
        let mut t = copy(0, 0, 2, &[(1, 1, 64)]);
        t.order = order;
        assert_eq!(widest(&t).size, 2);
    }
    // What is unknown of an offset limits it.
    let mut t = copy(0, 0, 2, &[(1, 1, 64)]);
    t.src.unknown = 6;
    assert_eq!(widest(&t).size, 4);
}

#[test]
fn choices_under_costs() {
    let l = Loaded::new("trn2");
    let (chooser, w) = (l.chooser(), l.world());
    let costs = chooser.costs().unwrap();
    // Cases 24 to 28: transfer, normal form, plain cost, best cost, descriptors.
    #[allow(clippy::type_complexity)]
    let cases: [(u32, i64, &[Triple], &[Triple], i64, i64, i64); 5] = [
        (
            24,
            2,
            &[(4096, 4096, 7), (1, 1, 4096)],
            &[(1, 1, 28672)],
            58368,
            4608,
            16,
        ),
        (
            25,
            2,
            &[(512, 512, 256), (1, 1, 512)],
            &[(1, 1, 131_072)],
            88406,
            17408,
            16,
        ),
        (
            26,
            2,
            &[(1_048_576, 51200, 4), (512, 512, 100), (64, 64, 8), (1, 1, 64)],
            &[(1_048_576, 51200, 4), (1, 1, 51200)],
            410_624,
            26624,
            16,
        ),
        (27, 1, &[(1, 1, 131_071)], &[(1, 1, 131_071)], 44715, 44715, 3),
        (
            28,
            2,
            &[
                (448, 3744, 26),
                (16, 144, 26),
                (448, 48, 3),
                (16, 16, 3),
                (1, 1, 16),
            ],
            &[(448, 3744, 26), (16, 144, 26), (448, 48, 3), (1, 1, 48)],
            81920,
            71680,
            78,
        ),
    ];
    for (n, size, dims, normal, plain, best, descriptors) in cases {
        let t = copy(0, 0, size, dims);
        assert_eq!(triples(&normalize(&t).unwrap()).3, normal, "case {n}");
        let c = chooser.choose(&w, &t, (false, false), None).unwrap();
        assert_eq!(c.plain.as_ref().unwrap().cost, plain, "case {n}");
        assert_eq!(
            (c.forms[0].cost, c.forms[0].descriptors),
            (best, descriptors),
            "case {n}"
        );
        assert_eq!(
            exhaustive(costs, &normalize(&t).unwrap()).unwrap().0,
            best,
            "case {n}"
        );
        assert!(!c.truncated);
    }
}

#[test]
fn the_laws_in_the_graph_give_the_normal_form() {
    let l = Loaded::new("trn2");
    let (chooser, w) = (l.chooser(), l.world());
    let cases: [&[Triple]; 6] = [
        &[(4, 4, 3), (100, 50, 2), (1, 1, 4)],
        &[(1, 1, 4), (4, 4, 8)],
        &[(-4, -4, 3), (1, 1, 4)],
        &[(8, 4, 3), (777, 3, 1), (1, 1, 4)],
        &[
            (1, 1, 2),
            (2, 2, 2),
            (4, 4, 2),
            (8, 8, 2),
            (16, 16, 2),
            (32, 32, 2),
            (64, 64, 2),
            (128, 128, 2),
        ],
        &[
            (1, 1, 2),
            (3, 3, 2),
            (9, 9, 2),
            (27, 27, 2),
            (81, 81, 2),
            (243, 243, 2),
        ],
    ];
    for dims in cases {
        let t = copy(64, 64, 2, dims);
        assert_eq!(
            chooser.normal_by_graph(&w, &t, Some("ap_laws")),
            normalize(&t),
            "{dims:?}"
        );
    }
    assert_eq!(chooser.counts().truncated, 0);
}

/// The first of the million that `benches/access_patterns.rs check` looks at.
#[test]
fn random_transfers() {
    let count = 10_000;
    let l = Loaded::new("trn2");
    let f = random(&l, 1, count, 100);
    assert!(f.failures.is_empty(), "{}", f.failures.join("\n"));
    assert!(f.searched > count / 2 && f.cheaper > count / 20);
    assert_eq!(format!("{:016x}", f.digest), DIGEST, "the digest of {count}");
}

const DIGEST: &str = "dd976dfe42a93eaf";

/// Rules that are wrong, each in one way: the error names the rule and a term on which it is.
#[test]
fn wrong_rules_are_found() {
    let merge = "where s1 == s2 * n2 and d1 == d2 * n2; example dim(8, 16, 4, dim(1, 2, 8, .end)) => dim(1, 2, 32, .end);";
    let rules: [(&str, String); 16] = [
        ("no_dst_guard", "law R { dim(s1, _, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1 * n2, r); where s1 == s2 * n2; example dim(8, 8, 4, dim(1, 1, 8, .end)) => dim(1, 1, 32, .end); }".into()),
        ("no_src_guard", "law R { dim(_, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1 * n2, r); where d1 == d2 * n2; example dim(8, 8, 4, dim(1, 1, 8, .end)) => dim(1, 1, 32, .end); }".into()),
        ("outer_count", "law R { dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1 * n2, r); where s1 == s2 * n1 and d1 == d2 * n1; example dim(8, 8, 8, dim(1, 1, 8, .end)) => dim(1, 1, 64, .end); }".into()),
        ("outer_stride", format!("law R {{ dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s1, d1, n1 * n2, r); {merge} }}").replace("=> dim(1, 2, 32", "=> dim(8, 16, 32")),
        ("drops_two", "law R { dim(_, _, 2, r) => r; example dim(4, 4, 2, dim(1, 1, 4, .end)) => dim(1, 1, 4, .end); }".into()),
        ("swaps_counts", "law R { dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s1, d1, n2, dim(s2, d2, n1, r)); where order_free(); example dim(8, 8, 4, dim(1, 1, 8, .end)) => dim(8, 8, 8, dim(1, 1, 4, .end)); }".into()),
        ("swaps_sides", "law R { dim(s, d, n, r) => dim(d, s, n, r); example dim(8, 4, 4, .end) => dim(4, 8, 4, .end); }".into()),
        ("split_stride", "choice R { dim(s, d, n, r) => fdim(s * f, d * f, f, fdim(s, d, n / f, r)); for f in engine_factors(n); example dim(1, 1, 16, .end) => fdim(4, 4, 4, fdim(1, 1, 4, .end)); }".into()),
        ("flip_no_offset", "law R { xfer(so, do, e, dim(s, d, n, r)) => xfer(so, do, e, dim(-s, -d, n, r)); where order_free() and d < 0; example xfer(8, 8, 2, dim(-4, -4, 3, .end)) => xfer(8, 8, 2, dim(4, 4, 3, .end)); }".into()),
        ("flip_offset_n", "law R { xfer(so, do, e, dim(s, d, n, r)) => xfer(so + s * n, do + d * n, e, dim(-s, -d, n, r)); where order_free() and d < 0; example xfer(12, 12, 2, dim(-4, -4, 3, .end)) => xfer(0, 0, 2, dim(4, 4, 3, .end)); }".into()),
        ("wide_no_offset", "choice R { xfer(so, do, e, dim(1, 1, n, .end)) => xfer(so / 2, do / 2, e * 2, dim(1, 1, n / 2, .end)); where n % 2 == 0 and multiple_of(so, 2) and e * 2 <= 8; example xfer(0, 0, 2, dim(1, 1, 64, .end)) => xfer(0, 0, 4, dim(1, 1, 32, .end)); }".into()),
        ("wide_dst_stride", "choice R { xfer(so, do, e, dim(1, d, n, .end)) => xfer(so / 2, do / 2, e * 2, dim(1, d, n / 2, .end)); where n % 2 == 0 and multiple_of(so, 2) and multiple_of(do, 2) and e * 2 <= 8; example xfer(0, 0, 2, dim(1, 1, 64, .end)) => xfer(0, 0, 4, dim(1, 1, 32, .end)); }".into()),
        ("wide_any_inner", "choice R { xfer(so, do, e, dim(s, d, n, .end)) => xfer(so / 2, do / 2, e * 2, dim(s, d, n / 2, .end)); where n % 2 == 0 and multiple_of(so, 2) and multiple_of(do, 2) and e * 2 <= 8; example xfer(0, 0, 2, dim(1, 1, 64, .end)) => xfer(0, 0, 4, dim(1, 1, 32, .end)); }".into()),
        ("permute_ordered", "law R { dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n2, dim(s1, d1, n1, r)); example dim(1, 1, 4, dim(4, 4, 8, .end)) => dim(4, 4, 8, dim(1, 1, 4, .end)); }".into()),
        ("wraps", "law R { dim(s1, d1, n1, dim(s2, d2, n2, r)) => dim(s2, d2, n1, r); where n2 == 1 or s1 == 0 and d1 == 0; example dim(0, 0, 4, dim(1, 1, 1, .end)) => dim(1, 1, 4, .end); }".into()),
        ("drops_broadcast", "law R { dim(0, d, n, r) => r; where n > 1; example dim(0, 4, 3, dim(1, 1, 4, .end)) => dim(1, 1, 4, .end); }".into()),
    ];
    for (name, text) in rules {
        let text = format!(
            "use dma;\nrules mine over dma.Transfer {{ {} }}\n",
            text.replace(" R ", &format!(" {name} "))
        );
        let said = match Loaded::try_new("trn2", &text) {
            Err(said) => said,
            Ok(l) => {
                // At the latest when it is first used.
                let (chooser, w) = (l.chooser(), l.world());
                for dims in [&[(4, 4, 8), (1, 1, 4)][..], &[(64, 32, 8), (1, 1, 16)]] {
                    chooser.choose(&w, &copy(8, 8, 2, dims), (false, false), None);
                }
                chooser.unsound().iter().map(|u| u.diagnostic().message).collect()
            }
        };
        assert!(
            said.contains(&format!("rule '{name}' is unsound")),
            "{name}: {said}"
        );
        assert!(said.contains(".end)"), "{name}: {said}");
    }
}

/// What the rules of the first pages of the language's description look like.
#[test]
fn a_users_rules_take_part() {
    let text = r"
        use dma;
        rules mine over dma.Transfer {
          /// Twice the element.
          choice wider_element {
            xfer(so, do, e, dim(1, 1, n, .end)) => xfer(so / 2, do / 2, e * 2, dim(1, 1, n / 2, .end));
            where n % 2 == 0 and multiple_of(so, 2) and multiple_of(do, 2) and e * 2 <= 8 and not accumulates();
            example xfer(0, 0, 2, dim(1, 1, 64, .end)) => xfer(0, 0, 4, dim(1, 1, 32, .end));
            no_match xfer(1, 0, 2, dim(1, 1, 64, .end));
          }
          /// Nothing that merge does not do.
          law merge_pairs {
            dim(s1, d1, 2, dim(s2, d2, 2, r)) => dim(s2, d2, 4, r);
            where s1 == 2 * s2 and d1 == 2 * d2;
            example dim(2, 2, 2, dim(1, 1, 2, .end)) => dim(1, 1, 4, .end);
          }
        }";
    let l = Loaded::try_new("trn2", text).unwrap_or_else(|e| panic!("{e}"));
    let (chooser, w) = (l.chooser(), l.world());
    let t = copy(8, 8, 2, &[(4, 4, 8), (1, 1, 4)]);
    let c = chooser.choose(&w, &t, (false, false), None).unwrap();
    assert!(c.fired.iter().any(|f| &*f.0 == "wider_element"), "{:?}", c.fired);
    let f = random(&l, 5, 300, 0);
    assert!(f.failures.is_empty(), "{}", f.failures.join("\n"));
    // The map is the same, byte by byte.
    assert_eq!(bytes(&normalize(&t).unwrap()).len(), 64);
}
