/* SPDX-License-Identifier: MIT */
/* common.S: the commonest passwords (common.c), in read-only memory. */
    .section .rodata
    .global by_common_passwords, by_common_passwords_end
by_common_passwords:
    .incbin LIST
by_common_passwords_end:
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
