// SPDX-License-Identifier: GPL-3.0-or-later
// Classical models: trees, linear ones, and what prepares their features and labels.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::ml {

namespace {

constexpr Domain kClassical{"ai.onnx.ml"};

constexpr std::array kRows{
    op("ArrayFeatureExtractor", kClassical, OpKind::DataMovement),
    op("Binarizer", kClassical, shapes::likeFirst),
    op("CastMap", kClassical, OpKind::Cast),
    op("CategoryMapper", kClassical),
    op("DictVectorizer", kClassical, OpKind::DataMovement),
    op("FeatureVectorizer", kClassical, OpKind::DataMovement, &T::joins),
    op("Imputer", kClassical, shapes::likeFirst),
    op("LabelEncoder", kClassical),
    op("LinearClassifier", kClassical),
    op("LinearRegressor", kClassical),
    op("Normalizer", kClassical, shapes::floats),
    op("OneHotEncoder", kClassical),
    op("Scaler", kClassical, shapes::floats),
    op("SVMClassifier", kClassical),
    op("SVMRegressor", kClassical),
    op("TreeEnsemble", kClassical),
    op("TreeEnsembleClassifier", kClassical),
    op("TreeEnsembleRegressor", kClassical),
    op("ZipMap", kClassical, OpKind::DataMovement),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::ml
