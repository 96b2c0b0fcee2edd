// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/import/tflite/lite_runner.h"

namespace ql::tests {

inline std::vector<double> numbersOf(const at::Tensor& tensor)
{
    const auto wide = tensor.to(at::kDouble).contiguous();
    return {wide.data_ptr<double>(), wide.data_ptr<double>() + wide.numel()};
}

/// A model of one operator in the making: float or integer inputs that are given, constants, and outputs.
class OneOperator {
public:
    std::int32_t given(LiteModel::Type type, const std::vector<std::int32_t>& shape, float scale = 0, int zero = 0)
    {
        m_given.push_back(m_model.tensor("x" + std::to_string(m_given.size()), type, shape, {}, scalesOf(scale),
                                         zerosOf(scale, zero)));
        return take(m_given.back());
    }
    template <typename T>
    std::int32_t constant(LiteModel::Type type, const std::vector<std::int32_t>& shape, const std::vector<T>& values)
    {
        return take(m_model.tensor("c" + std::to_string(m_inputs.size()), type, shape, LiteModel::raw(values)));
    }
    void output(LiteModel::Type type, const std::vector<std::int32_t>& shape, float scale = 0, int zero = 0)
    {
        m_outputs.push_back(m_model.tensor("y" + std::to_string(m_outputs.size()), type, shape, {}, scalesOf(scale),
                                           zerosOf(scale, zero)));
    }
    std::vector<std::vector<double>> run(int code, const std::vector<at::Tensor>& inputs, const FlatNode& options = {})
    {
        m_model.operation(code, m_inputs, m_outputs, options);
        std::vector<std::vector<double>> results;
        for (const auto& result : runLite(readLite(m_model.file(m_given, m_outputs)), inputs))
            results.push_back(numbersOf(result));
        return results;
    }

private:
    static std::vector<float> scalesOf(float scale)
    {
        return scale == 0 ? std::vector<float>{} : std::vector<float>{scale};
    }
    static std::vector<std::int64_t> zerosOf(float scale, int zero)
    {
        return scale == 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{zero};
    }
    std::int32_t take(std::int32_t tensor)
    {
        m_inputs.push_back(tensor);
        return tensor;
    }

    LiteModel m_model;
    std::vector<std::int32_t> m_given;
    std::vector<std::int32_t> m_inputs;
    std::vector<std::int32_t> m_outputs;
};

} // namespace ql::tests
