/** What all ratings of a service have in common: 1 to 5, a bad one says why. */

/** Up to this score a rating needs a note. */
export const LOW_SCORE = 2
/** Characters of the note of a rating. */
export const NOTE_LENGTH = { min: 2, max: 200 } as const
