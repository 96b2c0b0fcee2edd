// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"
#include "core/analysis/compare/compare.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/data/weights/pt_file.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "tests/support/error_message.h"
#include "tests/support/reference_metrics.h"
#include "tests/support/text_model.h"
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <map>

using namespace ql;
using ql::tests::messageOf;
using results::BadCaseRequest;
using results::BadCaseResult;
using tests::textModel;
using Found = std::shared_ptr<const BadCaseResult>;

namespace {

/// The stage begins at 0.05; this is five of 1,024 samples later.
constexpr double kSomeSamplesDone = 0.055;
constexpr int kCopies = 192; ///< of 64 images: progress is told each 100 ms

std::string demo(const std::string& name)
{
    return std::string(QUANTLOUPE_SOURCE_DIR) + "/resources/demo/" + name;
}

const importers::ImportedModel& baseline()
{
    static const auto model = importers::importModel(demo("float.onnx"));
    return model;
}

const importers::ImportedModel& analysisModel()
{
    static const auto model = importers::importModel(demo("int8.onnx"));
    return model;
}

BadCaseRequest demoRequest()
{
    BadCaseRequest request;
    request.models.baseline = demo("float.onnx");
    request.models.analysis = demo("int8.onnx");
    request.samples.data = demo("inputs.npy");
    return request;
}

Found search(const BadCaseRequest& request)
{
    JobContext ctx;
    return analysis::findBadCase(baseline(), analysisModel(), request, ctx);
}

std::size_t column(const BadCaseResult& result, const std::string& key)
{
    for (std::size_t i = 0; i < result.metrics.size(); ++i)
        if (result.metrics[i].key == key)
            return i;
    return result.metrics.size();
}

bool isClose(double a, double b)
{
    return a == b || std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

/// The logits of every sample, through readInputs() and an execution of its own each.
std::vector<std::vector<float>> logits(const importers::ImportedModel& model, int count)
{
    const runs::Program program(model.graph);
    std::vector<std::vector<float>> all;
    for (int i = 0; i < count; ++i) {
        const std::vector<std::string> words{demo("inputs.npy") + "[" + std::to_string(i) + "]"};
        runs::Pass execution(program, data::readInputs(model.graph, words, 0));
        JobContext ctx;
        execution.finish(ctx);
        const auto numbers = ops::toTensorData(execution.outputs().front()).toDoubles();
        all.emplace_back(numbers.begin(), numbers.end());
    }
    return all;
}

/// The demo's 64 images sixteen times over.
std::string manyImages(const QTemporaryDir& folder)
{
    const auto images = data::readNpy(demo("inputs.npy"));
    std::vector<std::byte> bytes;
    for (int i = 0; i < kCopies; ++i)
        bytes.insert(bytes.end(), images.bytes().begin(), images.bytes().end());
    auto shape = images.shape();
    shape.front() *= kCopies;
    auto path = folder.filePath("many.npy").toStdString();
    data::writeNpy(path, graph::TensorData::copyOf(images.type(), std::move(shape), bytes));
    return path;
}

std::size_t peakKilobytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoul(line.substr(6));
    return 0;
}

/// A stack of zeros that takes no memory to make: the file is sparse.
void writeZeros(const std::string& path, int samples, int elements)
{
    data::writeNpy(path, graph::TensorData::of<float>(graph::DataType::Float, {samples, 0}, {}));
    std::ifstream written(path, std::ios::binary);
    std::string header{std::istreambuf_iterator<char>(written), {}};
    // The header is padded: the longer shape takes its place among the blanks.
    const auto shape = "(" + std::to_string(samples) + ", 0), }";
    const auto at = header.find(shape);
    const auto longer = "(" + std::to_string(samples) + ", " + std::to_string(elements) + "), }";
    header.replace(at, longer.size(), longer);
    std::ofstream(path, std::ios::binary) << header;
    std::filesystem::resize_file(path, header.size() + std::size_t(samples) * std::size_t(elements) * sizeof(float));
}

/// A model that counts up or down by what it is given.
importers::ImportedModel counter(const std::string& operation)
{
    return textModel("graph \"counter\" opset 13\ninput x: float32[1]\ninput s: float32[1]\nnext = " + operation
                     + "(s, x)\ny = Identity(next)\noutput y\noutput next");
} // namespace

} // namespace

