// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_json.h"

#include "core/report/json/field_writer.h"

namespace ql::report {

std::string compareJson(const results::CompareResult& result)
{
    return documentText(resultDocument("compare", result));
}

} // namespace ql::report
