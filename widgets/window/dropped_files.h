// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layers/layer_causes.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ql::widgets {

class ModelSession;

/// What a set of files that the user opened or dropped is meant to be.
struct SortedFiles {
    QString project;
    QString result; ///< of an analysis
    QString baseline;
    QString analysis;
    QStringList inputs;
    QString data;        ///< samples: a folder, or one file of several
    QString calibration; ///< others, or a record, that scales come from
    QString config;      ///< in any dialect that is known
    QStringList unknown;
    std::optional<results::CauseRuns> causes = {}; ///< of a comparison, where it is said
    bool isAll = false;                            ///< what isn't there is closed

    bool isEmpty() const
    {
        return baseline.isEmpty() && analysis.isEmpty() && inputs.isEmpty() && data.isEmpty() && calibration.isEmpty()
               && config.isEmpty();
    }
};

/// By its name, TorchScript by its content, too: tensors end in .pt as well. Weights without a network count, and
/// models of other kinds, which the engine refuses with what to do instead.
bool isModelFile(const QString& path);
/// Whether @p path is a folder that `run --dump` or a board's tools filled with what layers gave.
bool isDumpFolder(const QString& path);
bool isInputFile(const QString& path);
/// Whether its content is of a dialect that is known; only text files that may be configs by their names are read.
bool isConfigFile(const QString& path);
/// Whether @p path is a folder that holds one sample (input_0.pb …), not many.
bool isInputFolder(const QString& path);
/// Whether @p path is a file that holds several samples, one behind another along the first axis: an archive of
/// tensors, or one whose header says so.
bool isSampleFile(const QString& path);
/// Whether the file's name says that the model in it is quantized ("int8", "qdq", "quant" …).
bool soundsQuantized(const QString& path);

/// Tells models from inputs, and the baseline from the analysis model: by name, else whichever is still missing.
SortedFiles sortFiles(const QStringList& paths, const ModelSession& session);

/// Puts them into the session; not the config, whose unsaved edits the window asks about.
void takeFiles(const SortedFiles& files, ModelSession& session);

/// The `--input` words for @p paths: "name=file" where a file is called like an input of the baseline model.
QStringList inputWords(const QStringList& paths, ModelSession& session);

} // namespace ql::widgets
