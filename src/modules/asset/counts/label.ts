/** What a label says. Pure: the browser reads a code as the server does. */

/** The code of a label: a bare number, or the last part of any address, so that a renamed host leaves labels valid. */
export function codeOf(text: string): string {
  const bare = text.trim()
  const last = /[/=#]([^/=#?&]+)\/?$/.exec(bare)?.[1] ?? bare
  return last.toUpperCase().slice(0, 80)
}

/** Digits that name an asset of a count when somebody types the end of its number. */
export const isEnding = (code: string): boolean => /^\d{3,6}$/.test(code)

export interface LabelledAsset {
  readonly label: string
  readonly sn: string
}

/** The line of a count that a code means: its number, its serial number, or the end of exactly one number. */
export function lineOf<L extends LabelledAsset>(lines: readonly L[], code: string): L | null {
  const exact =
    lines.find(({ label }) => label === code) ?? lines.find(({ sn }) => sn !== '' && sn.toUpperCase() === code)
  if (exact !== undefined || !isEnding(code)) return exact ?? null
  const ending = lines.filter(({ label }) => label.endsWith(code))
  return ending.length === 1 ? (ending[0] ?? null) : null
}

/** What a first scan comes to. `bookRoomId` is where the books had it at that moment; without one, or without a scanned room, nothing can differ. */
export function placeResult(
  isExpected: boolean,
  bookRoomId: number | null,
  roomId: number | null,
): 'found' | 'elsewhere' | 'unexpected' {
  if (!isExpected) return 'unexpected'
  return roomId === null || bookRoomId === null || bookRoomId === roomId ? 'found' : 'elsewhere'
}
