// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/sample_findings.h"
#include "core/data/datasets/dataset.h"

#include <QTest>

#include <cmath>

using namespace ql;

namespace {

/// A picture "x" and what else a model takes, by sample.
class HeldSamples : public data::Dataset {
public:
    explicit HeldSamples(std::vector<runs::NamedTensors> samples)
        : m_samples(std::move(samples))
    {
    }

    std::size_t size() const override { return m_samples.size(); }
    std::string sampleName(std::size_t i) const override { return "s" + std::to_string(i); }
    runs::NamedTensors inputs(std::size_t i) const override { return m_samples[i]; }
    std::uint64_t fingerprint() const override { return 0; }

private:
    std::vector<runs::NamedTensors> m_samples;
};

at::Tensor picture(int seed, double scale = 1.0)
{
    return (at::arange(3 * 8 * 8, at::kFloat) * (seed + 1)).remainder(251).div(250).mul(scale).reshape({1, 3, 8, 8});
}

runs::NamedTensors sampleOf(const at::Tensor& x)
{
    return {{"x", ops::Tensor(x)}};
}

std::vector<runs::NamedTensors> goodSamples(int count, double scale = 1.0)
{
    std::vector<runs::NamedTensors> samples;
    for (int i = 0; i < count; ++i)
        samples.push_back(sampleOf(picture(i, scale)));
    return samples;
}

std::vector<results::Diagnostic> findingsOf(std::vector<runs::NamedTensors> samples)
{
    const HeldSamples held(std::move(samples));
    JobContext context;
    return analysis::sampleFindings(held, held.size(), context, aloneGroup());
}

/// "warning few-samples, info …"
QString rulesOf(std::vector<runs::NamedTensors> samples)
{
    QStringList rules;
    for (const auto& finding : findingsOf(std::move(samples)))
        rules << QString::fromStdString(std::string(results::keyOf(finding.severity)) + " " + finding.rule);
    return rules.join(", ");
}

} // namespace

class tst_sample_findings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areSilentAboutGoodSamples();
    void areSilentAboutInputsThatNeverChange();
    void countSamples();
    void nameConstantSamples();
    void sayThatEverySampleIsConstant();
    void nameSamplesThatAreNotFinite();
    void countRepeatedSamples();
    void knowPixels();
};

void tst_sample_findings::areSilentAboutGoodSamples()
{
    QCOMPARE(rulesOf(goodSamples(20)), QString());
    QCOMPARE(rulesOf(goodSamples(20, 255.0)), QString());
}

/// A state of zeros, a sampling rate.
void tst_sample_findings::areSilentAboutInputsThatNeverChange()
{
    auto samples = goodSamples(20);
    for (auto& sample : samples) {
        sample["state"] = ops::Tensor(at::zeros({2, 1, 64}));
        sample["rate"] = ops::Tensor(at::full({}, 16000, at::kLong));
    }
    QCOMPARE(rulesOf(samples), QString());
}

void tst_sample_findings::countSamples()
{
    QCOMPARE(rulesOf(goodSamples(1)), "warning few-samples");
    QCOMPARE(rulesOf(goodSamples(19)), "info few-samples");
}

void tst_sample_findings::nameConstantSamples()
{
    auto samples = goodSamples(20);
    for (const std::size_t i : {4, 7, 8, 11, 12})
        samples[i] = sampleOf(at::full({1, 3, 8, 8}, 0.25 * double(i)));
    const auto found = findingsOf(samples);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].rule, "constant-samples");
    QCOMPARE(found[0].message.english(), "input x: 5 of 20 samples hold one and the same value everywhere, such as 3: "
                                         "s4, s7, s8 and 2 more");
}

void tst_sample_findings::sayThatEverySampleIsConstant()
{
    std::vector<runs::NamedTensors> samples;
    for (int i = 0; i < 20; ++i)
        samples.push_back(sampleOf(at::full({1, 3, 8, 8}, double(i))));
    QCOMPARE(rulesOf(samples), "warning constant-samples");
}

void tst_sample_findings::nameSamplesThatAreNotFinite()
{
    auto samples = goodSamples(20);
    samples[3]["x"].data.view(-1)[5] = std::nan("");
    samples[9]["x"].data.view(-1)[0] = -INFINITY;
    const auto found = findingsOf(samples);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].severity, results::Severity::Error);
    QCOMPARE(found[0].message.english(), "input x: 2 of 20 samples hold NaN or infinity: s3, s9");
}

void tst_sample_findings::countRepeatedSamples()
{
    auto samples = goodSamples(20);
    samples[5] = samples[2];
    QCOMPARE(rulesOf(samples), "info repeated-samples");
    for (std::size_t i = 6; i < 16; ++i)
        samples[i] = sampleOf(picture(2)); // other memory, the same numbers
    QCOMPARE(rulesOf(samples), "warning repeated-samples");
}

void tst_sample_findings::knowPixels()
{
    QCOMPARE(rulesOf(goodSamples(20, 255.0 * 255.0)), "info beyond-pixels");
    auto samples = goodSamples(20);
    samples[6]["x"].data.view(-1).slice(0, 0, 120).fill_(1.0);
    QCOMPARE(rulesOf(samples), "info bright-samples");
    // Numbers of the same size that are no picture are nothing to speak of.
    for (auto& sample : samples)
        sample = {{"x", ops::Tensor(sample["x"].data.reshape({1, 192}) * 65025)}};
    QCOMPARE(rulesOf(samples), QString());
}

QTEST_APPLESS_MAIN(tst_sample_findings)
#include "tst_sample_findings.moc"
