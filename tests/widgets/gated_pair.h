// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calibrate/calibrate.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/array_files.h"
#include "tests/support/gated_norm.h"

#include <QDir>
#include <QFile>

namespace ql::tests {

/// A float model and its twin with everything in int8, whose normalization must stay in float as a whole, and samples
/// that didn't calibrate it, written into a folder.
class GatedPair {
public:
    static constexpr unsigned kSamples = 6;

    explicit GatedPair(const QString& folder)
        : m_folder(folder)
    {
        for (const char* each : {"samples", "calibration"})
            m_folder.mkpath(QLatin1String(each));
        for (unsigned i = 0; i < kSamples; ++i)
            writeSample(QStringLiteral("samples/s%1.npy").arg(i), 100 + i);
        for (unsigned i = 0; i < kCalibration; ++i)
            writeSample(QStringLiteral("calibration/c%1.npy").arg(i), 200 + i);
        exporting::writeOnnx(graph::parseGraph(gatedNorm(true)), baseline().toStdString());
        results::CalibrateRequest request;
        request.model = baseline().toStdString();
        request.quantization.data = m_folder.filePath(QStringLiteral("calibration")).toStdString();
        request.folder = m_folder.filePath(QStringLiteral("twin")).toStdString();
        JobContext ctx;
        analysis::calibrateModel(request, ctx);
    }

    QString baseline() const { return m_folder.filePath(QStringLiteral("gated.onnx")); }
    QString analysis() const { return m_folder.filePath(QStringLiteral("twin/gated_qdq.onnx")); }
    QString samples() const { return m_folder.filePath(QStringLiteral("samples")); }

private:
    static constexpr unsigned kCalibration = 16;

    void writeSample(const QString& name, unsigned seed) const
    {
        const auto numbers = randomFloats(kNormTokens * kNormWidth, seed);
        const QByteArray text =
            npyFile(npyDictionary("<f4", "(12, 16)"),
                    {reinterpret_cast<const char*>(numbers.data()), qsizetype(numbers.size() * sizeof(float))});
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
    }

    QDir m_folder;
};

} // namespace ql::tests
