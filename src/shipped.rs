//! The dialect and pattern files that are built in, so that the binary runs alone.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));
