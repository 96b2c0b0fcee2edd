// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/message_scan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

namespace ql::tests {

namespace {

namespace fs = std::filesystem;

struct Token {
    bool isLiteral = false;
    std::string text;
};

using Names = std::set<std::string, std::less<>>;

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

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

std::string contentsOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Words, literals and signs; without comments and preprocessor lines. Literals side by side are one.
std::vector<Token> tokensOf(const std::string& source)
{
    static const std::regex kToken(R"re(//[^\n]*|/\*[^]*?\*/|#[^\n]*|R"(\w*)\([^]*?\)\1"|"((?:[^"\\\n]|\\.)*)")re"
                                   R"re(|'(?:[^'\\\n]|\\.)+'|[A-Za-z_]\w*|::|[^\s])re");
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
    return tokens;
}

/// Adds the functions and lambdas of @p source that have a parameter of type Message.
void addTakers(const std::string& source, Names& takers)
{
    static const std::regex kTaker(
        R"re((?:(\w+) = \[[^\]]*\]|\b(\w+))\((?:[^()"]|\(\))*?\b(?:const Message&|Message) \w)re");
    for (std::sregex_iterator found(source.begin(), source.end(), kTaker); found != std::sregex_iterator(); ++found)
        takers.insert((*found)[1].matched ? (*found)[1].str() : (*found)[2].str());
}

/// Who is called with the bracket at @p at: "Error" in `Error(`, `Error error(` and `throw Error(`.
std::string callerAt(const std::vector<Token>& tokens, std::size_t at)
{
    if (at < 3)
        return {};
    const bool isNamed =
        isOneOf(tokens[at - 2].text, {"Message", "Error"}) && std::islower(tokens[at - 1].text[0]) != 0;
    const bool isOfLog = tokens[at - 2].text == "::" && tokens[at - 3].text == "spdlog";
    return isNamed ? tokens[at - 2].text : isOfLog ? std::string() : tokens[at - 1].text;
}

constexpr std::string_view kMaker = "a function that gives a Message";

/// Whether the brace at @p at begins the body of such a function.
bool isBodyOfMaker(const std::vector<Token>& tokens, std::size_t at)
{
    auto end = at;
    while (end > 0 && isOneOf(tokens[end - 1].text, {"const", "noexcept"}))
        --end;
    if (end == 0 || tokens[end - 1].text != ")")
        return false;
    int depth = 0;
    for (auto i = end - 1; i > 1; --i) {
        depth += tokens[i].text == ")" ? 1 : tokens[i].text == "(" ? -1 : 0;
        if (depth == 0)
            return tokens[i - 2].text == "Message";
    }
    return false;
}

/// Whether the literal at @p at is all of an argument or of a branch of one, not a part of a sum or of a comparison.
bool isWhole(const std::vector<Token>& tokens, std::size_t at)
{
    return isOneOf(tokens[at - 1].text, {"(", ",", "?", ":", "{", "return", "="})
           && isOneOf(tokens[at + 1].text, {")", ",", ":", "}", ";"});
}

void addFormats(const std::vector<Token>& tokens, const Names& takers, bool isAllForUsers, const std::string& file,
                std::map<std::string, std::string>& formats)
{
    std::vector<std::string> callers; // of the brackets that are open
    for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
        const Token& token = tokens[at];
        if (!token.isLiteral && isOneOf(token.text, {"(", "{", "["}))
            callers.push_back(token.text == "{" && isBodyOfMaker(tokens, at) ? std::string(kMaker)
                                                                             : callerAt(tokens, at));
        else if (!token.isLiteral && isOneOf(token.text, {")", "}", "]"}) && !callers.empty())
            callers.pop_back();
        if (!token.isLiteral || !isWhole(tokens, at))
            continue;
        const std::string caller = callers.empty() ? std::string() : callers.back();
        const bool isTaken = takers.contains(caller) && (caller != "Message" || tokens[at - 1].text == "(");
        const bool isGiven = tokens[at - 1].text == "return" && std::ranges::find(callers, kMaker) != callers.end();
        const bool isSaid = isAllForUsers && hasWords(token.text) && !isOneOf(caller, {"format", "Message"});
        if (isTaken || isGiven || isSaid)
            formats.emplace(token.text, file);
    }
}

} // namespace

std::map<std::string, std::string> messageFormats(const fs::path& core)
{
    std::map<fs::path, std::string> sources;
    for (const auto& entry : fs::recursive_directory_iterator(core))
        if (isOneOf(entry.path().extension().string(), {".cpp", ".h"})
            && !entry.path().stem().string().starts_with("message"))
            sources.emplace(entry.path(), contentsOf(entry.path()));
    Names takers{"Error", "Message", "list", "names"};
    for (const auto& [path, source] : sources)
        addTakers(source, takers);
    std::map<std::string, std::string> formats;
    for (const auto& [path, source] : sources) {
        const auto folder = fs::relative(path.parent_path(), core).generic_string();
        const bool isAllForUsers =
            folder == "analysis/advice" || folder == "config/constraints" || folder.starts_with("analysis/checks");
        addFormats(tokensOf(source), takers, isAllForUsers, path.filename().string(), formats);
    }
    return formats;
}

std::map<std::string, std::string> labelWords(const fs::path& report)
{
    std::map<std::string, std::string> words;
    for (const auto& entry : fs::recursive_directory_iterator(report))
        if (entry.path().extension() == ".cpp")
            addFormats(tokensOf(contentsOf(entry.path())), {"labels"}, false, entry.path().filename().string(), words);
    return words;
}

bool hasWords(const std::string& format)
{
    static const std::regex kPlaces(R"(\{[^{}]*\})");
    constexpr std::ptrdiff_t kFewestLetters = 4;
    const auto bare = std::regex_replace(format, kPlaces, "");
    const auto letters = std::ranges::count_if(bare, [](unsigned char c) { return std::isalpha(c) != 0; });
    const auto space = format.find_first_of(' ', format.find_first_not_of(' '));
    return letters >= kFewestLetters && space < format.find_last_not_of(' ');
}

} // namespace ql::tests
