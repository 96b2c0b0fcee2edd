// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/executorch.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/weights/executorch_program.h"

#include <fmt/format.h>

#include <set>

namespace ql::data {

namespace {

using importers::ImportedModel;
using importers::StoredTensor;

/// Where a value is read first: a call's name with its number among calls of that name, and the argument.
struct Reader {
    std::string call;
    std::size_t argument = 0;
};

bool isDequantize(const ProgramCall& call)
{
    return call.name == "dequantize_per_tensor" || call.name == "dequantize_per_channel";
}

/// The tensors that one method brings, and what they are called.
class MethodWeights {
public:
    MethodWeights(const ExecuTorchProgram& program, const ProgramMethod& method)
        : m_program(program)
        , m_method(method)
    {
        std::map<std::string, int> counts;
        for (const auto& call : method.calls) {
            const auto name = fmt::format("{}_{}", call.name, counts[call.name]++);
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                m_readers.emplace(call.arguments[i], Reader{name, i});
            if (isDequantize(call) && call.arguments.size() > 3)
                m_dequantizers.emplace(call.arguments.front(), &call);
        }
        followDequantized();
    }

    std::string nameAt(std::int32_t place) const
    {
        if (auto own = nameOf(m_method.tensors[std::size_t(place)]); !own.empty())
            return own;
        const auto found = m_readers.find(place);
        if (found == m_readers.end())
            return fmt::format("constant_{}", place);
        constexpr std::string_view kParts[]{"input", "weight", "bias"};
        const auto& [call, argument] = found->second;
        return argument < std::size(kParts) ? fmt::format("{}.{}", call, kParts[argument])
                                            : fmt::format("{}.input_{}", call, argument);
    }

    /// How the integers at a place stand for numbers, where an operator says it with constants.
    std::optional<importers::StoredQuantizer> quantizerAt(std::int32_t place, const graph::Shape& shape) const
    {
        const auto found = m_dequantizers.find(place);
        if (found == m_dequantizers.end())
            return std::nullopt;
        const auto& arguments = found->second->arguments;
        importers::StoredQuantizer quantizer{numbersAt(arguments[1]), numbersAt(arguments[2]), {}};
        const auto count = quantizer.scales.size();
        if (count == 0 || quantizer.zeroPoints.size() != count)
            return std::nullopt;
        if (found->second->name == "dequantize_per_channel") {
            const auto axis = m_method.numbers.find(arguments[3]);
            if (axis == m_method.numbers.end())
                return std::nullopt;
            quantizer.channelAxis = std::int64_t(axis->second);
            if (*quantizer.channelAxis < 0 || *quantizer.channelAxis >= std::int64_t(shape.size())
                || shape[std::size_t(*quantizer.channelAxis)] != std::int64_t(count))
                return std::nullopt;
        } else if (count != 1) {
            return std::nullopt;
        }
        return quantizer;
    }

private:
    /// A dequantized constant is called after who reads the floats.
    void followDequantized()
    {
        for (const auto& [place, call] : m_dequantizers)
            for (const auto& next : m_method.calls)
                for (std::size_t i = 0; &next != call && i + 1 < next.arguments.size(); ++i)
                    if (next.arguments[i] == call->arguments.back())
                        m_readers[place] = {numbered(next), i};
    }
    std::string numbered(const ProgramCall& wanted) const
    {
        int number = 0;
        for (const auto& call : m_method.calls) {
            if (&call == &wanted)
                break;
            number += call.name == wanted.name ? 1 : 0;
        }
        return fmt::format("{}_{}", wanted.name, number);
    }
    /// A number, or what a constant tensor holds.
    std::vector<double> numbersAt(std::int32_t place) const
    {
        if (const auto found = m_method.numbers.find(place); found != m_method.numbers.end())
            return {found->second};
        if (place < 0 || std::size_t(place) >= m_method.tensors.size())
            return {};
        const auto data = m_program.dataOf(m_method.tensors[std::size_t(place)]);
        return data ? data->toDoubles() : std::vector<double>();
    }

    const ExecuTorchProgram& m_program;
    const ProgramMethod& m_method;
    std::map<std::int32_t, Reader> m_readers;
    std::map<std::int32_t, const ProgramCall*> m_dequantizers;
};

void addMethod(const ExecuTorchProgram& program, const ProgramMethod& method,
               std::set<std::pair<int, std::uint32_t>>& known, std::vector<std::string>& external, ImportedModel& model)
{
    const MethodWeights weights(program, method);
    for (std::size_t i = 0; i < method.tensors.size(); ++i) {
        const auto& tensor = method.tensors[i];
        if (tensor.isPresent() && isExternal(tensor))
            external.push_back(weights.nameAt(std::int32_t(i)));
        withContext(Message("value {}", i), [&] {
            auto data = program.dataOf(tensor);
            if (!data || !known.insert(program.placeOf(tensor)).second)
                return;
            StoredTensor stored;
            stored.name = weights.nameAt(std::int32_t(i));
            stored.quantizer = weights.quantizerAt(std::int32_t(i), data->shape());
            stored.data = std::move(*data);
            model.tensors.push_back(std::move(stored));
        });
    }
}

} // namespace

bool isExecuTorchProgram(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;
    const auto file = importers::MappedFile::open(path);
    const auto bytes = file->bytes();
    return bytes.size() >= 8 && std::string_view(reinterpret_cast<const char*>(bytes.data()) + 4, 4) == "ET12";
}

ImportedModel readExecuTorch(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        ImportedModel model;
        model.format = "executorch";
        model.isWeightsOnly = true;
        model.path = path;
        const ExecuTorchProgram program(importers::MappedFile::open(path));
        std::set<std::pair<int, std::uint32_t>> known;
        std::set<std::string> backends;
        std::vector<std::string> external;
        for (const auto& method : program.methods()) {
            addMethod(program, method, known, external, model);
            backends.insert(method.backends.begin(), method.backends.end());
        }
        if (!backends.empty())
            logWarning(
                Message("{}: weights of the parts that were compiled for {} are in that backend's own form and are "
                        "not read: compare the weights of the model that was exported, its .pt2 or state dict",
                        path.string(), Message::names({backends.begin(), backends.end()}, ", ")));
        if (!external.empty())
            logWarning(
                Message("{}: {} weights, the first {}, lie in another file and are not read: give that .ptd file, "
                        "too, by itself",
                        path.string(), external.size(), external.front()));
        return model;
    });
}

} // namespace ql::data
