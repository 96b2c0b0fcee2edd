// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent networks.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::recurrent {

namespace {

constexpr std::array kRows{
    op("GRU", Drawing::Product, Bias{3}, Gates{3}, &T::isRecurrent, &T::lacksChannels, macs::recurrent,
       shapes::recurrent, Torch{"torch.nn.GRU"}),
    op("LSTM", Drawing::Product, Bias{3}, Gates{4}, &T::isRecurrent, &T::lacksChannels, macs::recurrent,
       shapes::recurrent, Torch{"torch.nn.LSTM"}),
    op("RNN", Bias{3}, Gates{1}, &T::isRecurrent, &T::lacksChannels, macs::recurrent, shapes::recurrent),
    microsoft("AttnLSTM", Drawing::Product),
    microsoft("DynamicQuantizeLSTM", Family{"LSTM"}, Drawing::Product, Integers::Dynamic, &signatures::kDynamicLstm,
              macs::recurrent, shapes::recurrent),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::recurrent
