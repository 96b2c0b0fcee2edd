// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent networks.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "GRU",
     .drawing = Drawing::Product,
     .biasSlot = 3,
     .isRecurrent = true,
     .lacksChannels = true,
     .macs = macs::recurrent,
     .shapes = shapes::recurrent,
     .torchNames = "torch.nn.GRU"},
    {.name = "LSTM",
     .drawing = Drawing::Product,
     .biasSlot = 3,
     .isRecurrent = true,
     .lacksChannels = true,
     .macs = macs::recurrent,
     .shapes = shapes::recurrent,
     .torchNames = "torch.nn.LSTM"},
    {.name = "RNN",
     .biasSlot = 3,
     .isRecurrent = true,
     .lacksChannels = true,
     .macs = macs::recurrent,
     .shapes = shapes::recurrent},
    {.name = "AttnLSTM", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "DynamicQuantizeLSTM",
     .domain = kMicrosoft,
     .family = "LSTM",
     .drawing = Drawing::Product,
     .integers = Integers::Dynamic,
     .signature = &signatures::kDynamicLstm,
     .macs = macs::recurrent,
     .shapes = shapes::recurrent},
};

} // namespace

std::span<const OperatorTraits> recurrent()
{
    return kRows;
}

} // namespace ql::graph::rows
