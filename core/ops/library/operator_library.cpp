// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/library/operator_library.h"

#include "core/base/error.h"

#include <memory>

namespace ql::ops {

namespace {

const Message kSeeHeader("write it against quantloupe/operators.h: QUANTLOUPE_OPERATORS");

/// Takes a library's operators with their wish to replace others.
class Collector final : public quantloupe::Operators {
public:
    explicit Collector(std::string library)
        : m_library(std::move(library))
    {
    }
    virtual ~Collector() = default;
    void add(const quantloupe::Operator& definition) override
    {
        auto& target = definition.replaces ? replacing : adding;
        target.push_back(definitionOf(definition, m_library));
    }

    OperatorDefinitions adding;
    OperatorDefinitions replacing;

private:
    std::string m_library;
};

void enterSafely(decltype(&quantloupe_register_operators) enter, Collector& collector)
{
    try {
        enter(collector);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ErrorCode::BadArgument, Message("it threw while it registered its operators: {}", error.what()));
    } catch (...) {
        throw Error(ErrorCode::BadArgument, "it threw something while it registered its operators");
    }
}

} // namespace

std::function<void()> readOperators(const Plugin& plugin)
{
    const auto version = plugin.function<decltype(&quantloupe_operators_version)>("quantloupe_operators_version");
    const auto enter = plugin.function<decltype(&quantloupe_register_operators)>("quantloupe_register_operators");
    if (!version && !enter)
        return {};
    if (!version || !enter)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it is no operator library: it has no function {}",
                            version ? "quantloupe_register_operators" : "quantloupe_operators_version"),
                    kSeeHeader);
    if (const auto found = version(); found != QUANTLOUPE_OPERATORS_VERSION)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it was built against version {} of quantloupe/operators.h, expected {}", found,
                            QUANTLOUPE_OPERATORS_VERSION),
                    "build it again with this version's header");
    const auto collector = std::make_shared<Collector>(plugin.name);
    enterSafely(enter, *collector);
    if (collector->adding.empty() && collector->replacing.empty())
        throw Error(ErrorCode::BadArgument, "it registers no operator", kSeeHeader);
    return [collector] { Registry::extend(std::move(collector->adding), std::move(collector->replacing)); };
}

} // namespace ql::ops
