// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/request_parts.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/session/model_slot.h"
#include "widgets/text/label.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

/// So many samples a judge of all of them sees at most: a share of few moves in jumps, and their outputs are held at
/// once.
inline constexpr std::size_t kMostForJudge = 256;

/// By its name.
bool isImageFile(const QString& path);

/// Number formats by name (core/graph/formats) for all layers of which the config says nothing of their own; empty = as
/// the config says, and float32 for layers that are left in float.
struct SimulatedFormats {
    std::string activation;
    std::string weight;
    std::string highPrecision;

    bool operator==(const SimulatedFormats&) const = default;
};

/// What is loaded and what came out: the two models or the config that simulates the second one, the inputs, the engine
/// and the comparison. Owned by the
/// Workbench; every view reads it. Works on GUI thread; runs nothing itself but through its job runners.
class ModelSession : public QObject {
    Q_OBJECT

public:
    using EngineFactory = std::function<std::shared_ptr<engine::Engine>()>;

    explicit ModelSession(EngineFactory factory, QObject* parent = nullptr);

    /// Loads the engine in the background, once. Whatever was asked for meanwhile starts when it is there.
    void loadEngine();
    bool hasEngine() const { return m_engine != nullptr; }
    using EngineAction = std::function<void(std::shared_ptr<engine::Engine>)>;
    /// Calls @p action with the engine: at once, or when it is there. Forgotten if @p context dies or no engine comes.
    void withEngine(QObject* context, EngineAction action);

    ModelSlot& baseline() { return m_baseline; }
    const ModelSlot& baseline() const { return m_baseline; }
    ModelSlot& analysis() { return m_analysis; }
    const ModelSlot& analysis() const { return m_analysis; }
    const QStringList& inputs() const { return m_inputs; }
    /// `--input` words. None means the first sample of what data is open, or random numbers.
    void setInputs(const QStringList& words) { keep(m_inputs, words); }
    /// For a request: the inputs, else the first sample of the data, of the calibration data, else the word for random
    /// numbers.
    std::vector<std::string> inputWords() const;
    /// How images become tensors: those of the inputs, of the data and of the calibration data.
    const results::ImageOptions& images() const { return m_images; }
    void setImages(const results::ImageOptions& images) { keep(m_images, images); }
    /// The inputs, for a request.
    results::InputSelection samples() const;
    /// All samples that what is shown was chosen from: the data, else the calibration data, else the inputs alone.
    results::InputSelection allSamples() const;
    /// Whether samples() are the user's, not random numbers.
    bool hasSamples() const;
    /// Whether any of them is an image, or a folder of images.
    bool hasImages() const;
    /// A program of the user's that says how good outputs are, for the analyses that ask one; no command = none.
    const results::JudgeOptions& judge() const { return m_judge; }
    void setJudge(const results::JudgeOptions& judge) { keep(m_judge, judge); }
    bool hasJudge() const { return !m_judge.command.empty(); }
    /// A data set to look for bad cases in; empty = none.
    const QString& data() const { return m_data; }
    void setData(const QString& path) { keep(m_data, path); }
    /// What samples are taken from: the data, else the calibration data where that is no record; empty = nothing is
    /// open.
    const QString& sampleData() const { return m_data.isEmpty() && !m_hasRecord ? m_calibration : m_data; }
    /// A quantization config; empty = none.
    const QString& config() const { return m_config; }
    void setConfig(const QString& path);
    /// What a simulation computes with.
    const SimulatedFormats& formats() const { return m_formats; }
    void setFormats(const SimulatedFormats& formats) { keep(m_formats, formats); }
    /// What the config says while it is edited, in place of its file; nothing = as in the file. Asks nobody again.
    void setConfigText(std::optional<std::string> text) { m_configText = std::move(text); }
    /// A data set to calibrate with, or a quantization-factor record; empty = data() is taken.
    const QString& calibration() const { return m_calibration; }
    void setCalibration(const QString& path);
    /// Whether calibration() is a record, which leaves nothing to calibrate.
    bool hasRecord() const { return m_hasRecord; }
    /// Which layers a comparison runs again under control.
    results::CauseRuns causes() const { return m_causes; }
    /// Which layers are pairs, whatever they are called: lines "baseline_name analysis_name". Holds for the two models
    /// that are open when it is set; empty = none.
    QString mapFile() const;
    void setMapFile(const QString& path);
    /// What is measured in the outputs' place, "name = expression" each (core/analysis/expressions); empty =
    /// themselves.
    const std::vector<std::string>& postProcess() const { return m_postProcess; }
    void setPostProcess(const std::vector<std::string>& expressions) { keep(m_postProcess, expressions); }
    /// How a model on integers computes beside a target's dump: a name, "auto" = all are tried; empty = as the model
    /// says. Holds for comparisons with dumps.
    const QString& targetArithmetic() const { return m_targetArithmetic; }
    void setTargetArithmetic(const QString& name) { keep(m_targetArithmetic, name); }
    /// Whether one of the two models is a folder of a target's tensors, and the other one is no such folder.
    bool isDumpCompared() const;
    /// Holds for the next comparison.
    void setCauses(results::CauseRuns causes) { keep(m_causes, causes); }
    /// With a config: compare with what it makes of the baseline although an analysis model is open.
    void setSimulationPreferred(bool isPreferred) { keep(m_isSimulationPreferred, isPreferred); }
    bool isSimulationPreferred() const { return m_isSimulationPreferred; }
    /// With a config: leave out what it says of layers that the model doesn't have, where that is an error otherwise.
    void setUnknownLayersAllowed(bool areAllowed) { keep(m_areUnknownLayersAllowed, areAllowed); }
    bool areUnknownLayersAllowed() const { return m_areUnknownLayersAllowed; }
    /// Compare with what an optimizer makes of the baseline, in place of the analysis model and the config that are
    /// open when it is set: opening others ends it.
    void setVariant(results::ModelVariant variant);
    results::ModelVariant variant() const;
    bool isVariant() const { return variant() != results::ModelVariant::None; }
    /// What the baseline is compared with: a file's name, or what the analysis model is made by; empty while nothing is
    /// there.
    QString analysisTitle() const;
    /// Whether the analysis model is what the config makes of the baseline.
    bool isSimulated() const;
    /// Whether there is all that a simulation needs.
    bool canSimulate() const;
    /// How the config quantizes, for requests that simulate.
    results::QuantizationOptions quantization() const;
    /// How result() was simulated, where that was with the baseline and the config that are open.
    std::optional<results::QuantizationOptions> comparedSimulation() const;
    /// The two models, or the baseline and how to simulate the other one.
    results::ModelPair models() const;
    /// Whether @p models are those that would be compared now; a config may have been edited since.
    bool areOpen(const results::ModelPair& models) const;
    /// Whether the result is about files that have been replaced by others since. False of a document's result.
    bool isResultOfOthers() const;

