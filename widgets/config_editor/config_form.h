// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/layer_settings.h"
#include "core/config/quant_config.h"
#include "widgets/config_document/layer_probe.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/label.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ql::widgets {

class ConfigDocument;
class Workbench;

/// How the selected layer is quantized, as fields to change: what the dialect can't say is disabled. Shows who must
/// follow, and what that costs, before anything is edited.
class ConfigForm : public QWidget {
    Q_OBJECT

public:
    explicit ConfigForm(Workbench& workbench, QWidget* parent = nullptr);

    /// Null while nothing is known about the selected layer.
    std::shared_ptr<const LayerProbe> probe() const { return m_probe.result(); }
    /// What the fields ask for beyond what holds already. @pre probe()
    config::LayerEdit wantedEdit() const;
    void apply();

    QComboBox* const activationBits;
    QComboBox* const weightBits;
    QCheckBox* const quantizes;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void ask();
    void explain(const Label& text);
    void showProbe();
    void showFollowers();
    void updateButtons();
    config::LayerSettings wantedSettings() const;

    Workbench& m_workbench;
    ConfigDocument& m_document;
    ResultRunner<const LayerProbe> m_probe;
    QLabel* m_title;
    Label m_said; ///< while there is nothing to edit
    QLabel* m_origin;
    QFormLayout* m_fields;
    QComboBox* m_granularity;
    QComboBox* m_observer;
    QLineEdit* m_scale;
    QCheckBox* m_follows;
    QLabel* m_followers;
    QPushButton* m_apply;
    QPushButton* m_restore;
    QWidget* m_body;
};

/// Offers @p widths and number formats, and what @p holds already in any case. Disabled where there is nothing to
/// choose.
void offerNumbers(QComboBox& box, const std::vector<int>& widths, const std::vector<std::string>& formats,
                  const config::TensorSettings& holds);

/// Puts into @p wanted what @p box says, unless @p holds says so already. @pre offerNumbers()
void takeNumber(const QComboBox& box, const config::TensorSettings& holds, config::TensorSettings& wanted);

} // namespace ql::widgets
