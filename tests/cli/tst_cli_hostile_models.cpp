// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/core/import/model_builder.h"
#include "tests/support/torch_modules.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <functional>

using namespace ql::tests;

/// Files of strangers that were made to do harm end in one error line, whatever command opens them.
class TestCliHostileModels : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// The model as forward, with code that LibTorch runs while it reads the file.
    void saveLoading(const char* name, const std::string& code) const
    {
        ql::testing::ModuleBuilder builder;
        builder.number("a", 3.0);
        builder.define("\ndef forward(self, x):\n    return x + self.a");
        builder.define("\ndef __getstate__(self):\n    return 3");
        builder.define(code);
        builder.save(file(name).toStdString());
    }

    void writeNpy(const char* name, const char* shape, int count) const
    {
        QFile npy(file(name));
        QVERIFY(npy.open(QIODevice::WriteOnly));
        auto header = QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': ") + shape + ", }";
        header = header.leftJustified(117) + '\n';
        npy.write(QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header
                  + QByteArray(count * int(sizeof(float)), '\0'));
    }

    void saveForward(const char* name, const std::string& lines) const
    {
        ql::testing::ModuleBuilder builder;
        builder.define("\ndef forward(self, x):\n    " + lines);
        builder.save(file(name).toStdString());
    }

    /// Without a loop: each method calls the one before twice.
    void saveEndlessCalls() const
    {
        ql::testing::ModuleBuilder builder;
        builder.number("a", 3.0);
        builder.define("\ndef f0(self, n: int) -> int:\n    return n + 1");
        for (int i = 1; i <= 60; ++i)
            builder.define(QString("\ndef f%1(self, n: int) -> int:\n    return self.f%2(n) + self.f%2(n + 1)")
                               .arg(i)
                               .arg(i - 1)
                               .toStdString());
        builder.define("\ndef forward(self, x):\n    return x + self.a");
        builder.define("\ndef __getstate__(self):\n    return 3");
        builder.define("\ndef __setstate__(self, s: int) -> None:\n    self.a = float(self.f60(s))\n    return None");
        builder.save(file("calls.pt").toStdString());
    }

    /// A model of opset 9, before the standard took the axes of Squeeze for an input.
    static void saveOld(const QString& path, const std::function<void(ModelBuilder&)>& build)
    {
        ModelBuilder builder(9);
        builder.model().set_ir_version(4);
        builder.input("x", {1, 1, 4, 4}).output("y");
        auto& weight = *builder.graph().add_initializer();
        weight.set_name("w");
        weight.set_data_type(onnx::TensorProto::FLOAT);
        for (const auto size : {1, 1, 2, 2})
            weight.add_dims(size);
        for (int i = 0; i < 4; ++i)
            weight.add_float_data(1.0F);
        build(builder);
        builder.save();
        QVERIFY(QFile::copy(QString::fromStdString(builder.path().string()), path));
    }

