// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ql::tests {

/// A file as another tool writes it.
struct ForeignSample {
    const char* name;
    const char* command; ///< whose document it is like
    std::string text;
};

inline std::string base64Of(const std::string& bytes)
{
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// A .npy of version 1 with one axis.
inline std::string npyOf(const std::vector<float>& values)
{
    std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(values.size()) + ",), }";
    header.resize(117, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += {char(header.size()), '\0'};
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    return bytes;
}

inline std::string polygraphyOf(const std::vector<std::vector<float>>& runners)
{
    std::string list;
    for (std::size_t i = 0; i < runners.size(); ++i)
        list += std::string(i == 0 ? "" : ", ") + R"(["runner)" + std::to_string(i)
                + R"(", [{"outputs": {"y": {"values": {"array": ")" + base64Of(npyOf(runners[i]))
                + R"(", "polygraphy_class": "ndarray"}, "polygraphy_class": "LazyNumpyArray"}}, "runtime": 0.01, )"
                  R"("runner_name": "runner", "polygraphy_class": "IterationResult"}]])";
    return R"({"lst": [)" + list + R"(], "polygraphy_class": "RunResults"})";
}

inline std::vector<ForeignSample> foreignSamples()
{
    return {
        {"error_analysis.txt", "compare",
         R"(# simulator_error: calculate the output error of each layer of the simulator (compared to the 'golden' value).
# runtime_error: calculate the output error of each layer of the runtime.

layer_name                     simulator_error                             runtime_error
                           entire              single                  entire           single_sim
                        cos      euc        cos      euc            cos      euc        cos      euc
------------------------------------------------------------------------------------------------------
[Input] input2        1.00000 | 0.0       1.00000 | 0.0           0.99995 | 0.1627    0.99995 | 0.1627
[Conv] 779            0.99999 | 1.0755    0.99999 | 1.0755
[Relu] 524            0.99998 | 1.0397    0.98765 | 0.7689        0.97531 | 1.4931    0.96000 | 1.3477
)"},
        {"simulated.txt", "compare",
         R"(layer_name                     simulator_error
                           entire              single
                        cos      euc        cos      euc
---------------------------------------------------------
[Conv] /a/Conv output    0.99 | 1.5    0.98 | 1.25
)"},
        {"entire_qnt_error_analysis.txt", "compare",
         "Conv__350:0_out0_nhwc_1_150_150_32.tensor\teculidean_norm=0.030792\tcosine_norm=0.999525\t"
         "eculidean=202.926056\tcosine=0.999525\nRelu_2_out0_1_32.tensor\n\teculidean_norm=0.5\tcosine_norm=0.75\t"
         "eculidean=1.5\tcosine=0.75\n"},
        {"individual_qnt_error_analysis.txt", "shadow",
         "Conv_1.tensor eculidean_norm=0.030792 cosine_norm=0.25 eculidean=2.9 cosine=0.25\n"},
        {"ppq.log", "compare",
         "Analysing Graphwise Quantization Error(Phrase 1):: 100%\n"
         "Layer                                     | NOISE:SIGNAL POWER RATIO \n"
         "/features/features.16/conv/conv.2/Conv:   | \xe2\x96\x88\xe2\x96\x88\xe2\x96\x88 | 10.000%\n"
         "/stem: 0/Conv:                            | \xe2\x96\x88   | 1.000%\n"
         "/exact/Add:                               |     | 0.000%\n"
         "Analysing Layerwise quantization error:: 100%\n"
         "Layer                                     | NOISE:SIGNAL POWER RATIO \n"
         "/features/features.16/conv/conv.2/Conv:   | \xe2\x96\x88 | 0.100%\n"},
        {"ppq_cosine.log", "compare", "Layer    | COSINE SIMILARITY \nconv1:   | \xe2\x96\x88 | 99.500%\n"},
        {"debugger_results.csv", "shadow",
         "op_name,tensor_idx,num_elements,stddev,mean_error,max_abs_error,mean_squared_error,scale,zero_point,tensor_"
         "name\n"
         "CONV_2D,115,401408,0.0113,-0.0007,0.5,0.0004,0.25,-1,\"model/conv/Relu6;model/bn/x\"\n"
         "ADD,116,401408,0.01,0.0,0.02,0.0001,0,0,model/add\n"},
        {"compare_result_20260101.csv", "compare",
         "NPU Name,Bench Name,NPU Dtype,Bench Dtype,NPU Tensor Shape,Bench Tensor Shape,Cosine,MaxAbsErr,NPU max,NPU "
         "min,"
         "NPU mean,NPU l2norm,Bench max,Bench min,Bench mean,Bench l2norm,Err_message,NPU_Stack_Info\n"
         "Functional.conv2d.0.forward.output.0,Functional.conv2d.0.forward.output.0,torch.float16,torch.float32,\"[1, "
         "8]\","
         "\"[1, 8]\",0.9991,0.25,2.0,-1.0,0.5,3.0,2.25,-1.5,0.5,3.1,,\"File a.py, line 3\nFile b.py, line 4\"\n"
         "Tensor.add.1.forward.output.0,N/A,torch.float16,,[8],,N/A,N/A,1,0,0.5,1,N/A,N/A,N/A,N/A,no bench,\n"},
        {"result_20260101.csv", "compare",
         "Index,OpType,NPUDump,DataType,Address,GroundTruth,DataType,TensorIndex,Shape,OverFlow,CosineSimilarity,"
         "MaxAbsoluteError,AccumulatedRelativeError,RelativeEuclideanDistance,KullbackLeiblerDivergence,"
         "StandardDeviation,MeanAbsoluteError,RootMeanSquareError,CompareFailReason\n"
         "0,Conv2D,conv1relu1,float16,NaN,conv1,float32,conv1:output:0,[1],NO,0.998,0.5,0.1,0.0625,0.001,\"(0;1)\",0."
         "125,"
         "0.25,\n"},
        {"quantization_error.log", "shadow",
         "Quantization error report:\n\nWeights (cosine sorted 20):\nconv1                    cosine: 0.9876, scale: "
         "0.0123, zero_point: 0\n\nActivations (cosine sorted 20):\nlayer1.0.relu   cosine: 0.5000, scale: 0.1000, "
         "zero_point: 3\n"},
        {"numeric_gap.csv", "compare",
         ",aot_ops,aot_intermediate_output,runtime_ops,runtime_intermediate_output,gap\n"
         "0,\"['conv2d', 'relu']\",\"[[1.0, 2.0]]\",['DELEGATE_CALL'],\"[[1.0, 2.5]]\",\"[0.125, 0.25]\"\n"
         "1,['linear'],x,['linear'],y,[0.5]\n"},
        {"calibration.json", "profile",
         R"({"CLS": "TensorsData", "data": {"x": {"CLS": "TensorData", "avg": null, "lowest": {"CLS": "numpy.array",
            "data": [-1.5], "dtype": "float32"}, "highest": {"CLS": "numpy.array", "data": [2.64], "dtype": "float32"}}},
            "calibration_method": {"CLS": "CalibrationMethod", "value": "CalibrationMethod.MinMax"}})"},
        {"calibration.cache", "profile", "input 0.0078740157\n/conv/Conv_output_0 0.031\n"},
        {"npz_compare.log", "compare",
         R"([conv1_Relu                      ]      SIMILAR [PASSED]
    (1, 64, 8, 8) float32
    cosine_similarity      = 0.998877
    euclidean_similarity   = 0.951000
    sqnr_similarity        = 21.500000
[input                           ]        EQUAL [PASSED]
    (1, 3, 8, 8) float32
[conv2                           ]        CLOSE [PASSED]
    (1, 3, 8, 8) float32
    close order            = 3
[output0_Concat                  ]  NOT_SIMLIAR [FAILED]
    (1, 84, 8400) float32
    cosine_similarity      = 0.759107
    euclidean_similarity   = -0.614530
    sqnr_similarity        = -16.145945
4 compared
)"},
        {"npz_compare.csv", "compare",
         "name, op, quant, pass, sim_cos, sim_euc, sqnr\nconv1, Conv, INT8, True, 0.999, 0.95, 31.5\n"
         "out, -, -, False, 0.5, 0.1, -3.0\n"},
        {"summary.csv", "compare",
         "Name,Layer Type,Size,Tensor_dims,CosineSimilarity,MSE\n_conv1,Conv2d,64,\"[1, 8, 8]\",0.9991,0.002\n"
         "_out,FullyConnected,10,\"[1, 10]\",nope,0.5\n"},
        {"outputs.json", "compare",
         polygraphyOf({{1.0f, -2.0f, 3.0f, 0.0f, 0.5f, -4.0f}, {1.1f, -1.9f, 2.7f, 0.1f, 0.5f, -4.4f}})},
        {"one_runner.json", "profile", polygraphyOf({{1.0f, -2.0f, 3.0f}})},
        {"profile.json", "profile",
         R"([
  { "count" : 100 }
, { "name" : "conv1 + relu1", "timeMs" : 50.5, "averageMs" : 0.505, "medianMs" : 0.5, "percentage" : 83.3 }
, { "name" : "fc", "timeMs" : 10.1, "averageMs" : 0.101, "medianMs" : 0.1, "percentage" : 16.7 }
]
)"},
        {"exported.json", "profile",
         R"([
  { "name" : "y", "dimensions" : "1x4", "values" : [ 0.5, -1, 2, 0 ] }
])"},
        {"layers.json", "profile",
         R"({"Layers": ["conv1 + relu1", {"Name": "fc", "LayerType": "MatrixMultiply", "Inputs": [], "Outputs":
            [{"Name": "y", "Dimensions": [1, 4], "Format/Datatype": "Row major linear FP16 format"}]}], "Bindings": ["x", "y"]})"},
        {"onnxruntime_profile__2026.json", "profile",
         R"([
{"cat" : "Session","pid" :1,"tid" :1,"dur" :9000,"ts" :1,"ph" : "X","name" :"model_loading_uri","args" : {}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :10,"ts" :2,"ph" : "X","name" :"conv1_kernel_time","args" : {"op_name" : "Conv",
 "provider" : "CPUExecutionProvider","node_index" : "0","output_type_shape" : [{"float":[1,64,8,8]}]}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :1,"ts" :2,"ph" : "X","name" :"conv1_fence_after","args" : {"op_name" : "Conv"}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :20,"ts" :9,"ph" : "X","name" :"conv1_kernel_time","args" : {"op_name" : "Conv"}},
{"cat" : "Session","pid" :1,"tid" :1,"dur" :40,"ts" :1,"ph" : "X","name" :"model_run","args" : {}}
])"},
        {"per_layer_quant_enabled.json", "sensitivity", R"({"conv1": 0.71, "layer.1/x": 0.35, "fc": 0.7})"},
        {"per_layer_quant_disabled.json", "sensitivity", R"({"conv1": 0.31, "fc": 0.65})"},
        {"per_layer_mse_loss.json", "sensitivity", R"({"conv1": 0.001, "fc": 0.25})"},
    };
}

} // namespace ql::tests
