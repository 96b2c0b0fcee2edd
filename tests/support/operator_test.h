// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>
#include <vector>

namespace ql::test {

/// One evaluation of one operator, written as graph text: constants, the node, and what must come out.
struct OperatorCase {
    const char* name;
    int opset;
    std::vector<const char*> constants; ///< "x: float32[2] = {1, -1}"
    const char* node;     ///< "y = Relu(x)"; com.microsoft is at version 1, ai.onnx.ml where opset puts it
    const char* expected; ///< as evaluated() gives it
};

/// Evaluates the node by the built-in kernels. Gives one line per output, "float32[2] {1, 0}", floats rounded to five
/// digits, "omitted" for an undefined one; or "error: …" with the whole message.
QString evaluated(int opset, const std::vector<const char*>& constants, const char* node);

/// Adds a row for each case to a test's data table; checkOperatorCase() compares the current row.
void addOperatorCases(std::initializer_list<OperatorCase> cases);
void checkOperatorCase();

} // namespace ql::test
