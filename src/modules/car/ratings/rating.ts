/** Up to this score a rating says why. */
export const LOW_SCORE = 2
/** Characters of the note of a rating. */
export const NOTE_LENGTH = { min: 2, max: 200 } as const
