// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/model_session.h"

#include "core/engine/engine.h"
#include "widgets/text/error_text.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr const char* kRandomInputs = "random";
constexpr qint64 kHeadBytes = 4096;
constexpr int kMostLookedAt = 100; ///< files of a folder, whether one is an image

/// By its first word behind comments; a list of paths may end in .txt, too.
bool isRecordFile(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    for (QByteArray line : file.read(kHeadBytes).split('\n'))
        if (line = line.trimmed(); !line.isEmpty() && !line.startsWith('#'))
            return line.startsWith("record")
                   && (line.size() == 6 || line[6] == ' ' || line[6] == '{' || line[6] == ':');
    return false;
}

/// An image, or a folder of some.
bool holdsImages(const QString& path)
{
    if (!QFileInfo(path).isDir())
        return isImageFile(path);
    QDirIterator files(path, QDir::Files);
    for (int looked = 0; looked < kMostLookedAt && files.hasNext(); ++looked)
        if (isImageFile(files.next()))
            return true;
    return false;
}
} // namespace

bool isImageFile(const QString& path)
{
    static const QSet<QString> kSuffixes{QStringLiteral("png"), QStringLiteral("jpg"), QStringLiteral("jpeg"),
                                         QStringLiteral("bmp"), QStringLiteral("ppm"), QStringLiteral("pgm")};
    return kSuffixes.contains(QFileInfo(path).suffix().toLower());
}

ModelSession::ModelSession(EngineFactory factory, QObject* parent)
    : QObject(parent)
    , m_factory(std::move(factory))
    , m_baseline(this)
    , m_analysis(this)
{
    connect(&m_baseline, &ModelSlot::changed, this, &ModelSession::changed);
    connect(&m_analysis, &ModelSlot::changed, this, &ModelSession::changed);
    connect(&m_engineLoader, &JobRunner::finished, this, &ModelSession::takeEngine);
    connect(&m_engineLoader, &JobRunner::failed, this, [this](const Error& error) {
        m_isCompareWanted = false;
        m_waiting.clear();
        m_baseline.stopWaiting(errorLabel(error));
        m_analysis.stopWaiting(errorLabel(error));
        Q_EMIT changed();
        Q_EMIT failed(errorLabel(error));
    });
    connect(&m_compare, &JobRunner::started, this, &ModelSession::changed);
    connect(&m_compare, &JobRunner::cancelled, this, &ModelSession::changed);
    connect(&m_compare, &JobRunner::finished, this, [this] {
        m_request = m_asked;
        Q_EMIT resultChanged();
        Q_EMIT changed();
    });
    connect(&m_compare, &JobRunner::failed, this, [this](const Error& error) {
        Q_EMIT changed();
        Q_EMIT failed(errorLabel(error));
    });
}

void ModelSession::loadEngine()
{
    if (m_engine || m_engineLoader.isRunning())
        return;
    m_engineLoader.start([] { return tr("Loading the engine"); },
                         [factory = m_factory](JobContext&) { return factory(); });
}

std::vector<std::string> ModelSession::inputWords() const
{
    std::vector<std::string> words;
    for (const QString& word : m_inputs)
        words.push_back(word.toStdString());
    if (words.empty())
        words.push_back(sampleData().isEmpty() ? kRandomInputs : sampleData().toStdString() + "[0]");
    return words;
}

results::InputSelection ModelSession::samples() const
{
    results::InputSelection samples;
    samples.inputs = inputWords();
    samples.images = m_images;
    return samples;
}

results::InputSelection ModelSession::allSamples() const
{
    auto all = samples();
    const bool isOfData = m_inputs.isEmpty() || m_inputs.front().startsWith(sampleData() + u'[');
    if (sampleData().isEmpty() || !isOfData)
        return all;
    all.inputs.clear();
    all.data = sampleData().toStdString();
    return all;
}

bool ModelSession::hasSamples() const
{
    return !inputWords().front().starts_with(kRandomInputs);
}

bool ModelSession::hasImages() const
{
    QStringList paths{m_data, m_calibration};
    for (const QString& word : m_inputs)
        paths.append(word.mid(word.indexOf(u'=') + 1));
    return std::ranges::any_of(paths, &holdsImages);
}

void ModelSession::setConfig(const QString& path)
{
    if (path == m_config)
        return;
    m_config = path;
    m_configText.reset();
    Q_EMIT changed();
}

void ModelSession::setCalibration(const QString& path)
{
    if (path == m_calibration)
        return;
    m_calibration = path;
    m_hasRecord = isRecordFile(path);
    Q_EMIT changed();
}

QString ModelSession::mapFile() const
{
    return m_mapped == std::pair(m_baseline.path(), m_analysis.path()) ? m_mapFile : QString();
}

void ModelSession::setMapFile(const QString& path)
{
    if (path == mapFile())
        return;
    m_mapFile = path;
    m_mapped = {m_baseline.path(), m_analysis.path()};
    Q_EMIT changed();
}

void ModelSession::setVariant(results::ModelVariant which)
{
    if (which == variant())
        return;
    m_variant = which;
    m_variantBeside = openFiles();
    Q_EMIT changed();
}

results::ModelVariant ModelSession::variant() const
{
    return m_variantBeside == openFiles() ? m_variant : results::ModelVariant::None;
}

