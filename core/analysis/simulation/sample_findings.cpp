// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/sample_findings.h"

#include "core/base/files.h"
#include "core/data/datasets/dataset.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

/// Tool makers ask for 20 to 100 samples; with fewer the ranges depend on single ones.
constexpr std::size_t kFew = 20;
constexpr std::size_t kNamed = 3;
constexpr double kBrightestPixel = 255.0;
/// A tensor of fewer numbers is a setting, not a picture or a recording.
constexpr std::int64_t kLeastNumbers = 16;

/// One input of one sample.
struct InputFacts {
    std::string name;
    double lowest = 0.0;
    double highest = 0.0;
    std::uint64_t notFinite = 0;
    std::uint64_t atHighest = 0;
    std::uint64_t numbers = 0;
    bool isImage = false; ///< one, three or four channels before or after two sides

    static auto parts(auto& self)
    {
        return std::tie(self.name, self.lowest, self.highest, self.notFinite, self.atHighest, self.numbers,
                        self.isImage);
    }
    bool isConstant() const { return notFinite == 0 && lowest == highest; }
};

struct SampleFacts {
    std::vector<InputFacts> inputs; ///< of numbers enough
    std::string digest;             ///< of all inputs

    static auto parts(auto& self) { return std::tie(self.inputs, self.digest); }
};

bool isImageShape(at::IntArrayRef shape)
{
    const auto isColour = [](std::int64_t channels) { return channels == 1 || channels == 3 || channels == 4; };
    return shape.size() == 4 && (isColour(shape[1]) || isColour(shape[3])) && shape[2] > 4;
}

InputFacts factsOf(const std::string& name, const at::Tensor& values)
{
    InputFacts facts{.name = name, .numbers = std::uint64_t(values.numel()), .isImage = isImageShape(values.sizes())};
    auto numbers = values.to(at::kDouble).flatten();
    const auto isFinite = numbers.isfinite();
    facts.notFinite = facts.numbers - std::uint64_t(isFinite.sum().item<std::int64_t>());
    if (facts.notFinite > 0)
        numbers = numbers.masked_select(isFinite);
    if (numbers.numel() == 0)
        return facts;
    facts.lowest = numbers.min().item<double>();
    facts.highest = numbers.max().item<double>();
    facts.atHighest = std::uint64_t(numbers.eq(facts.highest).sum().item<std::int64_t>());
    return facts;
}

SampleFacts factsOf(const runs::NamedTensors& inputs)
{
    SampleFacts facts;
    for (const auto& [name, tensor] : std::map(inputs.begin(), inputs.end())) {
        const auto values = tensor.data.contiguous();
        if (values.numel() >= kLeastNumbers && values.scalar_type() != at::kBool && !values.is_complex())
            facts.inputs.push_back(factsOf(name, values));
        facts.digest += sha256Of(std::string_view(static_cast<const char*>(values.data_ptr()), values.nbytes()));
    }
    return facts;
}

std::vector<SampleFacts> factsOf(const data::Dataset& data, std::size_t count, JobContext& ctx, RankGroup& ranks)
{
    std::vector<SampleFacts> all;
    std::mutex reading;
    const auto work = [&](std::size_t i, JobContext&) {
        std::unique_lock lock(reading);
        const auto inputs = data.inputs(i);
        lock.unlock();
        return factsOf(inputs);
    };
    const auto take = [&](std::size_t, const SampleFacts& facts) {
        all.push_back(facts);
        ctx.step();
    };
    runs::runOnRanks<SampleFacts>(ranks, {.end = count, .steps = 0}, "samples", 0.0, ctx, work, take);
    return all;
}

/// Samples as a user knows them; all are counted, the first ones named.
class SampleNames {
public:
    explicit SampleNames(const data::Dataset& data)
        : m_data(data)
    {
    }
    void add(std::size_t sample)
    {
        if (m_count++ < kNamed)
            m_names.push_back(m_data.sampleName(sample));
    }
    std::size_t count() const { return m_count; }
    Message text() const
    {
        auto names = Message::names(m_names, ", ");
        return m_count > kNamed ? Message("{} and {} more", names, m_count - kNamed) : names;
    }

private:
    const data::Dataset& m_data;
    std::vector<std::string> m_names;
    std::size_t m_count = 0;
};

class Findings {
public:
    Findings(const data::Dataset& data, std::vector<SampleFacts> samples)
        : m_data(data)
        , m_samples(std::move(samples))
    {
    }

    std::vector<Diagnostic> find()
    {
        findFew();
        findRepeated();
        std::set<std::string> inputs;
        for (const auto& sample : m_samples)
            for (const auto& input : sample.inputs)
                inputs.insert(input.name);
        std::ranges::for_each(inputs, [this](const auto& input) { findIn(input); });
        return std::move(m_found);
    }

private:
    void addFinding(Severity severity, const char* rule, Message message, Message remedy)
    {
        m_found.push_back({severity, rule, "", std::move(message), std::move(remedy)});
    }

