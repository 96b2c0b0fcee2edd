// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/graph_outline.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QString>

#include <string>

namespace ql::widgets {

class ModelSlot;
class Workbench;

/// What the files of both models say about single layers: attributes and constants. Read in the background, as soon as
/// somebody asks.
class NodeDetails final : public QObject {
    Q_OBJECT

public:
    explicit NodeDetails(Workbench& workbench, QObject* parent = nullptr);

    /// Attributes and parameters of the layer that the models call so, as rich text; empty where nothing is known, or
    /// not yet. Of the analysis model only what is different there.
    QString text(const std::string& baseline, const std::string& analysis);

Q_SIGNALS:
    /// text() may say more.
    void changed();

private:
    struct Side {
        ResultRunner<const results::GraphOutline> outline;
        QString path; ///< of what is read, or being read
    };

    const results::OutlineNode* find(Side& side, const ModelSlot& slot, const std::string& layer);
    void watch(Side& side);

    Workbench& m_workbench;
    Side m_baseline;
    Side m_analysis;
};

} // namespace ql::widgets
