// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/repairs/repair_measures.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/edit_layers.h"
#include "core/engine/engine.h"
#include "core/results/config_result.h"
#include "core/results/model_info.h"
#include "widgets/analyses/answer_folder.h"
#include "widgets/analyses/trials/trials.h"
#include "widgets/config_document/edit_kinds.h"

#include <algorithm>
#include <set>

namespace ql::widgets {

namespace {

using results::CompareResult;

/// Of the kinds that are edits of layers.
EditKind editKindOf(RepairKind kind)
{
    switch (kind) {
    case RepairKind::PerChannel: return EditKind::PerChannel;
    case RepairKind::Range: return EditKind::Range;
    case RepairKind::WideWeight: return EditKind::WideWeight;
    case RepairKind::Wide: return EditKind::Int16;
    case RepairKind::Skip:
    case RepairKind::Calibrate:
    case RepairKind::Found: break;
    }
    return EditKind::Skip;
}

bool costsArithmetic(RepairKind kind)
{
    return kind == RepairKind::WideWeight || kind == RepairKind::Wide || kind == RepairKind::Skip;
}

class RepairMeasures {
public:
    RepairMeasures(engine::Engine& engine, const RepairQuestion& question, const std::stop_token& deadline,
                   JobContext& context, const MeasuredListener& listener)
        : m_engine(engine)
        , m_question(question)
        , m_context(context)
        , m_listener(listener)
        , m_onCancel(context.stopToken(), [this] { m_stop.request_stop(); })
        , m_onDeadline(deadline, [this] { m_stop.request_stop(); })
    {
    }

    std::shared_ptr<const MeasuredRepairs> run()
    {
        try {
            m_context.beginStage("measuring repairs", m_question.proposals.size() + 2);
            begin();
            for (const auto& proposal : m_question.proposals)
                measureProposal(proposal);
            if (!m_question.foundText.empty())
                add({RepairKind::Found, {}}, m_question.foundText);
            m_repairs.isComplete = true;
        } catch (const Cancelled&) {
            if (m_context.isCancelled())
                throw;
        } catch (const Error& error) { // nobody need have asked
            m_repairs.problem = error.whole();
        }
        return std::make_shared<const MeasuredRepairs>(m_repairs);
    }

private:
    JobContext inner() const { return {m_stop.get_token(), {}}; }

    std::shared_ptr<const CompareResult> compare(const results::ModelPair& models)
    {
        results::CompareRequest request;
        request.models = models;
        request.samples = m_question.samples;
        request.causes = results::CauseRuns::None;
        request.options.postProcess = m_question.postProcess;
        auto context = inner();
        return m_engine.compare(request, context);
    }
    results::ModelPair withText(const std::string& text) const
    {
        results::ModelPair models;
        models.baseline = m_question.before.baseline;
        models.quantization = m_question.quantization;
        models.quantization.configText = text;
        return models;
    }

    void begin()
    {
        if (m_question.known) {
            m_repairs = *m_question.known;
            m_repairs.isComplete = false;
            m_texts.insert(m_repairs.text);
            for (const auto& row : m_repairs.rows)
                m_texts.insert(row.text);
        }
        m_before = compare(m_question.before);
        const auto part = worstPart(*m_before);
        if (!part)
            throw Error(ErrorCode::BadArgument, "The outputs can't be judged by what was measured.");
        m_repairs.before = *part;
        m_repairs.samples = m_before->samples ? m_before->samples->count : 1;
        m_context.step();
        if (!m_question.known)
            makeConfig();
        auto context = inner();
        const results::InfoRequest request{.model = m_question.before.baseline};
        m_network = m_engine.graph(request, context);
        m_context.step();
    }

    /// That of the user, or one that quantizes as the analysis model is quantized.
    void makeConfig()
    {
        m_repairs.config = m_question.quantization.config;
        m_repairs.isMade = m_question.isMade();
        m_repairs.calibration = m_question.quantization.data;
        if (!m_repairs.isMade) {
            m_repairs.text = *m_question.quantization.configText;
            return;
        }
        auto context = inner();
        const auto& models = m_question.before;
        const auto made = m_engine.configFromModel({models.baseline, models.analysis, m_question.dialect}, context);
        m_repairs.text = made->text;
        const AnswerFolder folder;
        auto asGiven = withText(made->text);
        asGiven.quantization.data.clear();
        asGiven.quantization.record = folder.path() + "/record.txt";
        writeFileAtomically(asGiven.quantization.record, made->record);
        if (const auto part = worstPart(*compare(asGiven)))
            m_repairs.simulatedDb = part->sqnrDb;
    }

    /// A layer that the config can't name, or an edit that its dialect can't say, is no proposal.
    void measureProposal(const RepairProposal& proposal)
    {
        m_context.step();
        if (proposal.kind == RepairKind::Calibrate) {
            if (!m_question.before.analysis.empty())
                add(proposal, m_repairs.text);
            return;
        }
        const auto kind = editKindOf(proposal.kind);
        const RepairProposal known{proposal.kind, layersFor(kind, proposal.layers, m_network.get())};
        if (known.layers.empty())
            return;
        try {
            auto file = config::ConfigFile::ofText(m_repairs.config, m_repairs.text, m_question.dialect);
            config::editLayers(file, editsOf(kind, known.layers, &file.config()), m_network.get(), false);
            add(known, file.text());
        } catch (const Error&) {
            return;
        }
    }

    /// A text that can't be simulated repairs nothing.
    void add(const RepairProposal& proposal, const std::string& text)
    {
        try {
            if (m_texts.insert(text).second)
                measure(proposal, text);
        } catch (const Error&) {
            ++m_repairs.tried;
        }
    }

    void measure(const RepairProposal& proposal, const std::string& text)
    {
        const auto after = compare(withText(text));
        const auto part = worstPart(*after);
        if (!part)
            return;
        auto change = changeBetween(*m_before, *after);
        change.beforeResult = m_before;
        change.afterResult = after;
        if (proposal.kind == RepairKind::Calibrate && !m_repairs.isMade)
            m_repairs.simulatedDb = part->sqnrDb;
        addMeasured(m_repairs, {proposal, text, *part, std::make_shared<const results::TrialChange>(std::move(change)),
                                macShareOf(proposal)});
        if (m_listener)
            m_listener(std::make_shared<const MeasuredRepairs>(m_repairs));
    }

    double macShareOf(const RepairProposal& proposal) const
    {
        double all = 0.0;
        double touched = 0.0;
        for (const auto& row : m_question.compared->layers) {
            all += double(row.macs);
            if (std::ranges::find(proposal.layers, row.name) != proposal.layers.end())
                touched += double(row.macs);
        }
        return costsArithmetic(proposal.kind) && all > 0.0 ? touched / all : 0.0;
    }

    engine::Engine& m_engine;
    const RepairQuestion& m_question;
    JobContext& m_context;
    const MeasuredListener& m_listener;
    std::stop_source m_stop; ///< of the user, or at the deadline
    std::stop_callback<std::function<void()>> m_onCancel;
    std::stop_callback<std::function<void()>> m_onDeadline;
    std::shared_ptr<const CompareResult> m_before;
    std::shared_ptr<const graph::Graph> m_network;
    std::set<std::string> m_texts; ///< that were measured
    MeasuredRepairs m_repairs;
};

} // namespace

std::shared_ptr<const MeasuredRepairs> measureRepairs(engine::Engine& engine, const RepairQuestion& question,
                                                      const std::stop_token& deadline, JobContext& context,
                                                      const MeasuredListener& listener)
{
    return RepairMeasures(engine, question, deadline, context, listener).run();
}

} // namespace ql::widgets
