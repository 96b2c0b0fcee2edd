// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"

namespace ql::config {

/// One function per layout, listed in dialects.cpp.
Dialect amctDynamicJson();
Dialect amctFxJson();
Dialect amctProto();
Dialect amctQatJson();
Dialect amctRetrainProto();
Dialect amctYaml();
Dialect horizonJson();
Dialect horizonPython();
Dialect horizonYaml();
Dialect onnxRuntimeJson();
Dialect rknnYaml();
Dialect sophgoQtable();

} // namespace ql::config
