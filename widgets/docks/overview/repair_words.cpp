// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/repair_words.h"

#include "core/report/overview/edit_words.h"
#include "widgets/text/core_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct RepairWords {
    Q_DECLARE_TR_FUNCTIONS(RepairWords)
};

constexpr qsizetype kMostLetters = 26;  ///< of a layer's name on a button
constexpr qsizetype kLongestTitle = 64; ///< of a button of several changes
constexpr double kHundred = 100.0;

/// The end of a name says more than its scopes.
QString shortName(const QString& name)
{
    return name.size() <= kMostLetters ? name : u'…' + name.right(kMostLetters - 1);
}

QString layersText(const std::vector<std::string>& layers, bool isShort)
{
    const QString first = layers.empty() ? QString() : QString::fromStdString(layers.front());
    const QString name = isShort ? shortName(first) : first;
    return layers.size() < 2 ? name : RepairWords::tr("%1 and %n more", nullptr, int(layers.size()) - 1).arg(name);
}

QString costText(const MeasuredRepair& repair)
{
    const QString percent = QString::number(kHundred * repair.macShare, 'f', repair.macShare < 0.1 ? 1 : 0);
    if (!repair.proposal.beside.empty() && repair.macShare > 0.0)
        return RepairWords::tr("%1 % of the multiplications wider or in float").arg(percent);
    switch (repair.proposal.kind) {
    case RepairKind::Skip: return RepairWords::tr("%1 % of the multiplications in float").arg(percent);
    case RepairKind::Wide: return RepairWords::tr("%1 % of the multiplications with 16-bit inputs").arg(percent);
    case RepairKind::WideWeight: return RepairWords::tr("%1 % of the multiplications with wider weights").arg(percent);
    case RepairKind::Calibrate:
    case RepairKind::Range:
    case RepairKind::PerChannel: return RepairWords::tr("no more arithmetic");
    case RepairKind::Tuned: return RepairWords::tr("%1 % of the multiplications wider or in float").arg(percent);
    case RepairKind::Found: break;
    }
    return {};
}

/// Without the layers, before another change of the same.
QString kindName(RepairKind kind)
{
    switch (kind) {
    case RepairKind::PerChannel: return RepairWords::tr("A scale per channel");
    case RepairKind::Range: return RepairWords::tr("Range of least error");
    case RepairKind::WideWeight: return RepairWords::tr("More weight bits");
    case RepairKind::Wide: return RepairWords::tr("int16");
    case RepairKind::Calibrate:
    case RepairKind::Skip:
    case RepairKind::Found:
    case RepairKind::Tuned: break;
    }
    return {};
}

QString changeTitle(RepairKind kind, const QString& layers, bool areMany)
{
    switch (kind) {
    case RepairKind::Calibrate: return RepairWords::tr("Calibrate the config anew");
    case RepairKind::PerChannel: return RepairWords::tr("A scale per channel: %1").arg(layers);
    case RepairKind::Range: return RepairWords::tr("Range of least error: %1").arg(layers);
    case RepairKind::WideWeight: return RepairWords::tr("More weight bits: %1").arg(layers);
    case RepairKind::Wide: return RepairWords::tr("int16: %1").arg(layers);
    case RepairKind::Skip:
        return areMany ? RepairWords::tr("Skip together: %1").arg(layers) : RepairWords::tr("Skip %1").arg(layers);
    case RepairKind::Found: return RepairWords::tr("All that the search found");
    case RepairKind::Tuned: return RepairWords::tr("The overrides that tune found");
    }
    return {};
}

QString changeTitle(const RepairProposal& proposal, bool isShort)
{
    return changeTitle(proposal.kind, layersText(proposal.layers, isShort), proposal.layers.size() > 1);
}

} // namespace

QString decibelText(double db)
{
    if (std::isinf(db))
        return db > 0.0 ? RepairWords::tr("∞ dB (equal)") : RepairWords::tr("NaN or infinite");
    return RepairWords::tr("%1 dB").arg(QString::number(db, 'f', 1).replace(u'-', QChar(0x2212)));
}

QString repairTitle(const RepairProposal& proposal, bool isShort)
{
    const QString kind = kindName(proposal.kind);
    if (proposal.beside.size() == 1 && proposal.beside.front().layers == proposal.layers && !kind.isEmpty())
        return RepairWords::tr("%1 + %2", "two changes made together")
            .arg(kind, changeTitle(proposal.beside.front(), isShort));
    QString title = changeTitle(proposal, isShort);
    for (std::size_t i = 0; i < proposal.beside.size(); ++i) {
        const QString longer = RepairWords::tr("%1 + %2", "two changes made together")
                                   .arg(title, changeTitle(proposal.beside[i], isShort));
        if (isShort && longer.size() > kLongestTitle)
            return RepairWords::tr("%1 + %n more change(s)", nullptr, int(proposal.beside.size() - i)).arg(title);
        title = longer;
    }
    return title;
}

