import { useCallback, useState } from 'react'
import type { TicketRow } from '#src/define/tickets/line.ts'

/** What is read in the approval centre. */
export interface Reader {
  /** As it was last seen in the list; it stays when it leaves the list. */
  readonly row: TicketRow | null
  /** Its last place in the list. */
  readonly at: number
  /** The ticket this person has just decided: when it leaves the list, the next is read. */
  readonly decided: number | null
  /** The next row was reached by a decision, not by a hand. */
  readonly wasMoved: boolean
}

export const noReader: Reader = { row: null, at: 0, decided: null, wasMoved: false }

/** Reads the row at a place of the list, or the last one. */
function rowAt(rows: readonly TicketRow[], at: number, wasMoved: boolean): Reader {
  const place = Math.min(at, rows.length - 1)
  return { row: rows[place] ?? null, at: Math.max(0, place), decided: null, wasMoved }
}

/**
 * The reader after the list has changed. A row that a colleague, the applicant or the clock takes away is read on, so
 * that a key never meets another ticket than the one it was meant for. Only the person's own decision leads to the next.
 */
export function follow(reader: Reader, rows: readonly TicketRow[]): Reader {
  if (reader.row === null) return rows.length === 0 ? reader : rowAt(rows, reader.at, reader.wasMoved)
  const place = rows.findIndex((row) => row.id === reader.row?.id)
  const row = rows[place]
  if (row !== undefined) {
    if (row === reader.row && place === reader.at) return reader
    // Still there after the decision: it is read on, also when a colleague takes it later.
    return { ...reader, row, at: place, decided: row.version === reader.row.version ? reader.decided : null }
  }
  return reader.decided === reader.row.id ? rowAt(rows, reader.at, true) : reader
}

/** Leaves a row that is gone. */
export const leave = (reader: Reader, rows: readonly TicketRow[]): Reader => rowAt(rows, reader.at, true)

/** The ticket that is read; another question about the list starts at its first row, once the answer is there (`isAnswered`). */
export function useCurrentRow(rows: readonly TicketRow[], question: string, isAnswered: boolean) {
  const [state, setState] = useState({ question, reader: noReader })
  const reader = isAnswered ? follow(state.question === question ? state.reader : noReader, rows) : state.reader
  if (isAnswered && (reader !== state.reader || question !== state.question)) setState({ question, reader })
  const change = useCallback(
    (next: (reader: Reader) => Reader) => setState((now) => ({ ...now, reader: next(now.reader) })),
    [],
  )
  return {
    current: reader.row,
    wasMoved: reader.wasMoved,
    select: (id: number) =>
      change((now) => {
        const at = rows.findIndex((row) => row.id === id)
        return { row: rows[at] ?? now.row, at: Math.max(0, at), decided: null, wasMoved: false }
      }),
    next: () => change((now) => leave(now, rows)),
    markDecided: (id: number) => change((now) => follow({ ...now, decided: id }, rows)),
  }
}
