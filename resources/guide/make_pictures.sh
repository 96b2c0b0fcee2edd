#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the handbook's pictures again: make_pictures.sh BUILD, after `ninja -C BUILD pictures`, which has the program
# draw itself. Needs ImageMagick (apt-get install imagemagick), as nothing else does.
set -euo pipefail

guide=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pictures=$1/pictures

# cut NAME PICTURE EN ZH [SIZE]: a part of the window's picture, WIDTHxHEIGHT+X+Y of each language, in 48 colours.
cut() {
    write "$guide/en" en "$1" "$2" "$3" "${5:-100%}"
    write "$guide/zh_CN" zh "$1" "$2" "$4" "${5:-100%}"
}

# write FOLDER LANGUAGE NAME PICTURE PART SIZE
write() {
    mkdir -p "$1/pictures"
    convert "$pictures/$2-light-$4.png" -crop "$5" +repage -resize "$6" +dither -colors 48 -strip \
        -define png:compression-level=9 "PNG8:$1/pictures/$3.png"
}

# Between the tool bar and the strip; Chinese text is higher. Right of it the inspector, above its advice.
centre=(972x428+39+52 972x422+39+58)
inspector=(414x526+1017+52 414x516+1017+58)

cut window layersDock 1432x860+0+0 1432x860+0+0 75%
cut compare layersDock "${centre[@]}"
cut badcase badCasesDock "${centre[@]}"
cut sensitivity sensitivityDock "${centre[@]}"
cut shadow shadowDock "${centre[@]}"
cut profile profileDock "${centre[@]}"
cut check checksDock "${centre[@]}"
cut trials trialsDock "${centre[@]}"
cut tune tuneDock "${centre[@]}"
cut graph graphSideBySide "${centre[@]}"
cut config configForm 414x290+1017+52 414x300+1017+58
cut weights weightChannels "${inspector[@]}"
cut causes weightChannels 414x250+1017+576 414x250+1017+576
