// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/layer_values/layer_values_analysis.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QVBoxLayout;

namespace ql::widgets {

class Workbench;

/// A page of the inspector about the values of the selected layer. It asks the engine while somebody looks at it, and
/// takes back what it asked when nobody does or when another layer is selected.
class ValuesPage : public QWidget {
    Q_OBJECT

public:
    ValuesPage(Workbench& workbench, QWidget* parent);

    /// The layer's output, which is shown first, or its weight.
    void chooseTensor(results::LayerTensor tensor);
    results::LayerTensor tensor() const { return m_tensor; }

protected:
    using Request = LayerValuesAnalysis::Request;
    using Answer = LayerValuesAnalysis::Answer;

    /// Adds what the page wants to know.
    virtual void complete(Request& request) const = 0;
    virtual void showValues(const Answer& values) = 0;
    virtual void showReason(const QString& reason) = 0;
    /// The next answer is about other tensors.
    virtual void forgetChoices() {}
    virtual void retranslate() = 0;

    /// The line of controls above the chart, which begins with the choice of the tensor.
    QHBoxLayout& controls() { return *m_controls; }
    /// Below it goes the rest.
    QVBoxLayout& body() { return *m_body; }
    /// Asks anew if there is another question now, and shows what is known.
    void refresh();

    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString reasonNotToAsk() const;
    void fillTensors();

    Workbench& m_workbench;
    LayerValuesAnalysis& m_analysis;
    results::LayerTensor m_tensor = results::LayerTensor::Output;
    Request m_request; ///< last
    QComboBox* m_tensors;
    QHBoxLayout* m_controls;
    QVBoxLayout* m_body;
};

} // namespace ql::widgets
