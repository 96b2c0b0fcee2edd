// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/import/tflite/lite_runner.h"

#include <array>
#include <cmath>
#include <map>
#include <random>

namespace ql::tests {

/// What an LSTM has beside four gates.
struct LstmKind {
    bool isPeeping = false;
    bool isProjecting = false;
    bool isNormalizing = false;
    bool isCoupled = false; ///< without an input gate
    float cellClip = 0;
    float projectionClip = 0;
};

struct LstmSizes {
    std::int32_t features;
    std::int32_t cells;
    std::int32_t width; ///< of the outputs where they are projected
    std::int32_t batch;
    std::int32_t steps;
};

/// An LSTM of random integers, always the same for a seed, as a model on integers and as one on the floats that these
/// stand for. Each part has a scale of its own; layers that normalize have gates of very different range.
class IntegerLstm {
public:
    struct Constant {
        std::vector<std::int32_t> shape;
        LiteModel::Type type;
        float scale;
        std::vector<std::int32_t> integers;
    };
    enum Input { kWeights = 1, kRecurrent = 5, kPeepholes = 9, kBiases = 12, kProjection = 16, kFactors = 20 };

    IntegerLstm(const LstmKind& kind, const LstmSizes& sizes, unsigned seed)
        : m_kind(kind)
        , m_sizes(sizes)
        , m_generator(seed)
    {
        m_sizes.width = kind.isProjecting ? sizes.width : sizes.cells;
        stateScale = kind.isProjecting ? 1.0F / 64 : 1.0F / 128;
        stateZero = kind.projectionClip > 0 ? 0 : kind.isProjecting ? 4 : -5;
        const auto root = [](std::int32_t size) { return std::sqrt(4.0F / float(size)); };
        const auto [features, cells, width, batch, steps] = m_sizes;
        for (int i = kind.isCoupled ? 1 : 0; i < 4; ++i)
            add(kWeights + i, {cells, features}, LiteModel::Int8,
                0.011F / (1 + 0.3F * float(i)) * root(features) * rangeOf(i));
        for (int i = kind.isCoupled ? 1 : 0; i < 4; ++i)
            add(kRecurrent + i, {cells, width}, LiteModel::Int8,
                0.006F * (1 + 0.3F * float(i)) * root(width) * rangeOf(i));
        for (int i = kind.isCoupled ? 1 : 0; kind.isPeeping && i < 3; ++i)
            add(kPeepholes + i, {cells}, LiteModel::Int16, 0.6F / 32767 * rangeOf(i < 2 ? i : 3), 32767);
        for (int i = kind.isCoupled ? 1 : 0; i < 4; ++i)
            addBias(kBiases + i, cells,
                    kind.isNormalizing ? factorScale(i) / 1024 : kDataScale * constants.at(kWeights + i).scale, 0.6F);
        if (kind.isProjecting) {
            add(kProjection, {width, cells}, LiteModel::Int8, 0.008F * root(cells));
            addBias(kProjection + 1, width, constants.at(kProjection).scale * kHiddenScale, 0.4F);
        }
        for (int i = kind.isCoupled ? 1 : 0; kind.isNormalizing && i < 4; ++i)
            add(kFactors + i, {cells}, LiteModel::Int16, factorScale(i), 12000, 20000);
        for (int i = 0; i < 4; ++i)
            intermediates[std::size_t(i)] = 4.0F / 32767 * rangeOf(i);
    }

    /// Batch × steps × features, of the integers.
    at::Tensor data()
    {
        const auto [features, cells, width, batch, steps] = m_sizes;
        return at::tensor(drawn(std::size_t(features * batch * steps), 100, 0), at::kInt)
            .view({batch, steps, features})
            .to(at::kChar);
    }
    /// What @p data stand for.
    static at::Tensor real(const at::Tensor& data) { return data.to(at::kFloat).sub(kDataZero).mul(kDataScale); }
    at::Tensor realResult(const at::Tensor& result) const
    {
        return result.to(at::kFloat).sub(stateZero).mul(stateScale);
    }

    std::string integers() const { return file(true); }
    std::string floats() const { return file(false); }

    std::map<int, Constant> constants;    ///< by the format's inputs
    std::array<float, 4> intermediates{}; ///< scales of the gates
    float stateScale = 0;
    std::int32_t stateZero = 0;

private:
    static constexpr float kDataScale = 1.0F / 64;
    static constexpr std::int32_t kDataZero = 3;
    static constexpr float kHiddenScale = 0.0079F;
    static constexpr std::int32_t kHiddenZero = -7;

