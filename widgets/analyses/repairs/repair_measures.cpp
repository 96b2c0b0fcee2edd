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
#include <limits>
#include <set>

namespace ql::widgets {

namespace {

using results::CompareResult;

constexpr std::size_t kMostBeside = 3;
constexpr double kWorst = -std::numeric_limits<double>::infinity();

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
    case RepairKind::Found:
    case RepairKind::Tuned: break;
    }
    return EditKind::Skip;
}

bool costsArithmetic(RepairKind kind)
{
    return kind == RepairKind::WideWeight || kind == RepairKind::Wide || kind == RepairKind::Skip
           || kind == RepairKind::Tuned;
}

/// Whether @p layer costs more by @p proposal or what is changed together with it.
bool isDearer(const RepairProposal& proposal, const std::string& layer)
{
    const bool isNamed = std::ranges::find(proposal.layers, layer) != proposal.layers.end();
    return (isNamed && costsArithmetic(proposal.kind))
           || std::ranges::any_of(proposal.beside, [&](const auto& other) { return isDearer(other, layer); });
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
            combine();
            if (m_question.found)
                measureFound(*m_question.found);
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
                add({.proposal = proposal, .text = m_repairs.text});
            return;
        }
        const auto kind = editKindOf(proposal.kind);
        const RepairProposal known{proposal.kind, layersFor(kind, proposal.layers, m_network.get())};
        if (known.layers.empty())
            return;
        if (const auto changed = edited(m_repairs.text, known)) {
            m_edits.push_back(known);
            add({.proposal = known, .text = changed->text, .forbidden = changed->forbidden});
        }
    }

    struct Edited {
        std::string text;
        Message forbidden; ///< by what rule of the target; empty = it takes it
    };

    /// @p text with the layers of @p edit changed; nothing where its dialect can't say it.
    std::optional<Edited> edited(const std::string& text, const RepairProposal& edit) const
    {
        try {
            auto file = config::ConfigFile::ofText(m_repairs.config, text, m_question.dialect);
            const auto edits = editsOf(editKindOf(edit.kind), edit.layers, &file.config());
            const bool areFollowed = costsArithmetic(edit.kind); // else what only moves their data has other scales
            const auto result = config::editLayers(file, edits, m_network.get(), areFollowed);
            return Edited{file.text(), result.findings.empty() ? Message() : result.findings.front().message};
        } catch (const Error&) {
            return std::nullopt;
        }
    }

    /// Of what is no dearer to the target than what is @p forbidden, or not, in decibels.
    double bestBeside(const Message& forbidden) const
    {
        double best = kWorst;
        for (const auto& row : m_repairs.rows)
            if (row.forbidden.empty() || !forbidden.empty())
                best = std::max(best, row.after.sqnrDb);
        return best;
    }

    /// Faults hide each other, so that what wins nothing alone may win beside another: the best with each of the
    /// others, for as long as the outputs are not near and one of these wins more.
    void combine()
    {
        if (m_edits.empty())
            return;
        for (std::size_t round = 0; round < kMostBeside && !m_repairs.rows.empty(); ++round) {
            const MeasuredRepair best = m_repairs.rows.front();
            if (best.after.quality <= results::Quality::Fair)
                return;
            m_context.beginStage("combining repairs", m_edits.size());
            for (const auto& edit : m_edits) {
                m_context.step();
                const auto changed = edited(best.text, edit);
                if (!changed)
                    continue;
                auto both = best.proposal;
                both.beside.push_back(edit);
                const auto& forbidden = best.forbidden.empty() ? changed->forbidden : best.forbidden;
                add({.proposal = both, .text = changed->text, .forbidden = forbidden}, bestBeside(forbidden));
            }
            if (m_repairs.rows.front().text == best.text)
                return;
        }
    }

    /// A text that can't be simulated repairs nothing, nor one that wins nothing over @p least decibels.
    void add(MeasuredRepair repair, double least = kWorst)
    {
        try {
            if (m_texts.insert(repair.text).second)
                measure(std::move(repair), least);
        } catch (const Error&) {
            ++m_repairs.tried;
        }
    }

    void measure(MeasuredRepair repair, double least)
    {
        const auto after = compare(withText(repair.text));
        const auto part = worstPart(*after);
        const auto kind = repair.proposal.kind;
        if (part && (kind == RepairKind::Found || kind == RepairKind::Tuned))
            m_repairs.finds.push_back({repair.text, *part});
        if (!part || part->sqnrDb < least + kLeastGainDb) {
            ++m_repairs.tried;
            return;
        }
        auto change = changeBetween(*m_before, *after);
        change.beforeResult = m_before;
        change.afterResult = after;
        if (repair.proposal.kind == RepairKind::Calibrate && !m_repairs.isMade)
            m_repairs.simulatedDb = part->sqnrDb;
        repair.after = *part;
        repair.change = std::make_shared<const results::TrialChange>(std::move(change));
        repair.macShare = macShareOf(repair.proposal);
        addMeasured(m_repairs, std::move(repair));
        if (m_listener)
            m_listener(std::make_shared<const MeasuredRepairs>(m_repairs));
    }

    /// What wins nothing over all samples is known, too: nobody is to promise it by fewer of them.
    void measureFound(const FoundRepairs& found)
    {
        if (!found.text.empty() && !m_repairs.afterOf(found.text)) {
            m_texts.erase(found.text);
            add({.proposal = {found.kind, found.layers}, .text = found.text});
        }
        if (found.model.empty() || m_repairs.afterOf(found.model))
            return;
        results::ModelPair models;
        models.baseline = m_question.before.baseline;
        models.analysis = found.model;
        if (const auto part = worstPart(*compare(models)))
            m_repairs.finds.push_back({found.model, *part});
    }

    double macShareOf(const RepairProposal& proposal) const
    {
        double all = 0.0;
        double touched = 0.0;
        for (const auto& row : m_question.compared->layers) {
            all += double(row.macs);
            if (isDearer(proposal, row.name))
                touched += double(row.macs);
        }
        return all > 0.0 ? touched / all : 0.0;
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
    std::set<std::string> m_texts;       ///< that were measured
    std::vector<RepairProposal> m_edits; ///< that the config can say
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
