import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'

/** Sentences for decisions (20.8): one's own, and those of the bureau, which are entries of a dictionary for each action. */
export const phraseActions = ['approve', 'return', 'reject'] as const
export type PhraseAction = (typeof phraseActions)[number]

/** The dictionary with the bureau's sentences. */
export const phraseDictionary = (action: PhraseAction): string => `${action}Phrase`

/** Sentences one person keeps for one action. */
export const MAX_OWN_PHRASES = 20
/** Characters of a sentence. */
export const MAX_PHRASE_LENGTH = 100

/** The shortest sentence that serves the action. */
export const minLengthOf = (action: PhraseAction): number => (action === 'approve' ? 2 : MIN_REASON_LENGTH)

/** A row of GET /api/personal/phrases/. */
export interface OwnPhrase {
  readonly id: number
  readonly action: PhraseAction
  readonly text: string
}
