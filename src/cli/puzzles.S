/* SPDX-License-Identifier: MIT */
/* puzzles.S: the list of puzzles (src/daily/puzzles.txt) in read-only memory. */
    .section .rodata
    .global by_puzzle_list, by_puzzle_list_n
by_puzzle_list:
    .incbin PUZZLES
puzzles_end:
    .balign 8
by_puzzle_list_n:
    .quad puzzles_end - by_puzzle_list
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