class TestBadCase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// First, because the process remembers its highest peak. Keeping the samples would take 64 MB.
    void needsNoMoreMemoryForMoreSamples()
    {
        constexpr int kSamples = 1000;
        constexpr int kElements = 16384;
        QTemporaryDir folder;
        BadCaseRequest request;
        request.samples.data = folder.filePath("few.npy").toStdString();
        request.folder = folder.path().toStdString();
        const auto few = textModel("graph \"few\" opset 13\ninput x: float32[1,16384]\ny = Identity(x)\noutput y");
        const auto more = textModel("graph \"more\" opset 13\ninput x: float32[1,16384]\nconst c: float32[1] = {0.5}\n"
                                    "y = Add(x, c)\noutput y");
        const auto searchZeros = [&](int samples) {
            writeZeros(request.samples.data, samples, kElements);
            JobContext ctx;
            return analysis::findBadCase(few, more, request, ctx)->samples.size();
        };
        QCOMPARE(searchZeros(20), std::size_t{20});
        const auto before = peakKilobytes();
        QCOMPARE(searchZeros(kSamples), std::size_t{kSamples});
        const auto grown = peakKilobytes() - before;
        QVERIFY2(grown < 8 * 1024, qPrintable(QString("the peak grew by %1 kB").arg(grown)));
    }

    void agreesWithAnExhaustiveCheck()
    {
        const auto result = search(demoRequest());
        QCOMPARE(result->samples.size(), std::size_t{64});
        QVERIFY(result->isComplete);
        const auto x = logits(baseline(), 64);
        const auto y = logits(analysisModel(), 64);
        for (std::size_t sample = 0; sample < 64; ++sample)
            for (const auto& [key, expected] : tests::referenceMetrics(x[sample], y[sample]))
                QVERIFY2(isClose(result->value(sample, 0, column(*result, key)), expected), key.c_str());
        // What the demo's own script found, resources/demo/expected.json.
        const std::map<std::string, std::size_t> known{
            {"cosine", 53}, {"l1", 13}, {"atol", 13}, {"mse", 13}, {"sqnr_db", 35}};
        for (const auto& [key, index] : known)
            QCOMPARE(worstOverall(*result, column(*result, key)).sample, index);
        QCOMPARE(result->samples[13], std::string("inputs.npy[13]"));
        QCOMPARE(result->metrics[result->rankedBy].key, std::string("atol"));
    }

    void countsFlipsAgainstLabels()
    {
        auto request = demoRequest();
        request.labels = demo("labels.npy");
        const auto result = search(request);
        QVERIFY(result->labels.has_value());
        QCOMPARE(result->labels->baselineCorrect(), std::size_t{64});
        QCOMPARE(result->labels->analysisCorrect(), std::size_t{48});
        QCOMPARE(result->labels->flips().size(), std::size_t{16});
        QCOMPARE(result->labels->labels[13], std::int64_t{2});
        QCOMPARE(result->labels->analysis[13], std::int64_t{7});
    }

    void ranksByAnExpression()
    {
        auto request = demoRequest();
        request.metric = "max(abs(x - y))";
        request.order = "descending";
        const auto result = search(request);
        const auto custom = column(*result, "custom");
        QCOMPARE(result->rankedBy, custom);
        for (std::size_t sample = 0; sample < 64; ++sample)
            QVERIFY(isClose(result->value(sample, 0, custom), result->value(sample, 0, column(*result, "atol"))));
        QCOMPARE(worstOverall(*result, custom).sample, std::size_t{13});
        request.metric = "-max(abs(x - y))";
        request.order = "ascending";
        QCOMPARE(worstOverall(*search(request), custom).sample, std::size_t{13});
    }

    void writesTheWorstInputs()
    {
        QTemporaryDir folder;
        auto request = demoRequest();
        request.folder = folder.path().toStdString();
        const auto result = search(request);
        const auto written = data::readPt(result->badCaseFile);
        QCOMPARE(written.size(), std::size_t{1});
        QCOMPARE(written[0].first, std::string("image"));
        QCOMPARE(written[0].second.shape(), (graph::Shape{1, 1, 20, 20}));
        QVERIFY(std::ranges::equal(written[0].second.bytes(), data::readNpy(demo("bad_case.npy")).bytes()));
        QVERIFY(!QFile::exists(folder.filePath("badcase_state.bin")));
    }

    void continuesACancelledSearch()
    {
        QTemporaryDir folder;
        auto request = demoRequest();
        request.samples.data = manyImages(folder);
        request.labels.clear();
        const auto whole = search(request);
        request.folder = folder.path().toStdString();
        std::stop_source stop;
        JobContext ctx(stop.get_token(), [&](const Progress& progress) {
            if (progress.stage == "searching the bad case" && progress.fraction > kSomeSamplesDone)
                stop.request_stop();
        });
        Found partial;
        QVERIFY_THROWS_EXCEPTION(Cancelled,
                                 analysis::findBadCase(baseline(), analysisModel(), request, ctx,
                                                       [&partial](Found known) { partial = std::move(known); }));
        QVERIFY(partial && !partial->isComplete && !partial->samples.empty());
        QVERIFY(partial->samples.size() < std::size_t{64} * kCopies);
        QVERIFY(QFile::exists(folder.filePath("badcase_state.bin")));
        QVERIFY(QFile::exists(folder.filePath("badcase.pt")));
        const auto continued = search(request);
        QCOMPARE(continued->resumedSamples, partial->samples.size());
        QVERIFY(continued->values == whole->values);
        QVERIFY(continued->samples == whole->samples);
        QCOMPARE(data::readPt(continued->badCaseFile).size(), std::size_t{1});
        QVERIFY(!QFile::exists(folder.filePath("badcase_state.bin")));
    }

    void continuesNothingElse()
    {
        QTemporaryDir folder;
        auto request = demoRequest();
        request.folder = folder.path().toStdString();
        request.samples.data = manyImages(folder);
        std::stop_source stop;
        JobContext ctx(stop.get_token(), [&](const Progress& progress) {
            if (progress.stage == "searching the bad case" && progress.fraction > kSomeSamplesDone)
                stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(Cancelled, analysis::findBadCase(baseline(), analysisModel(), request, ctx));
        auto other = request;
        other.metric = "mse";
        other.samples.numSteps = 5;
        QCOMPARE(search(other)->resumedSamples, std::size_t{0});
    }

    void feedsStatesBack()
    {
        QTemporaryDir folder;
        BadCaseRequest request;
        request.samples.data = folder.filePath("ones.npy").toStdString();
        data::writeNpy(request.samples.data,
                       graph::TensorData::of<float>(graph::DataType::Float, {5, 1}, {1, 1, 1, 1, 1}));
        request.feedback = {"next=s"};
        request.outputs = {"y"};
        request.folder = folder.path().toStdString();
        JobContext ctx;
        const auto result = analysis::findBadCase(counter("Add"), counter("Sub"), request, ctx);
        // The states run apart: n against -n after n samples.
        for (std::size_t sample = 0; sample < 5; ++sample)
            QCOMPARE(result->value(sample, 0, column(*result, "atol")), 2.0 * double(sample + 1));
        for (const auto& [name, tensor] : data::readPt(result->badCaseFile))
            QCOMPARE(tensor.toDoubles(), std::vector<double>{name == "s"                  ? 4.0
                                                             : name == "analysis model/s" ? -4.0
                                                                                          : 1.0});
    }

    void statesBeginAnewWithEveryRecording()
    {
        QTemporaryDir folder;
        const auto one = graph::TensorData::of<float>(graph::DataType::Float, {1}, {1});
        for (const auto* frame : {"a/0", "a/1", "a/2", "b/0", "b/1"})
            data::writeNpy(folder.filePath(QString(frame) + ".npy").toStdString(), one);
        BadCaseRequest request;
        request.samples.data = folder.path().toStdString();
        request.feedback = {"next=s"};
        request.outputs = {"y"};
        const auto atols = [&] {
            JobContext ctx;
            const auto result = analysis::findBadCase(counter("Add"), counter("Sub"), request, ctx);
            std::vector<double> values;
            for (std::size_t sample = 0; sample < result->samples.size(); ++sample)
                values.push_back(result->value(sample, 0, column(*result, "atol")));
            values.push_back(double(result->recordings));
            return values;
        };
        // The states of the two run apart, n against -n after n frames; the last number counts the recordings.
        QCOMPARE(atols(), (std::vector<double>{2, 4, 6, 2, 4, 2}));
        request.resetEvery = 2;
        QCOMPARE(atols(), (std::vector<double>{2, 4, 2, 2, 2, 4}));
        request.feedback.clear();
        request.outputs = {"y"};
        for (const auto* frame : {"a/0", "a/1", "a/2", "b/0", "b/1"})
            data::writeNpy(folder.filePath(QString(frame) + "__s.npy").toStdString(), one);
        for (const auto* frame : {"a/0", "a/1", "a/2", "b/0", "b/1"})
            QVERIFY(
                QFile::rename(folder.filePath(QString(frame) + ".npy"), folder.filePath(QString(frame) + "__x.npy")));
        QCOMPARE(atols().back(), 0.0);
    }

    void differentShapesAreWorst()
    {
        const auto model = [](const char* expression) {
            return textModel(std::string("graph \"m\" opset 13\ninput x: float32[1,2]\nconst n: int64[1] = {-1}\ny = ")
                             + expression + "\noutput y");
        };
        QTemporaryDir folder;
        BadCaseRequest request;
        request.samples.data = folder.filePath("x.npy").toStdString();
        data::writeNpy(request.samples.data, graph::TensorData::of<float>(graph::DataType::Float, {1, 2}, {1, 2}));
        JobContext ctx;
        const auto result = analysis::findBadCase(model("Identity(x)"), model("Reshape(x, n)"), request, ctx);
        QCOMPARE(result->mismatchedShapes, std::size_t{1});
        QVERIFY(std::isnan(worstOverall(*result, result->rankedBy).value));
    }

    void nanInOneModelIsWorst()
    {
        const auto model = [](const char* expression) {
            return textModel(std::string("graph \"m\" opset 13\ninput x: float32[1,2]\ny = ") + expression
                             + "\noutput y");
        };
        QTemporaryDir folder;
        BadCaseRequest request;
        request.samples.data = folder.filePath("x.npy").toStdString();
        // The second sample is 0 / 0 in one place; all other elements agree.
        data::writeNpy(request.samples.data,
                       graph::TensorData::of<float>(graph::DataType::Float, {2, 2}, {1, 1, 0, 1}));
        JobContext ctx;
        const auto result = analysis::findBadCase(model("Identity(x)"), model("Div(x, x)"), request, ctx);
        QCOMPARE(worstOverall(*result, result->rankedBy).sample, std::size_t{1});
        QVERIFY(std::isnan(result->value(1, 0, result->rankedBy)));
        QCOMPARE(result->value(0, 0, result->rankedBy), 0.0);
    }

    void saysWhatIsWrong()
    {
        const auto refusal = [](auto change) {
            auto request = demoRequest();
            change(request);
            return messageOf([&] { search(request); });
        };
        QVERIFY(refusal([](auto& r) { r.metric = "nonsense"; }).contains("unknown name nonsense"));
        QVERIFY(refusal([](auto& r) { r.metric = "max(abs(x-y))"; }).contains("needs an order"));
        QVERIFY(refusal([](auto& r) { r.metric = "max_qscale_diff"; }).contains("rank by atol"));
        QVERIFY(refusal([](auto& r) { r.outputs = {"boxes"}; }).contains("no common output boxes"));
        QVERIFY(refusal([](auto& r) {
                    r.feedback = {"logits=state"};
                }).contains("feedback logits=state is no OUTPUT=INPUT"));
        QTemporaryDir folder;
        const auto labels = folder.filePath("labels.txt").toStdString();
        std::ofstream(labels) << "1\n2\n";
        QVERIFY(refusal([&labels](auto& r) { r.labels = labels; }).contains("found 2 labels for 64 samples"));
        std::ofstream(labels) << "1\ncat\n";
        QVERIFY(refusal([&labels](auto& r) { r.labels = labels; }).contains("line 2: cat is no integer"));
        QVERIFY(refusal([](auto& r) { r.samples.data = "nowhere"; }).contains("nowhere: there is no such file"));
    }
};

QTEST_GUILESS_MAIN(TestBadCase)
#include "tst_badcase.moc"
