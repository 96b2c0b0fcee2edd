// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <filesystem>

namespace ql::tests {

/// What @p body complains about; empty if it doesn't.
template <typename Body>
QString messageOf(Body body)
{
    try {
        body();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// What @p body says is wrong with the file @p path, without the path that must stand before it. Starts with "else: "
/// if it complains of something else or with another code.
template <typename Body>
QString fileProblem(const std::filesystem::path& path, ErrorCode code, Body body)
{
    try {
        body();
    } catch (const Error& error) {
        const auto text = QString::fromUtf8(error.what());
        const auto where = QString::fromStdString(path.string()) + QStringLiteral(": ");
        return error.code() == code && text.startsWith(where) ? text.mid(where.size())
                                                              : QStringLiteral("else: ") + text;
    }
    return QStringLiteral("was read");
}

} // namespace ql::tests
