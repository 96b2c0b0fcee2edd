// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/allowed_operators.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ql::ops {

namespace {

// As many to a line as there is place for.
// clang-format off
constexpr std::string_view kAten[] = {
    "Bool", "Complex", "Delete", "Float", "FloatImplicit", "Int", "IntImplicit", "ScalarImplicit", "Size", "__and__",
    "__contains__", "__derive_index", "__getitem__", "__iand__", "__ilshift__", "__interpolate", "__ior__",
    "__irshift__", "__is__", "__isnot__", "__ixor__", "__lshift__", "__not__", "__or__", "__range_length",
    "__round_to_zero_floordiv", "__rshift__", "__upsample", "__upsample_bilinear", "__upsample_nearest", "__xor__",
    "_aminmax", "_assert_tensor_metadata", "_cast_Byte", "_cast_Char", "_cast_Double", "_cast_Float", "_cast_Half",
    "_cast_Int", "_cast_Long", "_cast_Short", "_conj", "_convolution", "_convolution_mode",
    "_fake_quantize_learnable_per_channel_affine", "_fake_quantize_learnable_per_tensor_affine", "_infer_size",
    "_list_to_tensor", "_local_scalar_dense", "_log_softmax", "_pack_padded_sequence", "_pad_circular", "_pad_enum",
    "_pad_packed_sequence", "_scaled_dot_product_attention", "_set_item", "_shape_as_tensor", "_size_if_not_equal",
    "_softmax", "_tensor_to_list", "_to_copy", "_unique", "_unique2", "_unsafe_view", "_unwrap_optional",
    "_upsample_bicubic2d_aa", "_upsample_bilinear2d_aa", "_upsample_nearest_exact1d", "_upsample_nearest_exact2d",
    "_upsample_nearest_exact3d", "_weight_norm", "abs", "absolute", "acos", "acosh", "adaptive_avg_pool1d",
    "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d",
    "add", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "adjoint", "affine_grid_generator", "alias",
    "align_to", "all", "allclose", "alpha_dropout", "amax", "amin", "aminmax", "angle", "any", "append", "arange",
    "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "argmax", "argmin", "argsort", "argwhere",
    "as_strided", "as_tensor", "asin", "asinh", "atan", "atan2", "atanh", "atleast_1d", "atleast_2d", "atleast_3d",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "baddbmm", "bartlett_window", "batch_norm", "bernoulli", "bilinear",
    "bin", "binary_cross_entropy", "binary_cross_entropy_with_logits", "bincount", "binomial", "bitwise_and",
    "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "blackman_window",
    "block_diag", "bmm", "broadcast_tensors", "broadcast_to", "bucketize", "can_cast", "capitalize", "cartesian_prod",
    "cat", "cauchy", "cdist", "ceil", "celu", "center", "chain_matmul", "channel_shuffle", "cholesky", "chr", "chunk",
    "clamp", "clamp_max", "clamp_min", "clear", "clip", "clone", "col2im", "column_stack", "combinations", "complex",
    "concat", "concatenate", "conj", "conj_physical", "constant_pad_nd", "contiguous", "conv1d", "conv2d", "conv3d",
    "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "convolution", "copy", "copysign",
    "corrcoef", "cos", "cosh", "cosine_embedding_loss", "cosine_similarity", "count", "count_nonzero", "cov", "cpu",
    "cross", "cross_entropy_loss", "cummax", "cummin", "cumprod", "cumsum", "cumulative_trapezoid", "data", "deg2rad",
    "dense_dim", "dequantize", "det", "detach", "device", "diag", "diag_embed", "diagflat", "diagonal", "dict", "diff",
    "digamma", "dim", "dist", "div", "divide", "divmod", "dot", "dropout", "dsplit", "dstack", "einsum", "element_size",
    "elu", "embedding", "embedding_bag", "empty", "empty_like", "empty_strided", "endswith", "eq", "equal", "erf",
    "erfc", "erfinv", "exp", "exp2", "expand", "expand_as", "expandtabs", "expm1", "exponential", "extend", "eye",
    "fabs", "factorial", "fake_quantize_per_channel_affine", "fake_quantize_per_tensor_affine", "feature_alpha_dropout",
    "feature_dropout", "fft_fft", "fft_fft2", "fft_fftfreq", "fft_fftn", "fft_fftshift", "fft_ifft", "fft_ifft2",
    "fft_ifftn", "fft_ifftshift", "fft_irfft", "fft_irfft2", "fft_irfftn", "fft_rfft", "fft_rfft2", "fft_rfftfreq",
    "fft_rfftn", "fill", "fill_diagonal_", "find", "fix", "flatten", "flip", "fliplr", "flipud", "float_power", "floor",
    "floor_divide", "floordiv", "fmax", "fmin", "fmod", "format", "frac", "frexp", "frobenius_norm", "full",
    "full_like", "fused_moving_avg_obs_fake_quant", "gamma", "gather", "gcd", "ge", "gelu", "geometric", "ger", "get",
    "get_device", "glu", "greater", "greater_equal", "grid_sampler", "group_norm", "gru", "gru_cell", "gt",
    "hamming_window", "hann_window", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "hash", "heaviside", "hex",
    "hinge_embedding_loss", "histc", "hsplit", "hstack", "huber_loss", "hypot", "i0", "igamma", "igammac", "im2col",
    "imag", "index", "index_add", "index_copy", "index_fill", "index_put", "index_select", "indices", "inner", "insert",
    "instance_norm", "int_repr", "inverse", "is_autocast_cpu_enabled", "is_autocast_enabled", "is_coalesced",
    "is_complex", "is_conj", "is_contiguous", "is_floating_point", "is_grad_enabled", "is_inference", "is_leaf",
    "is_neg", "is_non_overlapping_and_dense", "is_nonzero", "is_pinned", "is_same_size", "is_scripting", "is_signed",
    "isalnum", "isalpha", "isclose", "isdecimal", "isdigit", "isfinite", "isidentifier", "isin", "isinf", "islower",
    "isnan", "isneginf", "isnumeric", "isposinf", "isprintable", "isreal", "isspace", "istft", "istitle", "isupper",
    "item", "items", "join", "kaiser_window", "keys", "kl_div", "kron", "kthvalue", "l1_loss", "layer_norm", "lcm",
    "ldexp", "le", "leaky_relu", "len", "lerp", "less", "less_equal", "lgamma", "lift_fresh", "linalg_cholesky",
    "linalg_cross", "linalg_det", "linalg_inv", "linalg_matmul", "linalg_matrix_norm", "linalg_multi_dot",
    "linalg_norm", "linalg_solve", "linalg_vector_norm", "linear", "linspace", "list", "ljust", "log", "log10", "log1p",
    "log2", "log_normal", "log_sigmoid", "log_softmax", "logaddexp", "logaddexp2", "logcumsumexp", "logdet",
    "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "logspace", "logsumexp", "lower", "lstm",
    "lstm_cell", "lstrip", "lt", "mH", "mT", "margin_ranking_loss", "masked_fill", "masked_scatter", "masked_select",
    "mathremainder", "matmul", "matrix_H", "matrix_exp", "matrix_power", "max", "max_pool1d", "max_pool1d_with_indices",
    "max_pool2d", "max_pool2d_with_indices", "max_pool3d", "max_pool3d_with_indices", "max_unpool2d", "maximum", "mean",
    "median", "meshgrid", "min", "minimum", "mish", "mm", "mode", "modf", "moveaxis", "movedim", "mse_loss", "msort",
    "mul", "multinomial", "multiply", "mv", "mvlgamma", "nan_to_num", "nanmean", "nansum", "narrow",
    "native_batch_norm", "native_dropout", "native_group_norm", "native_layer_norm", "ne", "neg", "negative",
    "new_empty", "new_empty_strided", "new_full", "new_ones", "new_zeros", "nextafter", "nll_loss", "nll_loss2d",
    "nll_loss_nd", "nonzero", "nonzero_numpy", "norm", "normal", "not_equal", "nuclear_norm", "numel", "numpy_T", "oct",
    "one_hot", "ones", "ones_like", "ord", "outer", "pad", "pad_sequence", "pairwise_distance", "partition", "pdist",
    "percentFormat", "permute", "pinverse", "pixel_shuffle", "pixel_unshuffle", "poisson", "poisson_nll_loss", "polar",
    "polygamma", "pop", "popitem", "positive", "pow", "prelu", "prod", "promote_types", "put", "q_per_channel_axis",
    "q_per_channel_scales", "q_per_channel_zero_points", "q_scale", "q_zero_point", "qscheme", "quantile",
    "quantize_per_channel", "quantize_per_tensor", "quantize_per_tensor_dynamic", "quantized_batch_norm",
    "quantized_gru", "quantized_gru_cell", "quantized_lstm", "quantized_lstm_cell", "quantized_max_pool1d",
    "quantized_max_pool2d", "rad2deg", "radians", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like",
    "random", "randperm", "range", "ravel", "real", "reciprocal", "reflection_pad1d", "reflection_pad2d",
    "reflection_pad3d", "relu", "relu6", "remainder", "remove", "renorm", "repeat", "repeat_interleave", "replace",
    "replication_pad1d", "replication_pad2d", "replication_pad3d", "requires_grad", "reshape", "reshape_as",
    "resolve_conj", "resolve_neg", "result_type", "reverse", "rfind", "rindex", "rjust", "rnn_relu", "rnn_relu_cell",
    "rnn_tanh", "rnn_tanh_cell", "roll", "rot90", "round", "rpartition", "rrelu", "rsplit", "rsqrt", "rstrip", "rsub",
    "scalar_tensor", "scatter", "scatter_add", "scatter_reduce", "searchsorted", "select", "select_scatter", "selu",
    "set_grad_enabled", "setdefault", "sgn", "sigmoid", "sign", "signbit", "silu", "sin", "sinc", "sinh", "size",
    "slice", "slice_scatter", "slogdet", "smooth_l1_loss", "soft_margin_loss", "softmax", "softplus", "softshrink",
    "sort", "sorted", "sparse_dim", "special_erf", "special_erfc", "special_erfinv", "special_exp2", "special_expit",
    "special_expm1", "special_log1p", "special_log_softmax", "special_logit", "special_logsumexp", "special_round",
    "special_sinc", "special_softmax", "special_xlogy", "split", "split_with_sizes", "splitlines", "sqrt", "square",
    "squeeze", "stack", "startswith", "std", "std_mean", "stft", "storage_offset", "str", "stride", "strip", "sub",
    "subtract", "sum", "sum_to_size", "swapaxes", "swapcase", "swapdims", "t", "take", "take_along_dim", "tan", "tanh",
    "tensor", "tensor_split", "tensordot", "threshold", "tile", "title", "to", "topk", "trace", "transpose",
    "trapezoid", "trapz", "tril", "tril_indices", "triplet_margin_loss", "triu", "triu_indices", "true_divide", "trunc",
    "type_as", "unbind", "unflatten", "unfold", "uniform", "unique_consecutive", "unique_dim", "unsafe_chunk",
    "unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "update", "upper", "upsample_bicubic2d",
    "upsample_bilinear2d", "upsample_linear1d", "upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d",
    "upsample_trilinear3d", "values", "vander", "var", "var_mean", "vdot", "view", "view_as", "view_as_complex",
    "view_as_real", "vsplit", "vstack", "wait", "warn", "where", "xlogy", "zero", "zeros", "zeros_like", "zfill",
};
constexpr std::string_view kPrim[] = {
    "ConstantChunk", "EnumName", "EnumValue", "IfThenElse", "ModuleContainerIndex", "NumToTensor", "Print",
    "RaiseException", "StringIndex", "TupleIndex", "TupleUnpack", "Uninitialized", "abs", "data", "device", "dtype",
    "index", "is_cpu", "is_cuda", "is_ipu", "is_meta", "is_mkldnn", "is_mps", "is_nested", "is_ort", "is_quantized",
    "is_sparse", "is_sparse_csr", "is_vulkan", "is_xpu", "layout", "max", "min", "name", "rangelist", "requires_grad",
    "tolist", "type", "unchecked_cast", "unchecked_unwrap_optional",
};
constexpr std::string_view kQuantized[] = {
    "add", "add_out", "add_relu", "add_relu_out", "add_scalar", "add_scalar_relu", "batch_norm", "batch_norm1d",
    "batch_norm1d_relu", "batch_norm2d", "batch_norm2d_relu", "batch_norm3d", "batch_norm3d_relu", "batch_norm_relu",
    "cat", "cat_relu", "celu", "clamp", "conv1d", "conv1d_dynamic", "conv1d_prepack", "conv1d_relu", "conv1d_unpack",
    "conv2d", "conv2d_dilation", "conv2d_dynamic", "conv2d_groups", "conv2d_output_padding", "conv2d_padding",
    "conv2d_prepack", "conv2d_relu", "conv2d_stride", "conv2d_transpose", "conv2d_unpack", "conv3d", "conv3d_dilation",
    "conv3d_dynamic", "conv3d_groups", "conv3d_output_padding", "conv3d_padding", "conv3d_prepack", "conv3d_relu",
    "conv3d_stride", "conv3d_transpose", "conv3d_unpack", "conv_prepack", "conv_transpose1d",
    "conv_transpose1d_dynamic", "conv_transpose1d_prepack", "conv_transpose1d_unpack", "conv_transpose2d",
    "conv_transpose2d_dilation", "conv_transpose2d_dynamic", "conv_transpose2d_groups",
    "conv_transpose2d_output_padding", "conv_transpose2d_padding", "conv_transpose2d_prepack",
    "conv_transpose2d_stride", "conv_transpose2d_transpose", "conv_transpose2d_unpack", "conv_transpose3d",
    "conv_transpose3d_dynamic", "conv_transpose3d_prepack", "conv_transpose3d_unpack", "conv_unpack", "dropout", "elu",
    "group_norm", "hardswish", "instance_norm", "layer_norm", "leaky_relu", "linear", "linear_dynamic",
    "linear_dynamic_fp16", "linear_prepack", "linear_prepack_fp16", "linear_relu", "linear_relu_dynamic",
    "linear_relu_dynamic_fp16", "linear_unpack", "linear_unpack_fp16", "make_quantized_cell_params",
    "make_quantized_cell_params_dynamic", "make_quantized_cell_params_fp16", "matmul", "max_pool1d", "max_pool2d",
    "mul", "mul_out", "mul_relu", "mul_relu_out", "mul_scalar", "mul_scalar_relu", "prelu",
    "quantized_gru_cell_dynamic", "quantized_lstm_cell_dynamic", "quantized_rnn_relu_cell_dynamic",
    "quantized_rnn_tanh_cell_dynamic", "relu6", "sigmoid", "softmax", "threshold",
};
constexpr std::string_view kVision[] = {
    "nms", "roi_align",
};
constexpr std::string_view kDecomposed[] = {
    "choose_qparams", "choose_qparams_per_token", "choose_qparams_per_token_asymmetric", "choose_qparams_symmetric",
    "dequantize_per_channel", "dequantize_per_tensor", "dequantize_per_token", "quantize_per_channel",
    "quantize_per_tensor", "quantize_per_token",
};
// clang-format on

static_assert(std::ranges::is_sorted(kAten) && std::ranges::is_sorted(kPrim) && std::ranges::is_sorted(kQuantized));

} // namespace

bool isAllowedOperator(std::string_view name)
{
    for (const auto& [space, names] : {std::pair<std::string_view, std::span<const std::string_view>>("aten::", kAten),
                                       {"prim::", kPrim},
                                       {"quantized::", kQuantized},
                                       {"quantized_decomposed::", kDecomposed},
                                       {"torchvision::", kVision}}) {
        if (!name.starts_with(space))
            continue;
        const auto own = name.substr(space.size());
        return std::ranges::binary_search(names, own)
               || (own.ends_with('_') && std::ranges::binary_search(names, own.substr(0, own.size() - 1)));
    }
    return false;
}

} // namespace ql::ops
