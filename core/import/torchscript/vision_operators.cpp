// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/library_operators.h"

#include "core/ops/torch/vision_functions.h"

#include <torch/library.h>

namespace ql::importers::torchscript {

namespace {

template <std::vector<c10::IValue> (*function)(std::vector<c10::IValue>)>
void boxed(const c10::OperatorHandle& called, torch::jit::Stack* stack)
{
    auto results = function(torch::jit::pop(*stack, called.schema().arguments().size()));
    for (auto& result : results)
        stack->push_back(std::move(result));
}

std::unique_ptr<torch::Library> visionLibrary()
{
    if (c10::Dispatcher::singleton().findSchema({"torchvision::nms", ""}))
        return nullptr;
    auto made = std::make_unique<torch::Library>(torch::Library::FRAGMENT, "torchvision", c10::nullopt, "", 0);
    made->def("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
              torch::CppFunction::makeFromBoxedFunction<boxed<ops::visionNms>>());
    made->def("roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width, "
              "int sampling_ratio, bool aligned) -> Tensor",
              torch::CppFunction::makeFromBoxedFunction<boxed<ops::visionRoiAlign>>());
    return made;
}

} // namespace

void knowVisionOperators()
{
    static const auto kLibrary = visionLibrary();
    static_cast<void>(kLibrary);
}

} // namespace ql::importers::torchscript
