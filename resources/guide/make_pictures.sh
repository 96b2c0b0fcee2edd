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

# Between the message bar and the docks at the bottom; Chinese text is higher.
centre=(766x556+296+96 766x494+296+110)
inspector=(376x440+1064+50 376x440+1064+56)

cut window layersDock 1440x900+0+0 1440x900+0+0 75%
cut compare layersDock "${centre[@]}"
cut badcase badCasesDock "${centre[@]}"
cut sensitivity sensitivityDock "${centre[@]}"
cut shadow shadowDock "${centre[@]}"
cut profile profileDock "${centre[@]}"
cut check checksDock "${centre[@]}"
cut trials trialsDock "${centre[@]}"
cut tune tuneDock "${centre[@]}"
cut graph graphSideBySide "${centre[@]}"
cut config configForm 568x220+0+662 568x240+0+640
cut weights weightChannels "${inspector[@]}"
cut causes layersDock 376x460+1064+400 376x460+1064+410
