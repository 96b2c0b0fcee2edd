// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/data/inputs.h"
#include "tests/support/array_files.h"

#include <QString>

namespace ql::tests {

/// float32 of shape [2, 3]: 0 to 5.
inline QByteArray floatsFile()
{
    return npyFile(npyDictionary("<f4", "(2, 3)"), rawBytes<float>({0, 1, 2, 3, 4, 5}));
}

/// A serialized TensorProto: float32 of shape [2].
inline QByteArray protoFile(float first, float second)
{
    return QByteArray("\x08\x02\x10\x01\x4a\x08", 6) + rawBytes<float>({first, second});
}

inline std::vector<double> numbersOf(const ops::Tensor& tensor)
{
    return ops::toTensorData(tensor).toDoubles();
}

/// What readInputs() says of @p words, or why that isn't an error of @p code.
inline QString problemOf(const graph::Graph& graph, const std::vector<std::string>& words, ErrorCode code)
{
    try {
        data::readInputs(graph, words, 0);
    } catch (const Error& error) {
        const auto text = QString::fromUtf8(error.what());
        return error.code() == code ? text : QStringLiteral("other code: ") + text;
    }
    return QStringLiteral("was read");
}

} // namespace ql::tests
