# SPDX-License-Identifier: GPL-3.0-or-later
# complete.zsh FOLDER LINE: types LINE and a tab into a zsh that takes its completions from FOLDER, and prints the line that
# stands there then.
zmodload zsh/zpty
zpty -b shell zsh -f -i

await() {
    local chunk
    reply=''
    repeat 500; do
        zpty -r -t shell chunk && reply+=$chunk || sleep 0.02
        [[ $reply == *$1* ]] && return
    done
}

# What is awaited is written so that its echo doesn't count.
zpty -w shell "PROMPT=''; unset zle_bracketed_paste; stty -echo; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -D -u
show() { print -r -- \"[\"\"[\$BUFFER]\"\"]\" }; zle -N show; bindkey '^X' show; print -r -- rea''dy"
await ready
zpty -w -n shell "$2"$'\t\x18'
await ']]'
reply=${reply##*\[\[}
print -r -- ${reply%%\]\]*}
