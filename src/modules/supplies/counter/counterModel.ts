/** What a keeper has written for the tickets of a round, and what is wrong with it; pure. */
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { addQty, fitsPlaces, printQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import type { CounterBatch, CounterLine, CounterTicket, CounterWaiting } from './counter.types.ts'

/** What was written for a line; absent cells keep their default. */
export interface LineEdit {
  readonly qty?: string
  /** Empty for what expires first. */
  readonly batchNo?: string
  readonly reason?: string
  /** Condition of the worn piece that came back. */
  readonly oldGrade?: string
}
export interface TicketEdit {
  readonly lines: Readonly<Record<number, LineEdit>>
  readonly keepOpen?: boolean
  readonly code?: string
  readonly expiryConfirmed?: boolean
  readonly oldPartReceived?: boolean
}
export const noEdit: TicketEdit = { lines: {} }

/** What of a line is still to be handed out. */
export const openQty = ({ approved, issued }: CounterLine): number => subtractQty(approved, issued)
/** What is there for it now. */
export const readyQty = (line: CounterLine): number => subtractQty(openQty(line), line.short)
export const qtyText = (line: CounterLine, edit: LineEdit | undefined): string =>
  edit?.qty ?? printQty(readyQty(line), line.qtyPlaces)
export const qtyOf = (line: CounterLine, edit: LineEdit | undefined): number | null => {
  const text = qtyText(line, edit).trim()
  return /^\d{1,3}(\.\d+)?$/.test(text) && fitsPlaces(text, line.qtyPlaces) && Number(text) <= openQty(line)
    ? Number(text)
    : null
}
export const keepsOpen = ({ lines }: CounterTicket, { keepOpen }: TicketEdit): boolean =>
  keepOpen ?? lines.some(({ short }) => short > 0)

/** What is wrong at a line. */
export type LineProblem = 'wrongQty' | 'needReason' | 'needOldPiece'
export function problemOf(line: CounterLine, edit: LineEdit | undefined, reason: string): LineProblem | null {
  const qty = qtyOf(line, edit)
  if (qty === null) return 'wrongQty'
  if (line.asksOldPiece && qty > 0 && !edit?.oldGrade) return 'needOldPiece'
  const isOther = (edit?.batchNo ?? '') !== '' && edit?.batchNo !== line.picks[0]?.batchNo
  return (qty < openQty(line) || isOther) && visibleLength(reason) < 2 ? 'needReason' : null
}

/** The batches a keeper may choose for a line: those that have a number. */
export const batchesFor = ({ batches }: CounterWaiting, { itemId, size }: CounterLine): readonly CounterBatch[] =>
  batches.filter((batch) => batch.itemId === itemId && batch.size === size && batch.batchNo !== '')

/** Whether the keeper still has to say that the old medium is here. */
export const needsOldPart = (ticket: CounterTicket, edit: TicketEdit): boolean =>
  ticket.oldPartSn !== null &&
  edit.oldPartReceived !== true &&
  ticket.lines.some((line) => (qtyOf(line, edit.lines[line.lineNo]) ?? 0) > 0)

const DAY = 86_400_000
/** Whether a batch expires within the days in which the keeper has to say so (STK-32). */
export const isShortLived = (
  expireDate: string | null,
  { today, shortLifeDays }: Pick<CounterWaiting, 'today' | 'shortLifeDays'>,
): boolean => expireDate !== null && (Date.parse(expireDate) - Date.parse(today)) / DAY < shortLifeDays

export const matches = (ticket: CounterTicket, words: string): boolean =>
  words === '' ||
  [ticket.no, ticket.applicant, ticket.dept, ticket.proxy ?? '', ...ticket.lines.map(({ name }) => name)].some((text) =>
    text.toLowerCase().includes(words.toLowerCase()),
  )

/** One stop of the walk through a warehouse: a batch with all tickets that take of it. */
export interface Stop {
  readonly key: string
  readonly warehouse: string
  readonly bin: string | null
  readonly item: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly batchNo: string
  readonly expireDate: string | null
  readonly qty: number
  readonly tickets: readonly { readonly no: string; readonly applicant: string; readonly qty: number }[]
}

/** The picks of these tickets by batch, in walking order of the bins; what has no bin comes last. */
export function walkOf(tickets: readonly CounterTicket[]): readonly Stop[] {
  const stops = new Map<number, Stop & { readonly walk: number; readonly warehouseId: number }>()
  for (const ticket of tickets)
    for (const line of ticket.lines)
      for (const pick of line.picks) {
        const before = stops.get(pick.batchId)
        const own = { no: ticket.no, applicant: ticket.applicant, qty: pick.qty }
        stops.set(pick.batchId, {
          key: String(pick.batchId),
          warehouse: pick.warehouse,
          warehouseId: pick.warehouseId,
          walk: pick.walkOrder ?? Number.MAX_SAFE_INTEGER,
          bin: pick.bin,
          item: [line.name, line.spec, line.size].filter((part) => part !== '').join(' '),
          unit: line.unit,
          qtyPlaces: line.qtyPlaces,
          batchNo: pick.batchNo,
          expireDate: pick.expireDate,
          qty: addQty(before?.qty ?? 0, pick.qty),
          tickets: [...(before?.tickets ?? []), own],
        })
      }
  return [...stops.values()].sort(
    (a, b) =>
      a.warehouseId - b.warehouseId ||
      a.walk - b.walk ||
      (a.bin ?? '').localeCompare(b.bin ?? '') ||
      a.item.localeCompare(b.item) ||
      a.key.localeCompare(b.key),
  )
}
