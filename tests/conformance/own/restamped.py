# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases of the standard's suite in the operator sets between which an operator only took more element types, or got
inputs and attributes that the case doesn't use."""
import onnx

# Every case that the suite has for its latest version of these is as good in the later ones.
LATER = """
Acos 22 | Acosh 22 | Asin 22 | Asinh 22 | Atan 22 | Atanh 22 | AveragePool 19 22 | Cast 19 21 23 24
CastLike 19 21 23 24 | Constant 19 21 23 24 | ConstantOfShape 20 21 23 24 | Conv 22 | ConvTranspose 22 | Cos 22 | Cosh 22
DequantizeLinear 19 21 23 24 | Det 22 | Elu 22 | Equal 19 | EyeLike 22 | Flatten 21 23 24 | GRU 22
GlobalAveragePool 22 | GlobalMaxPool 22 | HardSigmoid 22 | HardSwish 22 | Identity 19 21 23 24 | If 19 21 23 24
InstanceNormalization 22 | IsInf 20 | IsNaN 20 | LSTM 22 | Loop 19 21 23 24 | MaxPool 22 | MaxUnpool 22
NegativeLogLikelihoodLoss 22 | OptionalGetElement 18 | OptionalHasElement 18 | Pad 18 19 21 23 24 | QLinearMatMul 21
QuantizeLinear 19 21 23 24 | RNN 22 | Reshape 19 21 23 24 | Resize 18 19 | RoiAlign 22 | Round 22
ScatterElements 18 | ScatterND 18 | Scan 11 16 19 21 23 24 | Selu 22 | Shape 19 21 23 24 | Sin 22 | Sinh 22
Size 19 21 23 24 | Softplus 22 | Softsign 22 | Squeeze 21 23 24 | Tan 22 | ThresholdedRelu 22 | TopK 24
Transpose 21 23 24 | Unsqueeze 21 23 24
"""

# This one case of the suite says nothing that the earlier versions lack.
EARLIER = """
abs 6 | add 7 13 | and2d 1 | argmax_keepdims_example 1 11 12 | argmin_keepdims_example 1 11 12
averagepool_2d_default 1 7 10 | batchnorm_example 7 9 14 | cast_FLOAT_to_DOUBLE 6 9 | ceil 6 | clip 11 12
compress_0 9 | concat_2d_axis_1 1 4 11 | constant 1 9 11 12 | basic_conv_with_padding 1 | convtranspose 1 | cumsum_1d 11
depthtospace_example 11 | dequantizelinear 10 | div 7 13 | dropout_default 12 | equal 7 11 | erf 9 | exp 6
flatten_axis1 1 9 11 | floor 6 | gru_defaults 1 3 7 | gather_0 1 11 | gather_elements_0 11
gathernd_example_int32 11 12 | gemm_all_attributes 7 9 11 | greater 7 9 | greater_equal 12 | identity 1 13 14 | if 1
isnan 9 | lrn 1 | lstm_defaults 1 7 | leakyrelu 6 | less 7 9 | less_equal 12 | log 6 | matmul_2d 1 9
max_example 6 8 12 | maxpool_2d_default 1 8 10 11 | maxunpool_export_without_output_shape 9 | mean_example 6 8 | mvn 9
min_example 6 8 12 | mod_mixed_sign_int32 10 | mul 7 13 | neg 6 | nllloss_NC 12
nonmaxsuppression_two_classes 10 | nonzero_example 9 | onehot_with_axis 9 | or2d 1 | prelu_broadcast 7 9
constant_pad 11 | pow_example 7 12 13 | quantizelinear 10 | simple_rnn_defaults 1 7 | reciprocal 6 | relu 13
reshape_reordered_all_dims 5 13 | scatter_elements_without_axis 11 13 | scatternd 11 13 | shape 1 13 | sigmoid 6 | size 1
sce_mean 12 | slice 10 11 | spacetodepth_example 1 | sqrt 6 | sub 7 13 | sum_example 6 8 | tanh 6 | tile 6
top_k 10 | transpose_default 1 | where_example 9 | xor2d 1
"""

# As in EARLIER, with attributes that the version wants beside: the first one let operators write over their inputs.
WITH_ATTRIBUTES = {
    "abs": (1, {"consumed_inputs": [0]}),
    "ceil": (1, {"consumed_inputs": [0]}),
    "elu": (1, {"consumed_inputs": [0]}),
    "exp": (1, {"consumed_inputs": [0]}),
    "floor": (1, {"consumed_inputs": [0]}),
    "hardsigmoid": (1, {"consumed_inputs": [0]}),
    "instancenorm_example": (1, {"consumed_inputs": [0]}),
    "leakyrelu": (1, {"consumed_inputs": [0]}),
    "log": (1, {"consumed_inputs": [0]}),
    "max_example": (1, {"consumed_inputs": [0, 0, 0]}),
    "mean_example": (1, {"consumed_inputs": [0, 0, 0]}),
    "min_example": (1, {"consumed_inputs": [0, 0, 0]}),
    "neg": (1, {"consumed_inputs": [0]}),
    "reciprocal": (1, {"consumed_inputs": [0]}),
    "relu": (1, {"consumed_inputs": [0]}),
    "selu": (1, {"consumed_inputs": [0]}),
    "sigmoid": (1, {"consumed_inputs": [0]}),
    "sqrt": (1, {"consumed_inputs": [0]}),
    "sum_example": (1, {"consumed_inputs": [0, 0, 0]}),
    "tanh": (1, {"consumed_inputs": [0]}),
}

# Training, randomness, other shapes than declared: what known_failures.txt excludes in the suite, too.
EXCLUDED = ("STRING", "BFLOAT16", "_training", "cubic_align_corners", "linear_align_corners")


def _rows(text):
    for row in text.replace("\n", "|").split("|"):
        name, *opsets = row.split() or [""]
        if name:
            yield name, [int(opset) for opset in opsets]


def _copy(source, opset, folder, attributes=None):
    model = onnx.load(str(source / "model.onnx"))
    for entry in model.opset_import:
        if entry.domain == "":
            entry.version = opset
    for name, value in (attributes or {}).items():
        model.graph.node[0].attribute.append(onnx.helper.make_attribute(name, value))
    target = folder / f"{source.name.replace('test_', 'again_', 1)}_{opset}"
    target.mkdir(parents=True)
    (target / "model.onnx").write_bytes(model.SerializeToString())
    for data in source.glob("test_data_set_*"):
        (target / data.name).symlink_to(data.resolve())


def _latest(suite):
    """The cases of one node, by operator, that are made for the latest operator set among them."""
    found = {}
    for source in sorted(suite.iterdir()):
        model = onnx.load(str(source / "model.onnx"))
        if len(model.graph.node) == 1 and not any(word in source.name for word in EXCLUDED):
            opset = max((entry.version for entry in model.opset_import if entry.domain == ""), default=0)
            found.setdefault(model.graph.node[0].op_type, {}).setdefault(opset, []).append(source)
    return {operator: cases[max(cases)] for operator, cases in found.items()}


def write(suite, folder):
    later = _latest(suite)
    for operator, opsets in _rows(LATER):
        for source in later.get(operator, []):
            for opset in opsets:
                _copy(source, opset, folder)
    for name, opsets in _rows(EARLIER):
        for opset in opsets:
            _copy(suite / f"test_{name}", opset, folder)
    for name, (opset, attributes) in WITH_ATTRIBUTES.items():
        _copy(suite / f"test_{name}", opset, folder, attributes)
