// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <QTest>

using namespace ql::tests;
using Ending = ChildResult::Ending;

namespace {

constexpr unsigned kMutants = 24; // of each seed

/// What was found once: tests/data/fuzz/TARGET holds it.
std::vector<std::string> findingsOf(const FuzzTarget& target)
{
    const std::filesystem::path folder = QUANTLOUPE_SOURCE_DIR "/tests/data/fuzz/" + std::string(target.name);
    std::vector<std::string> findings;
    if (std::filesystem::is_directory(folder))
        for (const auto& file : std::filesystem::directory_iterator(folder))
            findings.push_back(contentOf(file.path()));
    return findings;
}

} // namespace

/// What the fuzzer feeds, once without it: seeds, some mutants of each, and everything that it ever found.
class TestFuzzTargets : public QObject {
    Q_OBJECT

    static void addTargets()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < fuzzTargets().size(); ++i)
            QTest::newRow(std::string(fuzzTargets()[i].name).c_str()) << int(i);
    }

    /// All in one child; its last stage tells which was at fault.
    static void feedAll(const FuzzTarget& target, const std::vector<std::string>& inputs)
    {
        const auto result = runGuarded([&](const BeginStage& begin) {
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                begin(int(i));
                target.feed(inputs[i]);
            }
        });
        QVERIFY2(
            result.ending == Ending::Done,
            (std::to_string(result.stage) + " of " + std::to_string(inputs.size()) + ": " + result.message).c_str());
    }

    /// Made in a child: this process must not use LibTorch's threads.
    static std::vector<std::string> seedsOf(const FuzzTarget& target)
    {
        const ScratchFolder folder;
        const auto made = folder.path() / "made";
        std::filesystem::create_directories(made);
        runGuarded([&](const BeginStage&) {
            const auto seeds = target.seeds();
            for (std::size_t i = 0; i < seeds.size(); ++i)
                std::ofstream(made / std::to_string(i), std::ios::binary) << seeds[i];
        });
        std::vector<std::string> seeds;
        for (std::size_t i = 0; std::filesystem::exists(made / std::to_string(i)); ++i)
            seeds.push_back(contentOf(made / std::to_string(i)));
        return seeds;
    }

private Q_SLOTS:
    void survivesSeeds_data() { addTargets(); }

    void survivesSeeds()
    {
        QFETCH(int, index);
        const auto& target = fuzzTargets()[std::size_t(index)];
        const auto seeds = seedsOf(target);
        QVERIFY(!seeds.empty());
        feedAll(target, seeds);
    }

    void survivesMutants_data() { addTargets(); }

    void survivesMutants()
    {
        QFETCH(int, index);
        const auto& target = fuzzTargets()[std::size_t(index)];
        for (const auto& seed : seedsOf(target)) {
            std::vector<std::string> mutants;
            Mutator mutator(seed, 7);
            for (unsigned i = 0; i < kMutants; ++i) {
                auto mutant = i % 2 == 0 ? mutantOf(target, seed, i) : std::string();
                mutants.push_back(mutant.empty() ? mutator.next().bytes : mutant);
            }
            feedAll(target, mutants);
        }
    }

    void survivesFindings_data() { addTargets(); }

    void survivesFindings()
    {
        QFETCH(int, index);
        const auto& target = fuzzTargets()[std::size_t(index)];
        feedAll(target, findingsOf(target));
    }
};

QTEST_APPLESS_MAIN(TestFuzzTargets)
#include "tst_fuzz_targets.moc"
