// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dropped_files.h"

#include "core/base/error.h"
#include "core/config/dialects/dialect.h"
#include "widgets/session/model_session.h"
#include "widgets/session/sample_files.h"
#include "widgets/workbench/project.h"
#include "widgets/workbench/result_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr qint64 kLargestConfig = 16 << 20;
constexpr qint64 kDirectoryBytes = 1 << 20; ///< of a zip archive, at its end

bool hasSuffix(const QString& path, std::initializer_list<const char*> suffixes)
{
    const QString own = QFileInfo(path).suffix();
    return std::ranges::any_of(
        suffixes, [&own](const char* suffix) { return own.compare(QLatin1String(suffix), Qt::CaseInsensitive) == 0; });
}

/// Not for a pipe, which would wait for a writer.
bool openFile(QFile& file)
{
    return QFileInfo(file).isFile() && file.open(QIODevice::ReadOnly);
}

/// Whether torch.jit.save wrote it: unlike an archive of tensors it holds code.
bool isTorchScript(const QString& path)
{
    QFile file(path);
    if (!hasSuffix(path, {"pt", "pth", "ts", "torchscript"}) || !openFile(file))
        return false;
    file.seek(std::max<qint64>(0, file.size() - kDirectoryBytes));
    return file.readAll().contains("/code/");
}

/// Weights without a network. State dicts in .pt are taken for tensors, which they are, too.
bool holdsWeights(const QString& path)
{
    return hasSuffix(path, {"safetensors", "gguf", "pth"})
           || path.endsWith(QLatin1String(".safetensors.index.json"), Qt::CaseInsensitive);
}

/// Models that nobody here reads: the engine says what to do instead.
bool isForeignModel(const QString& path)
{
    return hasSuffix(path, {"ort", "pte", "mlmodel", "mlpackage", "mnn", "rknn", "hbm", "om", "engine", "plan", "dlc"});
}
} // namespace

bool isModelFile(const QString& path)
{
    return hasSuffix(path, {"onnx", "pt2", "tflite"}) || holdsWeights(path) || isForeignModel(path)
           || isTorchScript(path);
}

bool isDumpFolder(const QString& path)
{
    const QDir folder(path);
    return QFileInfo(path).isDir()
           && std::ranges::any_of(std::initializer_list<const char*>{"index.json", "dump.json", "dump_tensor_data",
                                                                     "Result_0", "map_name_to_file.txt"},
                                  [&folder](const char* name) { return folder.exists(QLatin1String(name)); });
}

bool isInputFile(const QString& path)
{
    return QFileInfo(path).isDir() || isImageFile(path) || hasSuffix(path, {"npy", "npz", "pb", "bin", "pt"});
}

bool isConfigFile(const QString& path)
{
    QFile file(path);
    if (!hasSuffix(path, {"yaml", "yml", "json", "cfg", "prototxt", "qtable", "txt", "encodings", "cache"})
        || file.size() > kLargestConfig || !openFile(file))
        return false;
    try {
        config::recognise(file.readAll().toStdString(), path.toStdString());
    } catch (const Error&) {
        return false;
    }
    return true;
}

bool isInputFolder(const QString& path)
{
    return !QDir(path).entryList({QStringLiteral("input_*.pb")}, QDir::Files).isEmpty();
}

bool isSampleFile(const QString& path)
{
    if (hasSuffix(path, {"npz"}))
        return QFileInfo(path).isFile();
    return leadingAxis(path).value_or(1) > 1;
}

bool soundsQuantized(const QString& path)
{
    static const QRegularExpression kWords(QStringLiteral("(u?int(4|8|16)|qdq|quant|qop|(^|[_.-])q[us]?8)"),
                                           QRegularExpression::CaseInsensitiveOption);
    return kWords.match(QFileInfo(path).completeBaseName()).hasMatch();
}

namespace {

/// Files of several samples are data; of two the one that is called so is for calibration. Beside other inputs, which
/// are one sample together, each stays an input.
void takeSamples(SortedFiles& files)
{
    if (files.inputs.isEmpty() || !std::ranges::all_of(files.inputs, &isSampleFile) || files.inputs.size() > 2)
        return;
    const auto isCalibration = [](const QString& path) {
        return QFileInfo(path).fileName().contains(QLatin1String("calib"), Qt::CaseInsensitive);
    };
    std::ranges::stable_sort(files.inputs, {}, isCalibration);
    if (files.inputs.size() == 2 && !isCalibration(files.inputs.back()))
        return;
    if (files.inputs.size() == 2)
        files.calibration = files.inputs.takeLast();
    if (files.data.isEmpty())
        files.data = files.inputs.takeLast();
}

} // namespace

SortedFiles sortFiles(const QStringList& paths, const ModelSession& session)
{
    SortedFiles files;
    QStringList models;
    for (const QString& path : paths) {
        if (isProjectFile(path))
            files.project = path;
        else if (isResultFile(path))
            files.result = path;
        else if (isModelFile(path))
            models.append(path);
        else if (isDumpFolder(path))
            files.analysis = path;
        else if (QFileInfo(path).isDir() && !isInputFolder(path))
            files.data = path;
        else if (isConfigFile(path))
            files.config = path;
        else
            (isInputFile(path) ? files.inputs : files.unknown).append(path);
    }
    takeSamples(files);
    std::ranges::stable_sort(models, {}, &soundsQuantized);
    if (!models.isEmpty() && !files.analysis.isEmpty()) {
        files.baseline = models.front(); // of a board's dump
        files.unknown += models.mid(1);
    } else if (models.size() >= 2) {
        files.baseline = models.front();
        files.analysis = models.back();
        files.unknown += models.mid(1, models.size() - 2);
    } else if (models.size() == 1) {
        const bool hasBaseline = !session.baseline().path().isEmpty();
        const bool hasAnalysis = !session.analysis().path().isEmpty();
        const bool isAnalysis = hasBaseline != hasAnalysis ? hasBaseline : soundsQuantized(models.front());
        (isAnalysis ? files.analysis : files.baseline) = models.front();
    }
    return files;
}

QStringList inputWords(const QStringList& paths, ModelSession& session)
{
    const auto info = session.baseline().info();
    QStringList words;
    for (const QString& path : paths) {
        const QString stem = QFileInfo(path).completeBaseName();
        const bool isNamed = info && info->inputs.size() > 1
                             && std::ranges::any_of(info->inputs, [&stem](const results::PortInfo& port) {
                                    return QString::fromStdString(port.name) == stem;
                                });
        words.append(isNamed ? stem + u'=' + path : path);
    }
    return words;
}

void takeFiles(const SortedFiles& files, ModelSession& session)
{
    const auto isSaid = [all = files.isAll](const auto& part) { return all || !part.isEmpty(); };
    if (isSaid(files.baseline))
        session.baseline().setPath(files.baseline);
    if (isSaid(files.analysis))
        session.analysis().setPath(files.analysis);
    if (isSaid(files.data))
        session.setData(files.data);
    if (isSaid(files.calibration))
        session.setCalibration(files.calibration);
    if (files.causes)
        session.setCauses(*files.causes);
    if (isSaid(files.inputs))
        session.setInputs(inputWords(files.inputs, session));
    else if (!files.data.isEmpty()) // a sample of other data
        session.setInputs({});
}

} // namespace ql::widgets
