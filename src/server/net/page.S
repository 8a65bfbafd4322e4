/* SPDX-License-Identifier: MIT */
/* page.S: the web page as packed by tools/web, in read-only memory; empty if it was not built. */
    .section .rodata
    .global by_page_pack, by_page_pack_n
    .balign 16
by_page_pack:
#ifndef NO_PAGE
    .incbin PAGE
#endif
page_end:
    .balign 8
by_page_pack_n:
    .quad page_end - by_page_pack
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