    bool canCompare() const;
    bool isComparing() const { return m_isCompareWanted || m_compare.isRunning(); }
    void compare();
    /// Makes what an earlier comparison found the result(), in a job called @p title.
    void show(const std::shared_ptr<const results::CompareResult>& result, const Label& title);
    void cancel();

    /// Null before the first comparison finished.
    std::shared_ptr<const results::CompareResult> result() const { return m_compare.result(); }
    /// What result() is the answer to.
    const results::CompareRequest& request() const { return m_request; }
    JobRunner& compareJob() { return m_compare; }
    JobRunner& engineJob() { return m_engineLoader; }

Q_SIGNALS:
    /// Models, inputs or the engine changed.
    void changed();
    void resultChanged();
    /// Something that the user asked for did not work; already translated.
    void failed(const ql::widgets::Label& message);

private:
    template <typename Value>
    void keep(Value& held, const Value& value)
    {
        if (value == held)
            return;
        held = value;
        Q_EMIT changed();
    }
    QStringList openFiles() const { return {m_baseline.path(), m_analysis.path(), m_config}; }
    void takeEngine();
    void startCompare();

    EngineFactory m_factory;
    std::shared_ptr<engine::Engine> m_engine;
    ModelSlot m_baseline;
    ModelSlot m_analysis;
    QStringList m_inputs;
    results::ImageOptions m_images;
    results::JudgeOptions m_judge;
    QString m_data;
    QString m_config;
    std::optional<std::string> m_configText;
    SimulatedFormats m_formats;
    QString m_calibration;
    bool m_hasRecord = false;
    QString m_mapFile;
    std::pair<QString, QString> m_mapped; ///< the models that it is about
    bool m_isSimulationPreferred = false;
    bool m_areUnknownLayersAllowed = false;
    results::ModelVariant m_variant = results::ModelVariant::None;
    QStringList m_variantBeside; ///< the files that are open meanwhile
    QString m_targetArithmetic;
    std::vector<std::string> m_postProcess;
    results::CauseRuns m_causes = results::CompareRequest().causes;
    results::CompareRequest m_asked; ///< while it runs
    results::CompareRequest m_request;
    QList<std::pair<QPointer<QObject>, EngineAction>> m_waiting;
    bool m_isCompareWanted = false; ///< asked for before the engine was there
    ResultRunner<engine::Engine> m_engineLoader;
    ResultRunner<const results::CompareResult> m_compare;
};

} // namespace ql::widgets
