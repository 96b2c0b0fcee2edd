// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic, comparisons, logic and casts, element by element.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::element_wise {

namespace {

constexpr std::array kRows{
    op("Abs", shapes::likeFirst, Torch{"torch.abs"}),
    op("Acos", shapes::likeFirst),
    op("Acosh", shapes::likeFirst),
    op("Add", Drawing::Join, Arithmetic::Add, Quantizing::EveryInput, IntegerForm::ElementWise, Bias{1},
       &T::continuesRun, &T::addsUp, shapes::arithmetic, Torch{"torch.add"}),
    op("Affine", shapes::likeFirst),
    op("And", shapes::arithmetic),
    op("Asin", shapes::likeFirst),
    op("Asinh", shapes::likeFirst),
    op("Atan", shapes::likeFirst),
    op("Atanh", shapes::likeFirst),
    op("BitShift", shapes::arithmetic),
    op("BitwiseAnd", shapes::arithmetic),
    op("BitwiseNot", shapes::likeFirst),
    op("BitwiseOr", shapes::arithmetic),
    op("BitwiseXor", shapes::arithmetic),
    op("Cast", OpKind::Cast, shapes::cast),
    op("CastLike", OpKind::Cast, shapes::castLike),
    op("Ceil", &T::isPiecewiseConstant, shapes::likeFirst),
    op("Cos", shapes::likeFirst),
    op("Cosh", shapes::likeFirst),
    op("Div", Drawing::Join, Arithmetic::Divide, &T::continuesRun, shapes::arithmetic,
       Torch{"torch.div operator.truediv"}),
    op("Dropout", OpKind::Cast, Settings::AfterFirstListed, shapes::normalization),
    op("Equal", shapes::comparison),
    op("Erf", shapes::likeFirst),
    op("Exp", shapes::likeFirst),
    op("Floor", &T::isPiecewiseConstant, shapes::likeFirst),
    op("Greater", shapes::comparison),
    op("GreaterOrEqual", shapes::comparison),
    op("Identity", OpKind::Cast, &T::keepsScale, shapes::likeFirst),
    op("ImageScaler", shapes::likeFirst),
    op("IsInf", shapes::truths),
    op("IsNaN", shapes::truths),
    op("Less", shapes::comparison),
    op("LessOrEqual", shapes::comparison),
    op("Log", shapes::likeFirst),
    op("Max", &T::keepsScale, shapes::arithmetic, Torch{"torch.max"}),
    op("Mean", shapes::arithmetic),
    op("Min", &T::keepsScale, shapes::arithmetic, Torch{"torch.min"}),
    op("Mod", shapes::arithmetic),
    op("Mul", Drawing::Join, Arithmetic::Multiply, Quantizing::EveryInput, IntegerForm::ElementWise, &T::continuesRun,
       shapes::arithmetic, Torch{"torch.mul"}),
    op("Neg", shapes::likeFirst),
    op("Not", shapes::likeFirst),
    op("Or", shapes::arithmetic),
    op("Pow", Drawing::Join, Arithmetic::Power, shapes::arithmetic, Torch{"torch.pow"}),
    op("Reciprocal", shapes::likeFirst),
    op("Round", &T::isPiecewiseConstant, shapes::likeFirst),
    op("Scale", shapes::likeFirst),
    op("Sign", shapes::likeFirst),
    op("Sin", shapes::likeFirst),
    op("Sinh", shapes::likeFirst),
    op("Sqrt", shapes::likeFirst),
    op("Sub", Drawing::Join, Arithmetic::Subtract, shapes::arithmetic, Torch{"torch.sub"}),
    op("Sum", Family{"Add"}, &T::addsUp, shapes::arithmetic),
    op("Tan", shapes::likeFirst),
    op("Where", Quantizing::Choosing, IntegerForm::Choice, shapes::where),
    op("Xor", shapes::arithmetic),
    microsoft("BiasAdd", Family{"Add"}, Drawing::Join),
    microsoft("BiasDropout", Family{"Dropout"}),
    microsoft("ComplexMul", Drawing::Join),
    microsoft("ComplexMulConj", Drawing::Join),
    microsoft("GatedAdd", Drawing::Join),
    microsoft("Identity", OpKind::Cast, &T::keepsScale),
    microsoft("MulInteger", Family{"Mul"}, Drawing::Join, Integers::Dynamic),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::element_wise
