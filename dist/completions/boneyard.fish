# SPDX-License-Identifier: MIT
# Completion for fish.  The program itself says what may follow: `boneyard complete [COMMAND PREVIOUS-WORD]`.
complete -c boneyard -n __fish_use_subcommand -f -a '(boneyard complete)'
complete -c boneyard -n 'not __fish_use_subcommand' -a '(boneyard complete (commandline -opc)[2] (commandline -opc)[-1])'
