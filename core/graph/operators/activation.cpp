// SPDX-License-Identifier: GPL-3.0-or-later
// Activations, and what makes shares of sums.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::activation {

namespace {

constexpr std::array kRows{
    op("Celu", &T::isComposite, shapes::likeFirst),
    op("Clip", Drawing::Activation, Clamp::AtBounds, Quantizing::Clamping, Settings::AfterFirst, &T::continuesRun,
       &T::keepsScale, shapes::likeFirst, Torch{"torch.nn.ReLU6 torch.clamp torch.nn.Hardtanh"}),
    op("Elu", &T::isComposite, shapes::likeFirst, Torch{"torch.nn.ELU"}),
    op("Gelu", &T::isComposite, Drawing::Activation, shapes::likeFirst, Torch{"torch.nn.GELU"}),
    op("Hardmax", &T::isPiecewiseConstant, shapes::likeFirst),
    op("HardSigmoid", &T::isComposite, Drawing::Activation, &T::continuesRun, shapes::likeFirst),
    op("HardSwish", &T::isComposite, Drawing::Activation, &T::continuesRun, shapes::likeFirst,
       Torch{"torch.nn.Hardswish"}),
    op("LeakyRelu", Drawing::Activation, Quantizing::EveryInput, IntegerForm::Unary, &T::continuesRun,
       shapes::likeFirst, Torch{"torch.nn.LeakyReLU torch.nn.functional.leaky_relu"}),
    op("LogSoftmax", &T::isComposite, Drawing::Activation, shapes::likeFirst, Torch{"torch.nn.LogSoftmax"}),
    op("Mish", &T::isComposite, shapes::likeFirst, Torch{"torch.nn.Mish"}),
    op("ParametricSoftplus", Drawing::Activation, shapes::likeFirst),
    op("PRelu", &T::isComposite, Drawing::Activation, &T::continuesRun, shapes::likeFirst, Torch{"torch.nn.PReLU"}),
    op("Relu", Drawing::Activation, Clamp::AtZero, Quantizing::Clamping, &T::continuesRun, &T::keepsScale,
       shapes::likeFirst, Torch{"torch.nn.ReLU torch.nn.functional.relu"}),
    op("ScaledTanh", Drawing::Activation, shapes::likeFirst),
    op("Selu", &T::isComposite, shapes::likeFirst),
    op("Shrink", shapes::likeFirst),
    op("Sigmoid", Drawing::Activation, Quantizing::EveryInput, IntegerForm::Unary, &T::continuesRun, shapes::likeFirst,
       Torch{"torch.nn.Sigmoid torch.nn.functional.sigmoid"}),
    op("Softmax", &T::isComposite, Drawing::Activation, Quantizing::EveryInput, IntegerForm::WholeLevels,
       &T::givesProbabilities, shapes::likeFirst, Torch{"torch.nn.Softmax torch.nn.functional.softmax"}),
    op("Softplus", &T::isComposite, shapes::likeFirst),
    op("Softsign", &T::isComposite, shapes::likeFirst, Torch{"torch.nn.Softsign"}),
    op("Swish", &T::isComposite, Drawing::Activation, shapes::likeFirst),
    op("Tanh", Drawing::Activation, &T::continuesRun, shapes::likeFirst, Torch{"torch.nn.Tanh"}),
    op("ThresholdedRelu", &T::isComposite, Drawing::Activation, shapes::likeFirst),
    microsoft("BiasGelu", Family{"Gelu"}, Drawing::Activation, shapes::likeFirst),
    microsoft("BiasSoftmax", Family{"Softmax"}, Drawing::Activation),
    microsoft("BiasSplitGelu", Family{"SplitGelu"}, Drawing::Activation),
    microsoft("FastGelu", Drawing::Activation, shapes::likeFirst),
    microsoft("Gelu", Drawing::Activation, shapes::likeFirst),
    microsoft("QOrderedGelu", Drawing::Activation, Integers::Other),
    microsoft("QuickGelu", Family{"Gelu"}, Drawing::Activation, shapes::likeFirst),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::activation
