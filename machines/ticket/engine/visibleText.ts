/**
 * What of a text can be seen. Everything that is empty to the eye is empty: for required texts, comments and reasons,
 * in the browser, on the server and in the machines alike (E15).
 */

/** Characters without ink that no text of ours needs: blanks of other scripts, joiners of words, soft hyphens, fillers. */
const NEEDLESS = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u2800\u3164\ufeff\uffa0\u{13441}\u{13442}\u{1d159}]/gu
/** Marks of direction and joiners mean something beside a letter and once, not in a row and not at the end of a text. */
const REPEATED_MARK =
  /([\u061c\u200c-\u200f\u202a-\u202e\u2066-\u206f])(?:[\u061c\u200c-\u200f\u202a-\u202e\u2066-\u206f])+/gu
const OUTER =
  /^[\s\u0085\u061c\u200c-\u200f\u202a-\u202e\u2066-\u206f]+|[\s\u0085\u061c\u200c-\u200f\u202a-\u202e\u2066-\u206f]+$/gu
const INVISIBLE = /[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/** The text without surrounding blanks and without characters that cannot be seen; empty when nothing of it can. */
export function trimText(text: string): string {
  const kept = text.replace(NEEDLESS, '').replace(REPEATED_MARK, '$1').replace(OUTER, '')
  return kept.replace(INVISIBLE, '') === '' ? '' : kept
}

/** Nothing of the text can be seen. */
export const isBlank = (text: string): boolean => trimText(text) === ''

/** Characters of the text, without those around and in it that cannot be seen. */
export const visibleLength = (text: string): number => [...trimText(text)].length
