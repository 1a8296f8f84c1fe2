/** Scanners that type. Pure: keys by their place on the board, so that no input method comes between. */

/** Milliseconds within which a scanner sends the next character; people are slower. */
export const SCANNER_GAP_MS = 60
/** Milliseconds of silence that end a code without Enter or Tab. */
export const SCANNER_END_MS = 100
const MIN_LENGTH = 4

export interface Burst {
  readonly text: string
  /** Time of the last character. */
  readonly at: number
}
export const noBurst: Burst = { text: '', at: Number.NEGATIVE_INFINITY }

const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
  NumpadDivide: ['/', '/'],
  Period: ['.', '>'],
  NumpadDecimal: ['.', '.'],
  Minus: ['-', '_'],
  NumpadSubtract: ['-', '-'],
  Equal: ['=', '+'],
  Semicolon: [';', ':'],
}

/** The character of a key by `event.code`; null for keys that write none in a label. */
export function characterOf(code: string, isShifted: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return isShifted ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return isShifted && code.startsWith('Digit') ? null : digit
  return signs[code]?.[isShifted ? 1 : 0] ?? null
}

/** A key after the others. `done` is a whole code, when this key ended one. */
export function withKey(
  burst: Burst,
  key: { readonly code: string; readonly shiftKey: boolean; readonly at: number },
): { readonly burst: Burst; readonly done: string | null } {
  const isNext = key.at - burst.at <= SCANNER_GAP_MS
  if (key.code === 'Enter' || key.code === 'NumpadEnter' || key.code === 'Tab')
    return { burst: noBurst, done: key.at - burst.at <= SCANNER_END_MS && isCode(burst) ? burst.text : null }
  const character = characterOf(key.code, key.shiftKey)
  if (character === null) return { burst: /^Shift/.test(key.code) ? burst : noBurst, done: null }
  return { burst: { text: (isNext ? burst.text : '') + character, at: key.at }, done: null }
}

/** Whether what was typed that fast is long enough for a label. */
export const isCode = ({ text }: Burst): boolean => text.length >= MIN_LENGTH
