// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/families.h"
#include "core/graph/operators/op_kind.h"
#include "core/ops/registry.h"

#include <QDir>
#include <QTest>

#include <map>
#include <set>

#define QL_KERNEL(kernel)                                                                                              \
    namespace ql::ops::kernels::kernel {                                                                               \
    OperatorDefinitions definitions();                                                                                 \
    }
#include "core/ops/kernels.inc"
#undef QL_KERNEL

using namespace ql::graph;

namespace {

ql::ops::OperatorDefinitions registered()
{
    ql::ops::OperatorDefinitions all;
    const auto append = [&all](const ql::ops::OperatorDefinitions& some) {
        all.insert(all.end(), some.begin(), some.end());
    };
#define QL_KERNEL(kernel) append(ql::ops::kernels::kernel::definitions());
#include "core/ops/kernels.inc"
#undef QL_KERNEL
    return all;
}

/// What is asked by an operator's name alone.
auto commonTraits(const OperatorTraits& row)
{
    return std::tuple(row.family, row.drawing, row.product, row.integers, row.signature, row.arithmetic, row.clamp,
                      row.quantizing, row.integerForm, row.attributeOfFloats, row.settings, row.biasSlot,
                      row.keepsScale, row.joins, row.isRandom, row.readsTable, row.hasTransB, row.runsOnMatrixUnit,
                      row.lacksChannels, row.multipliesActivations, row.isCostUnknownWithoutShapes);
}

std::string fullName(const OperatorTraits& row)
{
    return std::string(row.domain) + ":" + std::string(row.name);
}

} // namespace

class TestOperatorTraits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRegisteredOperatorHasARow()
    {
        const auto all = registered();
        QVERIFY(all.size() > 250);
        for (const auto& definition : all) {
            if (definition.domain == "torch")
                continue; // any call of LibTorch's: its node carries the operator that is called
            const auto& row = traitsOf(definition.domain, definition.name);
            QVERIFY2(row.name == definition.name && row.domain == definition.domain,
                     (definition.domain + ":" + definition.name).c_str());
        }
    }

    void anUnknownOperatorComputesOnly()
    {
        const auto& unknown = traitsOf("my.domain", "Conv");
        QVERIFY(unknown.name.empty());
        QVERIFY(unknown.kind == OpKind::Compute);
        QVERIFY(unknown.shapes == nullptr);
        QCOMPARE(familyOf("NoSuchOperator"), "NoSuchOperator");
        QVERIFY(traitsNamed("NoSuchOperator").product == Product::None);
        QVERIFY(traitsOf("prim", "NumToTensor").kind == OpKind::Constant);
    }

    void noOperatorHasTwoRows()
    {
        std::set<std::string> seen;
        for (const auto* row : allOperators())
            QVERIFY2(seen.insert(fullName(*row)).second, fullName(*row).c_str());
    }

    void everyFamilyOnDiskIsListed()
    {
        std::set<QString> listed;
#define QL_FAMILY(family)                                                                                              \
    QVERIFY(!rows::family::rows().empty());                                                                            \
    listed.insert(QStringLiteral(#family));
#include "core/graph/operators/families.inc"
#undef QL_FAMILY
        const QDir kernels(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/core/ops/kernels"));
        for (const auto& family : kernels.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(listed.contains(family), qPrintable(family));
        const QDir tables(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/core/graph/operators"));
        for (const auto& family : listed)
            QVERIFY2(tables.exists(family + QStringLiteral(".cpp")), qPrintable(family));
    }

    void rowsOfOneNameAgree()
    {
        std::map<std::string_view, const OperatorTraits*> first;
        for (const auto* row : allOperators()) {
            const auto [known, isNew] = first.emplace(row->name, row);
            QVERIFY2(isNew || commonTraits(*known->second) == commonTraits(*row), fullName(*row).c_str());
        }
    }

    void productsKeepTheirWeightInInputOne()
    {
        std::set<std::string_view> weighted;
        for (const auto* row : allOperators())
            if (row->quantizing == Quantizing::Weighted) {
                weighted.insert(row->name);
                QVERIFY(row->product != Product::None && row->macs);
            }
        QVERIFY((weighted == std::set<std::string_view>{"Conv", "ConvTranspose", "Gemm", "MatMul"}));
        QCOMPARE(traitsNamed("Conv").biasSlot, 2);
        QCOMPARE(traitsNamed("LSTM").biasSlot, 3);
        QCOMPARE(traitsNamed("MatMul").biasSlot, -1);
    }

    void integerOperatorsSayWhereTheirOperandsAre()
    {
        const auto& convolution = *traitsOf("", "QLinearConv").signature;
        QCOMPARE(convolution.operands.at(1).slot, 3);
        QCOMPARE(convolution.operands.at(1).scaleSlot, 4);
        QCOMPARE(convolution.bias->slot, 8);
        QCOMPARE(convolution.resultScaleSlot, 6);
        QCOMPARE(traitsNamed("QLinearSigmoid").signature->resultScaleSlot, 3);
        QVERIFY(traitsNamed("QAttention").signature->isComposite);
        QVERIFY(traitsNamed("DynamicQuantizeMatMul").signature->operands.at(0).isDynamic);
        for (const auto* row : allOperators())
            QVERIFY2(!row->signature || row->integers != Integers::None, fullName(*row).c_str());
    }

    void quantizesWhatOnnxRuntimeQuantizes()
    {
        int count = 0;
        for (const auto* row : allOperators())
            count += row->domain.empty() && row->quantizing != Quantizing::None ? 1 : 0;
        QCOMPARE(count, 33);
        QVERIFY(traitsOf("", "Sub").quantizing == Quantizing::None);
        QVERIFY(traitsOf("", "Softmax").givesProbabilities);
    }

    void familiesReachOverDomains()
    {
        QCOMPARE(familyOf("com.microsoft.QLinearAdd"), "Add");
        QCOMPARE(familyOf("aten.conv2d"), "Conv");
        QVERIFY(familyTraits("com.microsoft.QGemm").product == Product::Matrix);
        QVERIFY(familyTraits("quantized_lstm").isRecurrent);
        QVERIFY(traitsNamed("com.microsoft.QLinearLeakyRelu").drawing == Drawing::Activation);
        QVERIFY(traitsOf("ai.onnx", "Relu").clamp == Clamp::AtZero);
        QVERIFY(traitsOf("com.microsoft.nchwc", "ReorderInput").kind == OpKind::DataMovement);
    }
};

QTEST_APPLESS_MAIN(TestOperatorTraits)
#include "tst_operator_traits.moc"
