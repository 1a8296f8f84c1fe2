/** The board of a display, and the displays themselves (10.2). */

export const boardFigures = [
  'running',
  'late',
  'decidedToday',
  'filedToday',
  'hours',
  'spent',
  'frozen',
  'yearPassed',
  'carsOut',
  'carsIdle',
  'repairs',
  'repairsDone',
] as const
export type BoardFigureName = (typeof boardFigures)[number]

/** Counts and rates of the whole bureau: no names, no tickets, no money (10.2). */
export interface Board {
  /** When the figures were read. */
  readonly at: string
  /** Rates in percent, times in hours; null where nothing can be said. */
  readonly figures: Readonly<Record<BoardFigureName, number | null>>
  /** Approvals decided on each of the last fourteen days, the oldest first. */
  readonly days: readonly { readonly day: string; readonly decided: number }[]
}

export interface Display {
  readonly id: number
  readonly name: string
  /** Addresses and networks from which its token is accepted. */
  readonly addresses: string
  readonly expiresOn: string
  readonly seenAt: string | null
  readonly state: 'inForce' | 'expired' | 'revoked'
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/home/board/': Board
    'GET /api/home/displays/': readonly Display[]
    /** The token is shown this once. */
    'POST /api/home/displays/': { readonly id: number; readonly token: string }
    'POST /api/home/displays/:id/revoke/': null
  }
}
