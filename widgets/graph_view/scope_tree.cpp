// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/scope_tree.h"

#include <map>

namespace ql::widgets {

namespace {

/// Every scope that occurs, by path; parents before children.
ScopeTree wholeTree(const results::GraphOutline& outline)
{
    ScopeTree tree;
    tree.scopes.emplace_back();
    std::map<std::string, int> known{{"", 0}};
    for (std::size_t node = 0; node < outline.nodes.size(); ++node) {
        const std::string& path = outline.nodes[node].scope;
        int scope = 0;
        for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
            const std::string part = path.substr(0, end);
            const auto [found, isNew] = known.emplace(part, int(tree.scopes.size()));
            if (isNew) {
                tree.scopes.push_back({.path = part, .parent = scope, .scopes = {}, .nodes = {}, .members = {}});
                tree.scopes[std::size_t(scope)].scopes.push_back(found->second);
            }
            scope = found->second;
            if (end == std::string::npos)
                break;
        }
        tree.scopes[std::size_t(scope)].nodes.push_back(int(node));
    }
    return tree;
}

/// Copies @p source of @p from below @p parent of @p to, skipping scopes that hold a single thing.
void copyScope(const ScopeTree& from, int source, ScopeTree& to, int parent)
{
    const auto& scope = from.scopes[std::size_t(source)];
    int target = parent;
    if (source != 0 && scope.scopes.size() + scope.nodes.size() > 1) {
        target = int(to.scopes.size());
        to.scopes.push_back({.path = scope.path, .parent = parent, .scopes = {}, .nodes = {}, .members = {}});
        to.scopes[std::size_t(parent)].scopes.push_back(target);
    }
    for (const int node : scope.nodes) {
        to.scopes[std::size_t(target)].nodes.push_back(node);
        to.scopeOfNode[std::size_t(node)] = target;
    }
    for (const int child : scope.scopes)
        copyScope(from, child, to, target);
}

} // namespace

ScopeTree scopeTree(const results::GraphOutline& outline)
{
    const ScopeTree whole = wholeTree(outline);
    ScopeTree tree;
    tree.scopes.emplace_back();
    tree.scopeOfNode.assign(outline.nodes.size(), 0);
    copyScope(whole, 0, tree, 0);
    for (std::size_t node = 0; node < outline.nodes.size(); ++node)
        for (int scope = tree.scopeOfNode[node]; scope != -1; scope = tree.scopes[std::size_t(scope)].parent)
            tree.scopes[std::size_t(scope)].members.push_back(int(node));
    return tree;
}

} // namespace ql::widgets