bool ModelSession::isSimulated() const
{
    return !isVariant() && !m_config.isEmpty()
           && (m_isSimulationPreferred || m_analysis.state() == ModelSlot::State::Empty);
}

bool ModelSession::areOpen(const results::ModelPair& models) const
{
    const auto now = this->models();
    return models.baseline == now.baseline && models.analysisName() == now.analysisName();
}

bool ModelSession::isResultOfOthers() const
{
    return result() && !m_request.samples.inputs.empty() && !areOpen(m_request.models);
}

bool ModelSession::isDumpCompared() const
{
    const auto isDump = [](const ModelSlot& slot) { return QFileInfo(slot.path()).isDir(); };
    return !isVariant() && !isSimulated() && isDump(m_baseline) != isDump(m_analysis);
}

bool ModelSession::canSimulate() const
{
    return m_baseline.isUsable() && !m_config.isEmpty() && !(m_calibration.isEmpty() && m_data.isEmpty());
}

results::QuantizationOptions ModelSession::quantization() const
{
    results::QuantizationOptions options;
    options.config = m_config.toStdString();
    options.configText = m_configText;
    options.allowsUnknownLayers = m_areUnknownLayersAllowed;
    options.activationFormat = m_formats.activation;
    options.weightFormat = m_formats.weight;
    options.highPrecisionFormat = m_formats.highPrecision;
    if (m_hasRecord)
        options.record = m_calibration.toStdString();
    else
        options.data = (m_calibration.isEmpty() ? m_data : m_calibration).toStdString();
    return options;
}

results::ModelPair ModelSession::models() const
{
    results::ModelPair models;
    models.baseline = m_baseline.path().toStdString();
    if (isVariant())
        models.variant = variant();
    else if (isSimulated())
        models.quantization = quantization();
    else
        models.analysis = m_analysis.path().toStdString();
    return models;
}

std::optional<results::QuantizationOptions> ModelSession::comparedSimulation() const
{
    const bool isOpen = result() && isSimulated() && m_request.models.analysis.empty()
                        && m_request.models.baseline == m_baseline.path().toStdString()
                        && m_request.models.quantization.config == m_config.toStdString();
    return isOpen ? std::optional(m_request.models.quantization) : std::nullopt;
}

void ModelSession::withEngine(QObject* context, EngineAction action)
{
    if (m_engine) {
        action(m_engine);
        return;
    }
    m_waiting.append({context, std::move(action)});
    loadEngine();
}

QString ModelSession::analysisTitle() const
{
    if (variant() == results::ModelVariant::Folded)
        return tr("the baseline, folded");
    if (variant() == results::ModelVariant::Fused)
        return tr("the baseline, folded and fused");
    if (!isSimulated())
        return m_analysis.fileName();
    QStringList parts{QFileInfo(m_config).fileName()};
    for (const auto& format : {m_formats.activation, m_formats.weight, m_formats.highPrecision})
        if (!format.empty())
            parts.append(QString::fromStdString(format));
    return tr("simulated with %1").arg(parts.join(QStringLiteral(", ")));
}

bool ModelSession::canCompare() const
{
    if (isVariant())
        return m_baseline.isUsable();
    if (isSimulated())
        return canSimulate();
    return m_baseline.isUsable() && m_analysis.isUsable();
}

void ModelSession::compare()
{
    if (!canCompare())
        return;
    if (m_engine) {
        startCompare();
        return;
    }
    m_isCompareWanted = true;
    loadEngine();
    Q_EMIT changed();
}

void ModelSession::show(const std::shared_ptr<const results::CompareResult>& result, const Label& title)
{
    m_isCompareWanted = false;
    m_asked = {};
    m_asked.models.baseline = result->baseline;
    m_asked.models.analysis = result->analysis;
    m_compare.start(title, [result](JobContext&) { return result; });
}

void ModelSession::cancel()
{
    const bool wasWaiting = std::exchange(m_isCompareWanted, false);
    m_compare.cancel();
    if (wasWaiting)
        Q_EMIT changed();
}

void ModelSession::takeEngine()
{
    m_engine = m_engineLoader.result();
    m_baseline.setEngine(m_engine);
    m_analysis.setEngine(m_engine);
    Q_EMIT changed();
    for (const auto& [context, action] : std::exchange(m_waiting, {}))
        if (context)
            action(m_engine);
    if (std::exchange(m_isCompareWanted, false))
        startCompare();
}

void ModelSession::startCompare()
{
    results::CompareRequest request;
    request.models = models();
    request.samples = samples();
    if (!isSimulated() && !isVariant()) // whose layers are the baseline's
        request.mapFile = mapFile().toStdString();
    request.causes = m_causes;
    request.withHistograms = true; // the inspector shows those of whichever layer is selected
    request.options.postProcess = m_postProcess;
    if (isDumpCompared()) {
        request.targetArithmetic = m_targetArithmetic.toStdString();
        if (!m_targetArithmetic.isEmpty() && canSimulate()) // a float model computes so by its config
            request.models.quantization = quantization();
    }
    m_asked = request;
    m_compare.start([] { return tr("Comparing layers"); },
                    [engine = m_engine, request](JobContext& context) { return engine->compare(request, context); });
}

} // namespace ql::widgets
