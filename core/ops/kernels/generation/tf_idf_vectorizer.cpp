// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <map>
#include <string>

namespace ql::ops::kernels::tf_idf_vectorizer {

namespace {

using Words = std::vector<std::int64_t>;

enum class Weighting { Counts, Weights, Both };

struct Vocabulary {
    std::map<std::string, std::int64_t, std::less<>> words; ///< of a pool of strings: the number that stands for each
    bool isOfStrings = false;
    std::map<Words, std::size_t> places; ///< n-gram → place in the two lists below
    std::vector<std::int64_t> columns;
    std::vector<double> weights;
    std::int64_t shortest = 1;
    std::int64_t longest = 1;
    std::int64_t mostSkipped = 0;
    std::int64_t width = 0;
    Weighting weighting = Weighting::Counts;
};

Weighting weightingOf(const graph::Node& node)
{
    const auto mode = node.attributes.stringOr("mode", "TF");
    if (mode == "TF")
        return Weighting::Counts;
    if (mode == "IDF")
        return Weighting::Weights;
    if (mode == "TFIDF")
        return Weighting::Both;
    throw Error(ErrorCode::InvalidNode, Message("attribute mode is \"{}\", expected TF, IDF or TFIDF", mode));
}

/// The pool holds all single words, then all pairs …; ngram_counts says where each length begins.
void readPool(const graph::Node& node, Vocabulary& vocabulary)
{
    auto pool = node.attributes.intsOr("pool_int64s", {});
    if (node.attributes.has("pool_strings")) {
        if (!pool.empty())
            throw Error(ErrorCode::InvalidNode, "attributes pool_int64s and pool_strings are both given, expected one");
        vocabulary.isOfStrings = true;
        for (const auto& word : node.attributes.stringsOr("pool_strings", {}))
            pool.push_back(vocabulary.words.emplace(word, std::ssize(vocabulary.words)).first->second);
    }
    const auto begins = node.attributes.intsOr("ngram_counts", {});
    const auto size = static_cast<std::int64_t>(pool.size());
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const auto end = i + 1 < begins.size() ? begins[i + 1] : size;
        const auto length = static_cast<std::int64_t>(i + 1);
        if (begins[i] < 0 || end > size || begins[i] > end || (end - begins[i]) % length != 0)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute ngram_counts has an entry of {} for a pool of {}", begins[i], size));
        for (auto at = begins[i]; at < end; at += length)
            vocabulary.places.emplace(Words(pool.begin() + at, pool.begin() + at + length), vocabulary.places.size());
    }
}

Vocabulary vocabularyOf(const graph::Node& node)
{
    Vocabulary vocabulary;
    readPool(node, vocabulary);
    vocabulary.columns = node.attributes.intsOr("ngram_indexes", {});
    vocabulary.weights = node.attributes.floatsOr("weights", std::vector<double>(vocabulary.columns.size(), 1.0));
    vocabulary.shortest = node.attributes.requiredInt("min_gram_length");
    vocabulary.longest = node.attributes.requiredInt("max_gram_length");
    vocabulary.mostSkipped = node.attributes.requiredInt("max_skip_count");
    vocabulary.weighting = weightingOf(node);
    if (vocabulary.columns.size() != vocabulary.places.size() || vocabulary.weights.size() != vocabulary.places.size())
        throw Error(ErrorCode::InvalidNode,
                    Message("attributes ngram_indexes and weights have {} and {} entries, expected {}",
                            vocabulary.columns.size(), vocabulary.weights.size(), vocabulary.places.size()));
    for (const auto column : vocabulary.columns) {
        if (column < 0)
            throw Error(ErrorCode::InvalidNode, Message("attribute ngram_indexes has an entry of {}", column));
        vocabulary.width = std::max(vocabulary.width, column + 1);
    }
    expectAffordable({vocabulary.width}, graph::DataType::Float);
    return vocabulary;
}

/// Counts the n-grams of @p words, whose words may lie up to mostSkipped words apart.
std::vector<double> countsOf(const Vocabulary& vocabulary, const Words& words)
{
    std::vector<double> counts(vocabulary.places.size(), 0.0);
    const auto size = static_cast<std::int64_t>(words.size());
    for (auto length = std::max<std::int64_t>(vocabulary.shortest, 1); length <= std::min(vocabulary.longest, size);
         ++length)
        // Single words have nothing between them to skip.
        for (std::int64_t skipped = 0; skipped <= (length == 1 ? 0 : std::min(vocabulary.mostSkipped, size)); ++skipped)
            for (std::int64_t begin = 0; begin + (length - 1) * (skipped + 1) < size; ++begin) {
                Words gram;
                for (std::int64_t i = 0; i < length; ++i)
                    gram.push_back(words[static_cast<std::size_t>(begin + i * (skipped + 1))]);
                if (const auto found = vocabulary.places.find(gram); found != vocabulary.places.end())
                    ++counts[found->second];
            }
    return counts;
}

/// Strings as the numbers of the pool's words, -1 where it has no such word.
Tensor numbered(const graph::TensorData& strings, const Vocabulary& vocabulary)
{
    auto numbers = at::empty(strings.shape(), at::kLong);
    std::ranges::transform(strings.strings(), numbers.data_ptr<std::int64_t>(), [&vocabulary](const std::string& word) {
        const auto found = vocabulary.words.find(word);
        return found == vocabulary.words.end() ? -1 : found->second;
    });
    return Tensor{numbers};
}

std::vector<Tensor> evaluate(const KernelCall& call, const Vocabulary& vocabulary)
{
    const auto x = vocabulary.isOfStrings ? numbered(call.strings(0), vocabulary) : call.required(0);
    expectType(x, "input 0", {graph::DataType::Int32, graph::DataType::Int64});
    if (x.data.dim() < 1 || x.data.dim() > 2)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 1 or 2", x.data.dim()));
    const auto rows = x.data.dim() == 1 ? x.data.unsqueeze(0) : x.data;
    auto y = at::zeros({rows.size(0), vocabulary.width}, at::kFloat);
    auto target = y.accessor<float, 2>();
    for (std::int64_t row = 0; row < rows.size(0); ++row) {
        const auto counts = countsOf(vocabulary, toInts({rows[row], x.type}, "input 0"));
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double count = vocabulary.weighting == Weighting::Weights ? double(counts[i] > 0) : counts[i];
            const double weight = vocabulary.weighting == Weighting::Counts ? 1.0 : vocabulary.weights[i];
            target[row][vocabulary.columns[i]] = static_cast<float>(count * weight);
        }
    }
    return {Tensor{x.data.dim() == 1 ? y.squeeze(0) : y}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "TfIdfVectorizer", 9, kLatestOpset, boundTo<vocabularyOf, evaluate>}};
}

} // namespace ql::ops::kernels::tf_idf_vectorizer
