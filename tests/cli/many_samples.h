// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <QFile>
#include <QTest>

namespace ql::tests {
/// The demo's 64 samples @p copies times, as one stacked .npy.
inline void writeManySamples(const QString& path, int copies)
{
    constexpr int kPreamble = 10;
    QFile demo(demoFile("inputs.npy")), many(path);
    QVERIFY(demo.open(QIODevice::ReadOnly) && many.open(QIODevice::WriteOnly));
    auto bytes = demo.readAll();
    const int header = kPreamble + uchar(bytes[8]) + 256 * uchar(bytes[9]);
    const auto numbers = bytes.mid(header);
    bytes.truncate(header);
    const auto length = bytes.size();
    bytes.replace("(64,", "(" + QByteArray::number(64 * copies) + ",");
    const auto surplus = bytes.size() - length;
    bytes.replace(QByteArray(int(surplus), ' ') + '\n', "\n"); // the header is padded with spaces
    QCOMPARE(bytes.size(), length);
    many.write(bytes);
    for (int i = 0; i < copies; ++i)
        many.write(numbers);
}

} // namespace ql::tests
