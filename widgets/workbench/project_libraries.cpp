// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/project_libraries.h"

#include "core/engine/engine.h"
#include "core/results/request_parts.h"
#include "widgets/session/model_session.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

namespace ql::widgets {

ProjectLibraries::ProjectLibraries(ModelSession& session)
    : m_session(session)
{
    connect(&m_loader, &JobRunner::finished, this, [this] { Q_EMIT settled(true); });
    connect(&m_loader, &JobRunner::failed, this, [this](const Error& error) {
        Q_EMIT m_session.failed(errorLabel(error));
        Q_EMIT settled(false);
    });
}

void ProjectLibraries::load(const project::Permissions& wishes, const project::Permissions& untrusted)
{
    m_loader.cancel();
    m_wishes = wishes;
    m_untrusted = untrusted;
    if (!untrusted.isEmpty())
        Q_EMIT trustWanted([text = untrusted.text()] { return coreText(text); });
    else if (!wishes.libraries.empty())
        start();
    else
        Q_EMIT settled(true);
}

void ProjectLibraries::answer(bool isTrusted)
{
    if (isTrusted)
        start();
    else
        Q_EMIT settled(false);
}

void ProjectLibraries::start()
{
    if (m_wishes.libraries.empty())
        run(nullptr);
    else
        m_session.withEngine(this, [this](const std::shared_ptr<engine::Engine>& engine) { run(engine); });
}

void ProjectLibraries::run(const std::shared_ptr<engine::Engine>& engine)
{
    m_loader.start(
        [isLoading = engine != nullptr] {
            return isLoading ? tr("Loading operator libraries") : tr("Remembering what is trusted");
        },
        [engine, wishes = m_wishes, untrusted = m_untrusted](JobContext& ctx) {
            results::SessionOptions options;
            for (const auto& library : wishes.libraries)
                options.operatorLibraries.push_back(library.string());
            if (engine)
                engine->prepare(options, ctx);
            if (!untrusted.isEmpty())
                project::TrustStore().trust(untrusted);
            return std::make_shared<const bool>(true);
        });
}

} // namespace ql::widgets
