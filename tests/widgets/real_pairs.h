// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/models.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace ql::tests {

/// Real models with their quantized twins and real inputs, copied as a user has them: a config is made beside the
/// first.
class RealPairs {
public:
    struct Files {
        QString baseline;
        QString analysis;
        QString samples; ///< a folder
        QString calibration;
    };

    /// False where there are none: nothing can be tested.
    bool open()
    {
        const auto models = modelsFolder();
        if (!models)
            return false;
        m_models = QString::fromStdString(models->string()) + u'/';
        QFile file(m_models + QStringLiteral("manifest.json"));
        if (file.open(QIODevice::ReadOnly))
            m_manifest = QJsonDocument::fromJson(file.readAll()).object()["models"].toObject();
        return !m_manifest.isEmpty();
    }

    /// Rows of a model, a twin of it and a language. All of them where QUANTLOUPE_WALK_ALL is set, for those who want
    /// the whole table; else a twin of each model that isn't fine, or nearly so, in one of the languages.
    void addRows() const
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QString>("language");
        const bool isWhole = qEnvironmentVariableIsSet("QUANTLOUPE_WALK_ALL");
        const QStringList languages{QStringLiteral("en"), QStringLiteral("zh_CN")};
        const QStringList some{"thirdparty_convinteger", "qdq_u8s8_pt", "qdq_s8_pt", "qdq_s8_convmm", "qdq_s8"};
        for (const QString& model : m_manifest.keys())
            for (const QString& variant : m_manifest[model].toObject()["quantized"].toObject().keys())
                for (qsizetype i = 0; i < languages.size(); ++i)
                    if (isWhole || (some.contains(variant) && model.size() % languages.size() == i))
                        QTest::newRow(qPrintable(QStringLiteral("%1 %2 %3").arg(model, variant, languages[i])))
                            << model << variant << languages[i];
    }

    /// Copied below @p folder.
    Files copied(const QString& model, const QString& variant, const QString& folder) const
    {
        const QJsonObject about = m_manifest[model].toObject();
        const QJsonObject twin = about["quantized"].toObject()[variant].toObject();
        const QString own = folder + u'/' + model + u'-' + variant;
        QDir().mkpath(own);
        const auto copy = [&](const QString& file, const QString& to) {
            QDir().mkpath(QFileInfo(to).path());
            QFile::copy(m_models + file, to);
            return to;
        };
        const auto beside = [&](const QString& file) { return copy(file, own + u'/' + QFileInfo(file).fileName()); };
        Files files{beside(twin["float_origin"].toString()), beside(twin["path"].toString()),
                    own + QStringLiteral("/samples"), beside(QStringLiteral("calib/%1.npz").arg(model))};
        // A file for each sample, or a folder for each where the model has several inputs.
        const QJsonObject cases = about["cases"].toObject();
        for (const QString& name : cases.keys()) {
            const QJsonObject inputs = cases[name].toObject()["inputs"].toObject();
            for (const QString& input : inputs.keys())
                copy(inputs[input].toString(), files.samples + u'/' + name
                                                   + (inputs.size() == 1 ? QString() : u'/' + input)
                                                   + QStringLiteral(".npy"));
        }
        return files;
    }

private:
    QString m_models;
    QJsonObject m_manifest;
};

} // namespace ql::tests
