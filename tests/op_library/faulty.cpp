// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator library can do wrong, one way per build: -DFAULT_….
#include <quantloupe/operators.h>

#include <cstdlib>

#if defined(FAULT_NO_ENTRY)

extern "C" int somethingElse()
{
    return 1;
}

#elif defined(FAULT_OTHER_VERSION)

extern "C" std::int32_t quantloupe_operators_version()
{
    return QUANTLOUPE_OPERATORS_VERSION + 1;
}

extern "C" void quantloupe_register_operators(quantloupe::Operators&)
{
    std::abort();
}

#else

namespace {

#if defined(FAULT_CRASHES)
const int kNothing = (std::abort(), 0);
#elif defined(FAULT_EXITS)
const int kNothing = (std::exit(3), 0);
#endif

void forgetsItsOutput(quantloupe::Call&) {}

void throwsANumber(quantloupe::Call&)
{
    throw 42;
}

void wantsTooMuch(quantloupe::Call& call)
{
    call.makeOutput(0, quantloupe::ElementType::Float32, {1000000, 1000000, 1000000});
}

[[maybe_unused]] void negates(quantloupe::Call& call)
{
    const auto x = call.requiredInput(0);
    const auto y = call.makeOutput(0, x.type, x.sizes());
    for (std::size_t i = 0; i < x.count(); ++i)
        y.as<float>()[i] = -x.as<float>()[i];
}

} // namespace

QUANTLOUPE_OPERATORS(operators)
{
#if defined(FAULT_THROWS)
    throw std::runtime_error("no licence found");
#elif defined(FAULT_TAKES_A_NAME)
    operators.add({.domain = "", .name = "Relu", .evaluate = negates});
#elif defined(FAULT_REPLACES)
    operators.add({.domain = "ai.onnx", .name = "Relu", .replaces = true, .evaluate = negates});
#endif
    operators.add({.domain = "com.faulty", .name = "Forgets", .evaluate = forgetsItsOutput});
    operators.add({.domain = "com.faulty", .name = "Throws", .evaluate = throwsANumber});
    operators.add({.domain = "com.faulty", .name = "WantsTooMuch", .evaluate = wantsTooMuch});
}

#endif
