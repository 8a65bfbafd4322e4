/* page.S: the page for browsers as tools/web has packed it, in read-only memory; empty if it was not built. */
    .section .rodata
    .global by_page_pack, by_page_pack_end
    .balign 16
by_page_pack:
#ifndef NO_PAGE
    .incbin PAGE
#endif
by_page_pack_end:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
