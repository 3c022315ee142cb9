// C10: a trigger without its blocks is refused, with what is missing.
// RUN: rookery-opt %s --verify-diagnostics
dma.kernel @k() {
  // expected-error@+1 {{attribute 'blocks' refers to @q::@nope, which is no symbol here}}
  desc.trigger @q fires [@q::@nope] on pool
  // expected-error@+1 {{Unable to find @q DMA Block/descriptor, use DMA trigger instead}}
  desc.trigger @q fires [] on pool
  desc.queue @q engine pool qos default {
    desc.block @b id 0 {
    }
  }
}
