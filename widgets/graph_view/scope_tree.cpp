// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/scope_tree.h"

#include <map>

namespace ql::widgets {

namespace {

/// Of every scope around a layer and of its group, the outermost first.
std::vector<std::string> pathsAround(const results::OutlineNode& node)
{
    std::vector<std::string> paths;
    for (std::size_t end = node.scope.find('/', 1);; end = node.scope.find('/', end + 1)) {
        paths.push_back(node.scope.substr(0, end));
        if (end == std::string::npos)
            break;
    }
    if (!node.group.empty())
        paths.push_back(node.scope.empty() ? node.group : node.scope + '/' + node.group);
    return paths;
}

/// Every scope that occurs, by path; parents before children.
ScopeTree wholeTree(const results::GraphOutline& outline)
{
    ScopeTree tree;
    tree.scopes.emplace_back();
    std::map<std::string, int> known{{"", 0}};
    for (std::size_t node = 0; node < outline.nodes.size(); ++node) {
        int scope = 0;
        for (const std::string& path : pathsAround(outline.nodes[node])) {
            const auto [found, isNew] = known.emplace(path, int(tree.scopes.size()));
            if (isNew) {
                tree.scopes.push_back({.path = path, .parent = scope, .scopes = {}, .nodes = {}, .members = {}});
                tree.scopes[std::size_t(scope)].scopes.push_back(found->second);
            }
            scope = found->second;
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
