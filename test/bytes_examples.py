"""What the programs of `examples/` do, as index expressions by hand; `bytes.py` compares."""


def attention_qk(q, k, kt, out, q_tile, k_tile):
    q_tile[:] = q[1, 256:384]
    for i in range(4):
        k_tile[:] = k[:, 512 * i:512 * i + 512]
    out[1, 256:384] = q_tile


def attention_kv(q, k, q_tile, k_tile):
    q_tile[:] = q[1, :, 512:1024]
    k_tile[:] = k[0, 512:1024].reshape(4, 128, 128).transpose(1, 0, 2).reshape(128, 512)


def mlp_weights(gate, up, gate_tile, up_tile):
    gate_tile[:] = gate[:, 1792:2688].reshape(32, 128, 896).transpose(1, 0, 2).reshape(128, 28672)
    up_tile[:] = up[:, 1024:2048].reshape(2, 128, 1024).transpose(1, 0, 2).reshape(128, 2048)


def mlp_store(source, out, tile):
    tile[:] = source
    out[:, 2048:] = source.reshape(128, 4, 2048).transpose(1, 0, 2).reshape(512, 2048)


def ragged_fold(x, tile):
    tile[:99] = x[:99 * 512].reshape(99, 512)
    tile[99, :300] = x[99 * 512:]


def norm_params(scale, bias, scale_tile, bias_tile):
    scale_tile[:] = scale
    bias_tile[:, 0] = bias[384:]


def moe_scales(scales, w, scale_tile, w_tile):
    for q in range(4):
        scale_tile[32 * q:32 * q + 4] = scales[4 * q:4 * q + 4]
    w_tile[:] = w.transpose(1, 2, 0).reshape(128, 2048)


def conv_im2col(x, taps, strided):
    for tap in range(3):
        taps[tap] = x[:, tap:tap + 1022].reshape(4088)
        strided[tap] = x[0, tap:tap + 1021:2]


def lse_roundtrip(lse, states, lse_tile, scan_tile):
    lse_tile[:] = lse[1]
    lse[0] = lse[1]
    scan_tile[:] = states[0, 128:, 1024:1536]


# An example's arguments and on-chip tensors, by element type and shape, and what it does as index expressions.
EXAMPLES = {
    attention_qk: ("bf16", [(2, 2048, 128), (128, 2048), (2, 512, 16384), (2, 2048, 128)], [(128, 128), (128, 512)]),
    attention_kv: ("bf16", [(2, 128, 2048), (2, 2048, 128)], [(128, 512), (128, 512)]),
    mlp_weights: ("bf16 i8", [(4096, 3584), (256, 4096)], [(128, 28672), (128, 2048)]),
    mlp_store: ("bf16", [(128, 8192), (512, 4096)], [(128, 8192)]),
    ragged_fold: ("f32", [(50988,)], [(100, 512)]),
    norm_params: ("bf16 f32", [(4096,), (512,)], [(128, 4096), (128, 1)]),
    moe_scales: ("i8 bf16", [(16, 256), (4, 128, 512)], [(128, 256), (128, 2048)]),
    conv_im2col: ("f32", [(4, 1024)], [(3, 4088), (3, 511)]),
    lse_roundtrip: ("f32", [(2, 128, 16), (2, 256, 4096)], [(128, 16), (128, 512)]),
}
