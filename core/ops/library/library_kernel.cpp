// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/library/operator_library.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops {

namespace {

using graph::TensorData;

/// Runs a library's function; whatever it throws leaves as Error with the library's name.
template <typename Body>
void guarded(const std::string& library, Body&& body)
{
    try {
        body();
    } catch (Error& error) { // our own, on its way through the library
        error.addContext(Message("operator library {}", library));
        throw;
    } catch (const std::exception& error) {
        throw Error(ErrorCode::InvalidNode, Message("{} (operator library {})", error.what(), library));
    } catch (...) {
        throw Error(ErrorCode::InvalidNode,
                    Message("operator library {} threw something that is no std::exception", library));
    }
}

quantloupe::Input viewOf(const TensorData& data)
{
    return {static_cast<quantloupe::ElementType>(data.type()), data.shape().size(), data.shape().data(),
            data.bytes().data()};
}

/// What a library sees of a node: copies, which outlive the graph as the kernel does.
class LibraryNode final : public quantloupe::Node {
public:
    explicit LibraryNode(const graph::Node& node)
        : m_name(node.name)
        , m_opset(node.opset)
        , m_inputCount(node.inputs.size())
        , m_attributes(node.attributes)
    {
        for (const auto output : node.outputs)
            m_isNamed.push_back(output.isValid());
    }
    virtual ~LibraryNode() = default;

    const char* name() const override { return m_name.c_str(); }
    std::int32_t opset() const override { return m_opset; }
    std::size_t inputCount() const override { return m_inputCount; }
    std::size_t outputCount() const override { return m_isNamed.size(); }
    bool isNamed(std::size_t output) const { return output < m_isNamed.size() && m_isNamed[output]; }

    bool findInt(const char* attribute, std::int64_t& value) const override
    {
        const auto* found = find<std::int64_t>(attribute);
        if (found)
            value = *found;
        return found;
    }
    bool findFloat(const char* attribute, double& value) const override
    {
        const auto* found = find<double>(attribute);
        if (found)
            value = *found;
        return found;
    }
    bool findString(const char* attribute, const char*& value) const override
    {
        const auto* found = find<std::string>(attribute);
        if (found)
            value = found->c_str();
        return found;
    }
    bool findInts(const char* attribute, const std::int64_t*& first, std::size_t& count) const override
    {
        return findList<std::int64_t>(attribute, first, count);
    }
    bool findFloats(const char* attribute, const double*& first, std::size_t& count) const override
    {
        return findList<double>(attribute, first, count);
    }
    bool findTensor(const char* attribute, quantloupe::Input& value) const override
    {
        const auto* found = find<TensorData>(attribute);
        if (found)
            value = viewOf(*found);
        return found;
    }

private:
    template <typename T>
    const T* find(const char* attribute) const
    {
        const auto* value = attribute ? m_attributes.find(attribute) : nullptr;
        return value ? std::get_if<T>(value) : nullptr;
    }
    template <typename T>
    bool findList(const char* attribute, const T*& first, std::size_t& count) const
    {
        const auto* found = find<std::vector<T>>(attribute);
        if (found) {
            first = found->data();
            count = found->size();
        }
        return found;
    }

    std::string m_name;
    std::int32_t m_opset;
    std::size_t m_inputCount;
    std::vector<bool> m_isNamed;
    graph::Attributes m_attributes;
};

/// One execution: inputs as a file would hold them, outputs in memory of ours.
class LibraryCall final : public quantloupe::Call {
public:
    LibraryCall(const LibraryNode& node, const KernelCall& call)
        : m_node(node)
        , m_outputs(node.outputCount())
    {
        for (std::size_t i = 0; i < call.inputs.size(); ++i)
            m_inputs.push_back(call.input(i).isPresent() ? toTensorData(call.required(i)) : TensorData());
    }
    virtual ~LibraryCall() = default;

    const quantloupe::Node& node() const override { return m_node; }
    quantloupe::Input input(std::size_t i) const override
    {
        return i < m_inputs.size() ? viewOf(m_inputs[i]) : quantloupe::Input{};
    }
    using quantloupe::Call::makeOutput;
    quantloupe::Output makeOutput(std::size_t i, quantloupe::ElementType type, const std::int64_t* shape,
                                  std::size_t rank) override
    {
        if (i >= m_outputs.size())
            throw Error(ErrorCode::InvalidNode, Message("output {} is made, the node has {}", i, m_outputs.size()));
        const auto number = static_cast<std::int32_t>(type);
        if (number <= 0 || number > static_cast<std::int32_t>(graph::kLastDataType))
            throw Error(ErrorCode::TypeMismatch, Message("output {} has no element type {}", i, number));
        const auto dataType = static_cast<graph::DataType>(number);
        graph::Shape sizes(shape, shape + rank);
        expectAffordable(sizes, dataType);
        const auto byteCount = graph::packedByteCount(dataType, graph::elementCount(sizes));
        // new aligns for every element type
        std::shared_ptr<std::byte[]> bytes(new std::byte[std::max<std::size_t>(byteCount, 1)]());
        m_outputs[i] =
            TensorData(dataType, std::move(sizes), std::shared_ptr<const std::byte>(bytes, bytes.get()), byteCount);
        return {bytes.get()};
    }

    std::vector<Tensor> results() const
    {
        std::vector<Tensor> tensors;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            if (m_outputs[i])
                tensors.push_back(toTensor(*m_outputs[i]));
            else if (m_node.isNamed(i))
                throw Error(ErrorCode::InvalidNode, Message("output {} was not made", i));
            else
                tensors.emplace_back();
        }
        return tensors;
    }

private:
    const LibraryNode& m_node;
    std::vector<TensorData> m_inputs;
    std::vector<std::optional<TensorData>> m_outputs;
};

} // namespace

OperatorDefinition definitionOf(const quantloupe::Operator& found, const std::string& library)
{
    if (!found.domain || !found.name || *found.name == '\0' || !found.evaluate || found.since > found.until)
        throw Error(ErrorCode::BadArgument,
                    Message("it registers an operator ({}) without domain, name, evaluate or versions",
                            found.name ? found.name : "nameless"),
                    "see quantloupe/operators.h");
    const auto bind = [check = found.check, evaluate = found.evaluate, library](const graph::Node& node) -> Kernel {
        const auto seen = std::make_shared<const LibraryNode>(node);
        if (check)
            guarded(library, [&] { check(*seen); });
        return [seen, evaluate, library](const KernelCall& call) {
            LibraryCall one(*seen, call);
            guarded(library, [&] { evaluate(one); });
            return withContext(Message("operator library {}", library), [&] { return one.results(); });
        };
    };
    const std::string domain = found.domain;
    return {domain == "ai.onnx" ? "" : domain, found.name, found.since, found.until, bind, library};
}

} // namespace ql::ops