QString distinctTitle(const RepairProposal& proposal)
{
    QStringList names;
    for (const std::string& layer : proposal.layers)
        names.append(QString::fromStdString(layer.substr(layer.rfind('/') + 1)));
    const QString layers = names.join(RepairWords::tr(", ", "between names of layers"));
    QString title = changeTitle(proposal.kind, layers, names.size() > 1);
    if (!proposal.beside.empty())
        title = RepairWords::tr("%1 + %n more change(s)", nullptr, int(proposal.beside.size())).arg(title);
    return title.size() <= kLongestTitle ? title : title.left(kLongestTitle - 1) + u'…';
}

bool isSaidBefore(const MeasuredRepairs& repairs, std::size_t row)
{
    const auto& proposal = repairs.rows[row].proposal;
    const auto isAmongThese = [&](const std::string& layer) {
        return std::ranges::find(proposal.layers, layer) != proposal.layers.end();
    };
    for (std::size_t earlier = 0; earlier < row; ++earlier) {
        const auto& before = repairs.rows[earlier].proposal;
        if (before.kind == proposal.kind && before.beside == proposal.beside
            && std::ranges::all_of(before.layers, isAmongThese)
            && repairReason(repairs, earlier) == repairReason(repairs, row))
            return true;
    }
    return false;
}

QString gainText(const MeasuredRepairs& repairs, const WorstPart& after)
{
    return RepairWords::tr("%1 → %2 on the worst of %n sample(s)", nullptr, int(repairs.samples))
        .arg(decibelText(repairs.before.sqnrDb), decibelText(after.sqnrDb));
}

Message repairEdits(const RepairProposal& proposal)
{
    using enum report::ConfigChange;
    std::vector<Message> titles;
    switch (proposal.kind) {
    case RepairKind::Calibrate: titles.push_back(report::changeTitle(Calibrated)); break;
    case RepairKind::PerChannel: titles.push_back(report::changeTitle(PerChannel, proposal.layers)); break;
    case RepairKind::Range: titles.push_back(report::changeTitle(Range, proposal.layers)); break;
    case RepairKind::WideWeight: titles.push_back(report::changeTitle(WideWeight, proposal.layers)); break;
    case RepairKind::Wide: titles.push_back(report::changeTitle(Int16, proposal.layers)); break;
    case RepairKind::Skip: titles.push_back(report::changeTitle(Skip, proposal.layers)); break;
    case RepairKind::Found: titles.push_back(report::changeTitle(Found)); break;
    case RepairKind::Tuned: titles.push_back(report::changeTitle(Tuned)); break;
    }
    for (const auto& other : proposal.beside)
        titles.push_back(repairEdits(other));
    return report::editsText(std::move(titles));
}

QString repairReason(const MeasuredRepairs& repairs, std::size_t row)
{
    const MeasuredRepair& repair = repairs.rows[row];
    QStringList facts{gainText(repairs, repair.after), costText(repair)};
    if (!repair.forbidden.empty())
        facts.append(RepairWords::tr("the target's rules forbid it: %1").arg(coreText(repair.forbidden)));
    facts.removeAll(QString());
    return facts.join(RepairWords::tr("; ", "between facts about a repair"));
}

const char* repairIcon(RepairKind kind)
{
    switch (kind) {
    case RepairKind::Calibrate: return "restore";
    case RepairKind::PerChannel: return "tune";
    case RepairKind::Range: return "tune";
    case RepairKind::WideWeight:
    case RepairKind::Wide: return "int16";
    case RepairKind::Skip: return "skip";
    case RepairKind::Tuned: return "tune";
    case RepairKind::Found: break;
    }
    return "fix";
}

QString gateWords(const MeasuredRepairs& repairs)
{
    if (!repairs.problem.empty())
        return coreSentence(repairs.problem);
    if (!repairs.isOtherNetwork())
        return {};
    return RepairWords::tr("The config doesn't make the model that was opened: simulated, the worst output has %1, in "
                           "the opened model %2, on the same samples. What is promised here is of the simulation.")
        .arg(decibelText(*repairs.simulatedDb), decibelText(repairs.before.sqnrDb));
}

} // namespace ql::widgets