    float rangeOf(int gate) const
    {
        return m_kind.isNormalizing ? std::array{1.0F, 16.0F, 1.0F / 16, 256.0F}[std::size_t(gate)] : 1.0F;
    }
    static float factorScale(int gate) { return 1.5F / 32767 * (1 - 0.15F * float(gate)); }
    std::vector<std::int32_t> drawn(std::size_t count, std::int32_t reach, std::int32_t middle)
    {
        std::vector<std::int32_t> integers;
        for (std::size_t i = 0; i < count; ++i)
            integers.push_back(middle - reach + std::int32_t(m_generator() % std::uint32_t(2 * reach + 1)));
        return integers;
    }
    void add(int input, const std::vector<std::int32_t>& shape, LiteModel::Type type, float scale,
             std::int32_t reach = 127, std::int32_t middle = 0)
    {
        const auto count = std::size_t(shape.size() == 1 ? shape[0] : shape[0] * shape[1]);
        constants[input] = {shape, type, scale, drawn(count, reach, middle)};
    }
    void addBias(int input, std::int32_t count, float scale, float reach)
    {
        constexpr std::int32_t kParts = 1000;
        add(input, {count}, LiteModel::Int32, scale, kParts);
        for (auto& integer : constants.at(input).integers)
            integer = std::int32_t(std::lround(float(integer) * (reach / float(kParts) / scale)));
    }

    static std::string rawOf(const Constant& constant)
    {
        if (constant.type == LiteModel::Int32)
            return LiteModel::raw(constant.integers);
        if (constant.type == LiteModel::Int16)
            return LiteModel::raw(std::vector<std::int16_t>(constant.integers.begin(), constant.integers.end()));
        return LiteModel::raw(std::vector<std::int8_t>(constant.integers.begin(), constant.integers.end()));
    }
    static std::string rawFloatsOf(const Constant& constant)
    {
        std::vector<float> floats;
        for (const auto integer : constant.integers)
            floats.push_back(float(integer) * constant.scale);
        return LiteModel::raw(floats);
    }
    std::vector<std::int32_t> intermediatesOf(LiteModel& model) const
    {
        std::vector<std::int32_t> numbers(5, -1);
        for (int i = m_kind.isCoupled ? 1 : 0; m_kind.isNormalizing && i < 4; ++i)
            numbers[std::size_t(i)] = model.tensor("sums_" + std::to_string(i), LiteModel::Int16, {0}, {},
                                                   {intermediates[std::size_t(i)]}, {0});
        if (m_kind.isProjecting)
            numbers[4] = model.tensor("hidden", LiteModel::Int8, {0}, {}, {kHiddenScale}, {kHiddenZero});
        return m_kind.isNormalizing || m_kind.isProjecting ? numbers : std::vector<std::int32_t>{};
    }
    std::string file(bool isInteger) const
    {
        using Scales = std::vector<float>;
        using Zeros = std::vector<std::int64_t>;
        constexpr int kInputs = 24, kState = 18, kCellState = 19;
        const auto [features, cells, width, batch, steps] = m_sizes;
        const auto type = isInteger ? LiteModel::Int8 : LiteModel::Float;
        const auto scales = [&](float scale) { return isInteger ? Scales{scale} : Scales{}; };
        const auto zeros = [&](std::int64_t zero) { return isInteger ? Zeros{zero} : Zeros{}; };
        LiteModel model;
        const auto x = model.tensor("x", type, {batch, steps, features}, {}, scales(kDataScale), zeros(kDataZero));
        std::vector<std::int32_t> inputs(kInputs, -1);
        inputs[0] = x;
        for (const auto& [input, constant] : constants)
            inputs[std::size_t(input)] =
                model.tensor("c" + std::to_string(input), isInteger ? constant.type : LiteModel::Float, constant.shape,
                             isInteger ? rawOf(constant) : rawFloatsOf(constant), scales(constant.scale), zeros(0));
        inputs[kState] = model.variable("h", type, {batch, width}, scales(stateScale), zeros(stateZero));
        inputs[kCellState] = model.variable("c", isInteger ? LiteModel::Int16 : LiteModel::Float, {batch, cells},
                                            scales(1.0F / 4096), zeros(0));
        const auto y = model.tensor("y", type, {batch, steps, width}, {}, scales(stateScale), zeros(stateZero));
        const auto options = FlatNode()
                                 .number(0, std::int8_t(4))
                                 .number(1, m_kind.cellClip)
                                 .number(2, m_kind.projectionClip)
                                 .number(3, std::uint8_t(0));
        model.operation(lite::kSequenceLstm, inputs, {y}, options,
                        isInteger ? intermediatesOf(model) : std::vector<std::int32_t>{});
        return model.file({x}, {y});
    }

    LstmKind m_kind;
    LstmSizes m_sizes;
    std::mt19937 m_generator;
};

} // namespace ql::tests
