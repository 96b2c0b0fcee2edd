// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one way in which this folder sees the ONNX messages. The library is older than the standard: element types and
// operator sets it doesn't know are plain numbers in the messages, newer fields are unknown fields.
#include <onnx/onnx_pb.h>
