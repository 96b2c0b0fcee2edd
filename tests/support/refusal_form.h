// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QRegularExpression>
#include <QString>

namespace ql::test {

/// Words of the libraries below us, which mean nothing to those who only know their model.
inline const QRegularExpression& foreignWords()
{
    static const QRegularExpression kWords(
        "Tensor\\[|FloatType|IntType|LongType|CharType|BoolType|DoubleType|scalar type|\\baten\\b(?!\\.|::)|\\bATen\\b|"
        "at::|c10|The size of tensor|Sizes of tensors|must match the|INTERNAL|internal:|Expected "
        "|(?<!aten::)expand\\(|std::|"
        "vector::|basic_string|not implemented for|torch(?!vision::)|self\\b.*tensor|Dimension out of range|primitive|"
        "Exception raised|IValue|Traceback|\\n");
    return kWords;
}

/// What is wrong with the words of @p error; empty = nothing. Those of a name of a file or node count, too.
inline QString foreignPartOf(const Error& error)
{
    if (error.code() == ErrorCode::Internal)
        return QStringLiteral("our own mistake");
    const auto found = foreignWords().match(QString::fromUtf8(error.what()));
    return found.hasMatch() ? "words of a library: " + found.captured() : QString();
}

} // namespace ql::test