    void findFew()
    {
        const auto count = m_samples.size();
        const Message remedy("calibrate with 20 to 100 samples of every kind that the model will meet");
        if (count == 1)
            addFinding(Severity::Warning, "few-samples",
                       "one sample only: every range is what this one happens to hold", remedy);
        else if (count < kFew)
            addFinding(Severity::Info, "few-samples",
                       Message("{} samples only: the ranges depend on single ones", count), remedy);
    }

    void findRepeated()
    {
        std::map<std::string, std::size_t> seen;
        SampleNames repeated(m_data);
        for (std::size_t i = 0; i < m_samples.size(); ++i)
            if (!seen.emplace(m_samples[i].digest, i).second)
                repeated.add(i);
        if (repeated.count() == 0)
            return;
        const bool isMost = 2 * repeated.count() >= m_samples.size();
        addFinding(isMost ? Severity::Warning : Severity::Info, "repeated-samples",
                   Message("{} of {} samples hold what an earlier one holds: {}", repeated.count(), m_samples.size(),
                           repeated.text()),
                   "see that each was read from a file of its own");
    }

    void findIn(const std::string& input)
    {
        SampleNames constant(m_data);
        SampleNames notFinite(m_data);
        SampleNames bright(m_data);
        std::size_t holders = 0;
        double constantValue = 0.0;
        for (std::size_t i = 0; i < m_samples.size(); ++i) {
            const auto facts = std::ranges::find(m_samples[i].inputs, input, &InputFacts::name);
            if (facts == m_samples[i].inputs.end())
                continue;
            ++holders;
            if (facts->notFinite > 0)
                notFinite.add(i);
            if (facts->isConstant()) {
                constant.add(i);
                constantValue = facts->lowest;
            } else if (isOverexposed(*facts)) {
                bright.add(i);
            }
        }
        sayNotFinite(input, notFinite, holders);
        if (constant.count() < holders || !isAnyVarying())
            sayConstant(input, constant, holders, constantValue);
        if (bright.count() > 0)
            addFinding(
                Severity::Info, "bright-samples",
                Message("input {}: {} of {} samples hold their highest value in more than half of all places: {}",
                        input, bright.count(), holders, bright.text()),
                "leave out over-exposed pictures, unless they are masks or drawings");
        findBeyondPixels(input);
    }

    void sayNotFinite(const std::string& input, const SampleNames& samples, std::size_t holders)
    {
        if (samples.count() > 0)
            addFinding(Severity::Error, "not-finite-samples",
                       Message("input {}: {} of {} samples hold NaN or infinity: {}", input, samples.count(), holders,
                               samples.text()),
                       "take them out, or repair what makes them");
    }

    void sayConstant(const std::string& input, const SampleNames& samples, std::size_t holders, double value)
    {
        if (samples.count() > 0)
            addFinding(Severity::Warning, "constant-samples",
                       Message("input {}: {} of {} samples hold one and the same value everywhere, such as {}: {}",
                               input, samples.count(), holders, value, samples.text()),
                       "leave out black, white and empty samples");
    }

    static bool isOverexposed(const InputFacts& facts)
    {
        return facts.isImage && facts.notFinite == 0 && 2 * facts.atHighest > facts.numbers;
    }

    bool isAnyVarying() const
    {
        return std::ranges::any_of(m_samples, [](const auto& sample) {
            return std::ranges::any_of(sample.inputs, [](const auto& input) { return !input.isConstant(); });
        });
    }

    void findBeyondPixels(const std::string& input)
    {
        double lowest = 0.0;
        double highest = 0.0;
        bool isImage = false;
        for (const auto& sample : m_samples)
            for (const auto& facts : sample.inputs)
                if (facts.name == input) {
                    lowest = std::min(lowest, facts.lowest);
                    highest = std::max(highest, facts.highest);
                    isImage = facts.isImage;
                }
        if (isImage && lowest >= 0.0 && highest > kBrightestPixel)
            addFinding(
                Severity::Info, "beyond-pixels",
                Message("input {}: values up to {}; if these are pixels, of at most 255, they were multiplied twice",
                        input, highest),
                "compare --range, --mean and --scale with what the model was trained on");
    }

    const data::Dataset& m_data;
    std::vector<SampleFacts> m_samples;
    std::vector<Diagnostic> m_found;
};

} // namespace

std::vector<Diagnostic> sampleFindings(const data::Dataset& data, std::size_t count, JobContext& ctx, RankGroup& ranks)
{
    ctx.beginStage("examining the samples", count, 0.0, 0.05);
    return Findings(data, factsOf(data, count, ctx, ranks)).find();
}

} // namespace ql::analysis
