// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/exported_program/operator_writer.h"

namespace ql::importers::exported_program {

/// Makes @p value the operation's first output. @throws Error (UnsupportedOperator) where anybody may read another
void giveOnly(OperatorWriter& writer, torch::jit::Value* value);

// attention_forms.cpp
void attend(OperatorWriter& writer);

// normalization_forms.cpp
void normalizeBatch(OperatorWriter& writer);
void normalizeLayer(OperatorWriter& writer);
void normalizeGroups(OperatorWriter& writer);
void normalizeByRootMeanSquare(OperatorWriter& writer);
void softmax(OperatorWriter& writer);
void safeSoftmax(OperatorWriter& writer);

} // namespace ql::importers::exported_program
