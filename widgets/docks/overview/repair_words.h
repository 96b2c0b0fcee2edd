// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/repairs/measured_repairs.h"

#include <QString>

namespace ql::widgets {

/// What a button says: "A scale per channel: conv_3". Layers' names are shortened where @p isShort.
QString repairTitle(const RepairProposal& proposal, bool isShort);
/// Where two changes have the same title: with the ends of all layers' names, as far as there is room.
QString distinctTitle(const RepairProposal& proposal);
/// Whether that row says no more than one before it: the same kind, gain and cost, and that one's layers among others.
bool isSaidBefore(const MeasuredRepairs& repairs, std::size_t row);
/// "2.1 → 34.9 dB on the worst of 64 samples": over all samples, as of every number that is offered.
QString gainText(const MeasuredRepairs& repairs, const WorstPart& after);
/// What it does to the config, as a step of undo and a trial are called.
Message repairEdits(const RepairProposal& proposal);
/// The gain and what it costs.
QString repairReason(const MeasuredRepairs& repairs, std::size_t row);
/// Name of its icon.
const char* repairIcon(RepairKind kind);
/// Why the config is another network than the one that was opened: no config can say it, or both numbers. Empty where
/// it isn't.
QString gateWords(const MeasuredRepairs& repairs);
/// "34.9 dB", "∞ dB"; NaN in words.
QString decibelText(double db);

} // namespace ql::widgets
