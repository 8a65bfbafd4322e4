export const castle = {
} as const;