private Q_SLOTS:
    void initTestCase()
    {
        saveForward("set.pt", "torch.set_(x, x, 1099511627776, [4], [1])\n    return x + 1.0");
        saveForward("leak.pt", "return torch._reshape_alias(x, [100000], [1]) * 1.0");
        saveForward("modulo.pt", "return x + float(5 % (len(x) - 4))");
        saveForward("zero.pt", "return x + float(5 % (len(x) * 0))");
        saveForward("strided.pt", "return torch.as_strided(x, [4], [1099511627776])");
        saveForward("counting.pt", "l = [1]\n    for i in range(1099511627776):\n        l.append(i)\n    return x + "
                                   "float(len(l))");
        saveLoading("endless.pt", "\ndef __setstate__(self, s: int) -> None:\n    go = True\n    while go:\n"
                                  "        go = True\n    return None");
        saveLoading("write.pt", "\ndef __setstate__(self, s: int) -> None:\n"
                                "    y = torch._reshape_alias(torch.zeros([4]), [8589934592], [1])\n"
                                "    torch.fill_(y, 1.0)\n    self.a = float(torch.select(y, 0, 5))\n    return None");
        saveEndlessCalls();
        writeNpy("x.npy", "(4,)", 4);
        writeNpy("rows.npy", "(1, 4)", 4);
        writeNpy("picture.npy", "(1, 1, 4, 4)", 16);
    }

    void endsInOneLine_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* command, const char* reason) {
            QTest::newRow(qPrintable(QString("%1 %2").arg(command, name))) << QString(name) << command << reason;
        };
        for (const char* command : {"info", "check", "run"}) {
            row("set.pt", command, "class Net, forward: line 6: calls aten::set_, which is not on the list");
            row("leak.pt", command, "calls aten::_reshape_alias, which is not on the list");
            row("endless.pt", command, "__setstate__: line");
            row("write.pt", command, "calls aten::_reshape_alias");
        }
        row("modulo.pt", "run", "aten::remainder: division by zero");
        row("strided.pt", "run", "aten::as_strided: the view reaches beyond the tensor's memory");
    }

    void endsInOneLine()
    {
        QFETCH(QString, name);
        QFETCH(QString, command);
        QFETCH(QString, reason);
        QStringList words{command, file(name)};
        if (command == "run")
            words << "--input" << file("x.npy");
        const auto result = runCli(words);
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains(reason.toUtf8()), result.all().constData());
        if (command != "run" || !reason.startsWith("aten::"))
            QVERIFY2(result.err.contains(file(name).toUtf8()), result.all().constData());
    }
    /// It takes the child as long as it may; nothing that the parent does would end either.
    void endsWhatDoesNotEnd()
    {
        const auto result = runCli({"info", file("calls.pt")});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains("it is not read, because reading it"), result.all().constData());
    }

    void failuresWhileRunningNameTheFile_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto model = file("zero.pt");
        const QStringList pair{"--baseline", model, "--analysis", model};
        QTest::newRow("run") << QStringList{"run", model, "--input", file("x.npy")};
        QTest::newRow("profile") << QStringList{"profile", model, "--input", file("x.npy")};
        QTest::newRow("compare") << QStringList{"compare", "--input", file("x.npy")} + pair;
        QTest::newRow("badcase") << QStringList{"badcase", "--data", file("rows.npy")} + pair;
        QTest::newRow("calibrate") << QStringList{"calibrate", model, "--data", file("rows.npy")};
        QTest::newRow("tune") << QStringList{"tune",           "--baseline", model,       "--data",
                                             file("rows.npy"), "--target",   "sqnr_db=20"};
    }

    void failuresWhileRunningNameTheFile()
    {
        QFETCH(QStringList, words);
        const auto result = runCli(words);
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains("zero.pt: ") && result.err.contains("zero"), result.all().constData());
    }

    void stopsOnInterrupt_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("reading") << QStringList{"info", file("calls.pt")};
        const QStringList input{"--input", file("x.npy")};
        const QStringList pair{"--baseline", file("counting.pt"), "--analysis", file("counting.pt")};
        QTest::newRow("running") << QStringList{"run", file("counting.pt")} + input;
        QTest::newRow("dumping") << QStringList{"run", file("counting.pt"), "--dump", file("dump")} + input;
        QTest::newRow("comparing") << QStringList{"compare"} + pair + input;
        QTest::newRow("profiling") << QStringList{"profile", file("counting.pt")} + input;
        QTest::newRow("searching") << QStringList{"badcase", "--data", file("x.npy")} + pair;
    }

    void stopsOnInterrupt()
    {
        QFETCH(QStringList, words);
        QProcess process;
        startCli(process, words);
        QVERIFY(!process.waitForFinished(2000));
        ::kill(pid_t(process.processId()), SIGINT);
        QElapsedTimer timer;
        timer.start();
        const auto result = finishCli(process);
        QVERIFY2(result.status == 130, result.all().constData());
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }

    /// Tensors that no machine has room for, however they are asked for.
    void absurdSizesEndInOneLine_data()
    {
        QTest::addColumn<QString>("expression");
        const QString one = "x.flatten()[0:1]";
        for (const QString& expression :
             {QString("torch.zeros([n])"), QString("torch.full([n], 1.0)"), QString("torch.arange(n)"),
              one + ".repeat([n])", one + ".expand([n]).contiguous()", one + ".expand([n]) + 1.0",
              QString("torch.zeros([9223372036854775807])"), QString("x.repeat([4611686018427387904, 4, 4])")})
            QTest::newRow(qPrintable(expression)) << expression;
    }
    void absurdSizesEndInOneLine()
    {
        QFETCH(const QString, expression);
        saveForward("absurd.pt", "n = 1099511627776\n    return " + expression.toStdString());
        const auto result = runCli({"run", file("absurd.pt"), "--input", file("x.npy")});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains("fit in memory") || result.err.contains("overflow")
                     || result.err.contains("can't be computed"),
                 result.all().constData());
    }

    void convertsNoHostileModel_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("strides of zero") << 0;
        QTest::newRow("a value that nothing defines") << 1;
        QTest::newRow("a scan over more than there is") << 2;
    }

    /// libonnx's version converter falls over each of them.
    void convertsNoHostileModel()
    {
        QFETCH(int, which);
        const auto path = file(QString("old%1.onnx").arg(which));
        saveOld(path, [which](ModelBuilder& builder) {
            auto& conv = addNode(builder.graph(), "Conv", {"x", "w"}, {which == 0 ? "y" : "c"}, "c");
            if (which == 0) {
                auto& strides = addAttribute(conv, "strides", onnx::AttributeProto::INTS);
                strides.add_ints(0);
                strides.add_ints(0);
            } else if (which == 1) {
                addNode(builder.graph(), "Add", {"c", "q"}, {"y"}, "a");
            } else {
                auto& scan = addNode(builder.graph(), "Scan", {"c"}, {"y"}, "s");
                addIntAttribute(scan, "num_scan_inputs", 5);
                auto& body = *addAttribute(scan, "body", onnx::AttributeProto::GRAPH).mutable_g();
                body.set_name("b");
                body.add_input()->set_name("i");
                body.add_output()->set_name("o");
                addNode(body, "Relu", {"i"}, {"o"});
            }
        });
        const auto result = runCli({"calibrate", path, "--data", file("picture.npy"), "--out", file("out")});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(!result.err.contains("internal"), result.all().constData());
    }

    /// What says how LibTorch computes a node is ours: an ONNX file can't call what a TorchScript file may not.
    void callsNothingForAttributes()
    {
        const auto path = file("attribute.onnx");
        saveOld(path, [](ModelBuilder& builder) {
            auto& node = addNode(builder.graph(), "Anything", {"x"}, {"y"}, "n");
            addAttribute(node, "torch", onnx::AttributeProto::STRING)
                .set_s("aten::from_file(\"/etc/passwd\", false, 3)");
        });
        const auto result = runCli({"run", path, "--input", file("picture.npy")});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains("Anything of domain ai.onnx"), result.all().constData());
    }
};

QTEST_APPLESS_MAIN(TestCliHostileModels)
#include "tst_cli_hostile_models.moc"
