// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_sums.h"

#include "core/graph/operators/operator_traits.h"
#include "core/ops/tensor.h"
#include "core/quant/quantized_graph/integer_form.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::quant {

namespace {

using graph::DataType;
using graph::TensorData;
using graph::ValueId;

class SumsBuilder {
public:
    SumsBuilder(graph::Graph& graph, QuantizedParts& parts, const IntegerSums& sums)
        : m_graph(graph)
        , m_parts(parts)
        , m_sums(sums)
        , m_isConvolution(graph::traitsOf(sums.node).integerForm == graph::IntegerForm::Convolution)
        , m_type(sums.isWide ? DataType::Int64 : DataType::Int32)
        , m_name(graph.value(sums.node.outputs.at(0)).name)
        , m_shape(graph.value(sums.node.outputs.at(0)).shape)
    {
    }

    void build(ValueId output)
    {
        auto sums = addProduct();
        if (m_sums.bias)
            sums = addNode("Add", {sums, addBias()}, "_biased_sums", m_type);
        const auto floats = addNode("Cast", {sums}, "_float_sums", DataType::Float);
        m_parts.addNodeInto(spec("Mul", {floats, addScales()}), output);
    }

private:
    graph::NodeSpec spec(const char* opType, std::vector<ValueId> inputs) const
    {
        graph::NodeSpec spec;
        spec.name = fmt::format("{}_{}", m_sums.node.name, opType);
        for (int i = 2; m_graph.findNode(spec.name); ++i)
            spec.name = fmt::format("{}_{}_{}", m_sums.node.name, opType, i);
        spec.opType = opType;
        spec.scope = m_sums.node.scope;
        spec.body = m_sums.node.body;
        spec.inputs = std::move(inputs);
        if (spec.opType == "Cast")
            spec.attributes.set("to", std::int64_t(DataType::Float));
        return spec;
    }

    ValueId addNode(const char* opType, std::vector<ValueId> inputs, const char* suffix, DataType type)
    {
        return m_parts.addNode(spec(opType, std::move(inputs)), m_name + suffix, type, m_shape);
    }

    ValueId addProduct()
    {
        auto product = spec(m_isConvolution ? "ConvInteger" : "MatMulInteger", {});
        product.name = m_sums.node.name;
        product.hasMadeUpName = m_sums.node.hasMadeUpName;
        product.domain = m_sums.isWide ? kOwnDomain : "";
        if (m_isConvolution)
            product.attributes = integerAttributes(m_sums.node);
        product.inputs = {transposed(m_sums.x, "transA"), transposed(m_sums.w, "transB"), m_sums.x.scales.zeroPoint};
        // ONNX Runtime knows one zero point for all filters.
        const auto isZero = [](std::int32_t zero) { return zero == 0; };
        if (!m_sums.w.isConstant || !std::ranges::all_of(m_sums.w.parameters.zeroPoints, isZero))
            product.inputs.push_back(m_sums.w.scales.zeroPoint);
        return m_parts.addNode(std::move(product), m_name + "_sums", m_type, m_shape);
    }

    /// What a Gemm multiplies transposed, MatMulInteger reads so.
    ValueId transposed(const IntegerFactor& factor, const char* attribute)
    {
        const bool isGemm = graph::traitsOf(m_sums.node).integerForm == graph::IntegerForm::Gemm;
        if (!isGemm || m_sums.node.attributes.intOr(attribute, 0) == 0)
            return factor.integers;
        const auto name = m_graph.value(factor.integers).name + "_transposed";
        if (const auto* constant = m_graph.constantOf(factor.integers)) {
            const auto tensor = ops::toTensor(*constant);
            return m_graph.addInitializer(m_parts.freeName(name),
                                          ops::toTensorData({tensor.data.t().contiguous(), tensor.type}));
        }
        auto transpose = spec("Transpose", {factor.integers});
        transpose.attributes.set("perm", std::vector<std::int64_t>{1, 0});
        return m_parts.addNode(std::move(transpose), name, m_graph.value(factor.integers).type, {});
    }

    /// One number per channel of the result; of a convolution's that is axis 1.
    graph::Shape alongChannels(std::size_t count) const
    {
        graph::Shape shape{std::int64_t(count)};
        if (m_isConvolution)
            shape.resize(m_graph.constantOf(m_sums.w.integers)->shape().size() - 1, 1);
        return shape;
    }

    ValueId addBias()
    {
        const auto numbers = m_sums.bias->toInts();
        const auto shape = m_isConvolution ? alongChannels(numbers.size()) : m_sums.bias->shape();
        const auto name = m_parts.freeName(m_name + "_bias_quantized");
        if (m_sums.isWide)
            return m_graph.addInitializer(name, TensorData::of<std::int64_t>(DataType::Int64, shape, numbers));
        const std::vector<std::int32_t> narrow(numbers.begin(), numbers.end());
        return m_graph.addInitializer(name, TensorData::of<std::int32_t>(DataType::Int32, shape, narrow));
    }

    ValueId addScales()
    {
        const auto count = m_sums.w.parameters.scales.size();
        const auto type = DataType::Float;
        auto scales =
            m_parts.addNode(spec("Mul", {m_sums.x.scales.scale, m_sums.w.scales.scale}), m_name + "_scales", type, {});
        if (!m_isConvolution || count == 1)
            return scales;
        const auto shape = alongChannels(count);
        const auto sizes =
            m_graph.addInitializer(m_parts.freeName(m_name + "_scales_shape"),
                                   TensorData::of<std::int64_t>(DataType::Int64, {std::int64_t(shape.size())}, shape));
        return m_parts.addNode(spec("Reshape", {scales, sizes}), m_name + "_scales_reshaped", type, {});
    }

    graph::Graph& m_graph;
    QuantizedParts& m_parts;
    const IntegerSums& m_sums;
    bool m_isConvolution;
    DataType m_type;
    std::string m_name;
    std::optional<graph::DeclaredShape> m_shape;
};

} // namespace

void addIntegerSums(graph::Graph& graph, QuantizedParts& parts, const IntegerSums& sums, ValueId output)
{
    SumsBuilder(graph, parts, sums).build(output);
}

} // namespace ql::quant
