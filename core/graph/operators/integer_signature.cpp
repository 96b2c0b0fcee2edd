// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/integer_signature.h"

namespace ql::graph::signatures {

namespace {

const std::vector<IntegerOperand> kTwo{{0, 1, 2, 0}, {3, 4, 5, 1}};

} // namespace

const IntegerSignature kAccumulating{{{0, -1, 2, 0}, {1, -1, 3, 1}}, {}, -1, {}};
const IntegerSignature kAttention{{{0, 3, 6, 0}, {1, 4, 7, 1}}, {}, -1, {{2, 2}}, true};
const IntegerSignature kBinary{kTwo, {}, 6, {}};
const IntegerSignature kChoice{{{1, 2, 3, 1}, {4, 5, 6, 2}}, {}, 7, {}};
const IntegerSignature kConvolution{kTwo, IntegerBias{8, 2}, 6, {}};
const IntegerSignature kDynamicLstm{
    {{0, -1, -1, 0, true}, {1, 8, 9, 1}, {2, 10, 11, 2}}, {}, -1, {{3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}}, true};
const IntegerSignature kDynamicProduct{{{0, -1, -1, 0, true}, {1, 2, 3, 1}}, {}, -1, {{4, 2}}};
const IntegerSignature kGemm{kTwo, IntegerBias{6, 2}, 7, {}};
const IntegerSignature kToFloat{{{0, 2, 4, 0}, {1, 3, 5, 1}}, {}, -1, {{6, 2}}};
const IntegerSignature kUnary{{{0, 1, 2, 0}}, {}, 3, {}};

} // namespace ql::graph::signatures
