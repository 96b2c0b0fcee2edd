// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/message_scan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <string_view>

namespace ql::tests {

namespace {

constexpr std::array kCalls{"Error", "beginStage", "addContext", "withContext"};
constexpr std::array kStages{"beginStage"};
constexpr std::ptrdiff_t kFewestLetters = 5;

struct Token {
    bool isLiteral = false;
    std::string text;
};

std::string unescaped(const std::string& literal)
{
    std::string text;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (literal[i] != '\\' || i + 1 == literal.size()) {
            text += literal[i];
            continue;
        }
        const char escape = literal[++i];
        text += escape == 'n' ? '\n' : escape == 't' ? '\t' : escape == 'r' ? '\r' : escape;
    }
    return text;
}

std::string contentsOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Takes std::string("…") for the literal in it.
std::vector<Token> withoutWrappers(const std::vector<Token>& tokens)
{
    std::vector<Token> bare;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto is = [&](std::size_t at, const char* text) {
            return at < tokens.size() && !tokens[at].isLiteral && tokens[at].text == text;
        };
        const bool isWrapped = is(i, "std") && is(i + 1, "::") && is(i + 2, "string") && is(i + 3, "(")
                               && i + 4 < tokens.size() && tokens[i + 4].isLiteral && is(i + 5, ")");
        bare.push_back(tokens[isWrapped ? i + 4 : i]);
        i += isWrapped ? 5 : 0;
    }
    return bare;
}

/// Words, literals and signs; without comments and preprocessor lines. Literals side by side are one.
std::vector<Token> tokensOf(const std::filesystem::path& file)
{
    static const std::regex kToken(R"re(//[^\n]*|/\*[^]*?\*/|#[^\n]*|R"(\w*)\([^]*?\)\1"|"((?:[^"\\\n]|\\.)*)")re"
                                   R"re(|'(?:[^'\\\n]|\\.)+'|[A-Za-z_]\w*|::|&&|\|\||[^\s])re");
    const std::string source = contentsOf(file);
    std::vector<Token> tokens;
    for (std::sregex_iterator found(source.begin(), source.end(), kToken); found != std::sregex_iterator(); ++found) {
        const std::string text = found->str();
        if (text.starts_with("//") || text.starts_with("/*") || text.starts_with("#"))
            continue;
        if (text.front() != '"') {
            tokens.push_back({false, text.starts_with("R\"") ? std::string("0") : text});
            continue;
        }
        const std::string literal = unescaped((*found)[2].str());
        if (!tokens.empty() && tokens.back().isLiteral)
            tokens.back().text += literal;
        else
            tokens.push_back({true, literal});
    }
    return withoutWrappers(tokens);
}

bool isOneOf(const std::string& text, auto&& words)
{
    return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

/// Whether an expression can't go on beyond it.
bool isBoundary(const Token& token)
{
    static const std::array kSigns{",", ";", "?", ":", "=", "return", "&&", "||", "<",
                                   ">", "!", "{", "}", "(", ")",      "[",  "]"};
    return !token.isLiteral && isOneOf(token.text, kSigns);
}

/// From the token behind an opening bracket to that behind its closing one.
std::size_t behindBrackets(const std::vector<Token>& tokens, std::size_t at)
{
    for (int depth = 1; at < tokens.size(); ++at) {
        const bool isOpening = !tokens[at].isLiteral && isOneOf(tokens[at].text, std::array{"(", "[", "{"});
        const bool isClosing = !tokens[at].isLiteral && isOneOf(tokens[at].text, std::array{")", "]", "}"});
        depth += isOpening ? 1 : isClosing ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/// Appends places for fmt's replacement fields.
void addFormatted(const std::string& format, int& places, std::string& form)
{
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] == '{' && i + 1 < format.size() && format[i + 1] != '{') {
            i = format.find('}', i);
            form += '%' + std::to_string(++places);
        } else {
            i += (format[i] == '{' || format[i] == '}') ? 1 : 0; // doubled
            form += format[std::min(i, format.size() - 1)];
        }
    }
}

/// Reads "literal + other + literal" from @p at on: terms other than literals are places.
std::string chainAt(const std::vector<Token>& tokens, std::size_t at, bool isFormat)
{
    std::string form;
    int places = 0;
    bool isInPlace = false;
    while (at < tokens.size() && (!isBoundary(tokens[at]) || tokens[at].text == "(" || tokens[at].text == "[")) {
        if (tokens[at].isLiteral) {
            isInPlace = false;
            if (isFormat)
                addFormatted(tokens[at].text, places, form);
            else
                form += tokens[at].text;
            ++at;
            continue;
        }
        const bool isPlus = tokens[at].text == "+";
        if (!isPlus && !isInPlace) {
            isInPlace = true;
            form += '%' + std::to_string(++places);
        }
        isInPlace = isInPlace && !isPlus;
        at = tokens[at].text == "(" || tokens[at].text == "[" ? behindBrackets(tokens, at + 1) : at + 1;
    }
    return form;
}

/// Where the chain begins that the literal at @p at belongs to.
std::size_t chainBegin(const std::vector<Token>& tokens, std::size_t at)
{
    int depth = 0;
    while (at > 0) {
        const Token& before = tokens[at - 1];
        if (!before.isLiteral && (before.text == ")" || before.text == "]"))
            ++depth;
        else if (depth > 0 && !before.isLiteral && (before.text == "(" || before.text == "["))
            --depth;
        else if (depth == 0 && isBoundary(before))
            break;
        --at;
    }
    return at;
}

bool hasWords(const std::string& form)
{
    const auto letters = std::count_if(form.begin(), form.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    const auto space = form.find_first_of(' ', form.find_first_not_of(' '));
    return letters >= kFewestLetters && space < form.find_last_not_of(' ') && form.find('\n') == std::string::npos;
}

} // namespace

std::vector<SourceSentence> sentencesIn(const std::filesystem::path& file, Scan scan)
{
    const auto tokens = tokensOf(file);
    std::vector<SourceSentence> sentences;
    std::vector<std::string> callers; // of the brackets that are open
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const Token& token = tokens[at];
        if (!token.isLiteral && isOneOf(token.text, std::array{"(", "{", "["}))
            callers.push_back(at > 0 ? tokens[at - 1].text : std::string());
        else if (!token.isLiteral && isOneOf(token.text, std::array{")", "}", "]"}) && !callers.empty())
            callers.pop_back();
        if (!token.isLiteral)
            continue;
        const bool isStage = !callers.empty() && isOneOf(callers.back(), kStages);
        const bool isCalled = std::ranges::any_of(callers, [](const auto& caller) { return isOneOf(caller, kCalls); });
        if (scan == Scan::Calls && !isCalled)
            continue;
        const std::size_t begin = chainBegin(tokens, at);
        const auto first = std::find_if(tokens.begin() + std::ptrdiff_t(begin), tokens.end(),
                                        [](const Token& each) { return each.isLiteral; });
        if (first != tokens.begin() + std::ptrdiff_t(at))
            continue; // its chain is known
        const bool isFormat = !callers.empty() && callers.back() == "format" && begin == at;
        auto form = chainAt(tokens, begin, isFormat);
        if (isStage || hasWords(form))
            sentences.push_back({file.filename().string(), std::move(form)});
    }
    return sentences;
}

std::string literalsIn(const std::filesystem::path& file)
{
    std::string text;
    for (const Token& token : tokensOf(file))
        if (token.isLiteral)
            text += token.text + '\n';
    return text;
}

} // namespace ql::tests
