/** Lines of a request as ledger, approver and keeper look at them. Line numbers count from one. */
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fitsPlaces, QTY_PLACES } from '#src/fields/quantity/quantities.ts'

/** A line as it was asked for and approved. `key` names it in the ledger. */
export interface RequestedLine {
  readonly key: string
  readonly lineNo: number
  readonly itemId: number
  /** Code of the item's sizes; empty for none. */
  readonly size: string
  /** Who receives it; null for the applicant. */
  readonly userId: number | null
  readonly requested: number
  readonly approved: number
  /** Day until which it is lent; null for good. */
  readonly returnDueAt: string | null
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
/** What is written and not checked yet may be no quantity. */
const qtyOf = (value: unknown): number => (fitsPlaces(numberOf(value), QTY_PLACES) ? numberOf(value) : 0)
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What a cut leaves of its line, by line number. */
const cutsOf = (form: FormData): ReadonlyMap<number, number> =>
  new Map(rowsOf(form.cuts).map((row) => [numberOf(row.lineNo), qtyOf(row.approvedQty)]))

/** Lines with an item, in their order. */
export function requestedLines(form: FormData): readonly RequestedLine[] {
  const cuts = cutsOf(form)
  return rowsOf(form.lines).flatMap((row, index) => {
    const [itemId, requested] = [numberOf(row.itemId), qtyOf(row.qty)]
    if (itemId === 0) return []
    return [
      {
        key: `lines.${index}`,
        lineNo: index + 1,
        itemId,
        size: textOf(row.sizeCode),
        userId: typeof row.userId === 'number' ? row.userId : null,
        requested,
        approved: Math.min(requested, cuts.get(index + 1) ?? requested),
        returnDueAt: textOf(row.returnDueAt) === '' ? null : textOf(row.returnDueAt),
      },
    ]
  })
}

/** A row of what the keeper issues, `index` being its place in the form. */
export interface IssueRow {
  readonly index: number
  readonly lineNo: number
  readonly qty: number
  readonly batchNo: string
  readonly reason: string
}
export const issueRows = (form: FormData): readonly IssueRow[] =>
  rowsOf(form.issues).map((row, index) => ({
    index,
    lineNo: numberOf(row.lineNo),
    qty: qtyOf(row.issuedQty),
    batchNo: textOf(row.batchNo),
    reason: textOf(row.reason),
  }))

/** Cuts with the items they are about. */
export function shownCuts(form: FormData): readonly FormData[] {
  const requested = requestedLines(form)
  return rowsOf(form.cuts).map((row) => ({
    ...row,
    itemId: requested.find(({ lineNo }) => lineNo === row.lineNo)?.itemId ?? null,
  }))
}

/** Whether the rows speak of these lines as they were requested and approved. */
const isAbout = (rows: readonly FormData[], requested: readonly RequestedLine[]): boolean =>
  requested.every(({ lineNo, itemId, requested: qty, approved }) => {
    const own = rows.filter((row) => row.lineNo === lineNo)
    return (
      own.length > 0 &&
      own.every((row) => row.itemId === itemId && row.requestedQty === qty && row.approvedQty === approved)
    )
  })

/**
 * The keeper's rows: as the keeper wrote them, or one for each line when lines or cuts changed since. Rows as they were
 * written come without their computed columns.
 */
export function shownIssues(form: FormData): readonly FormData[] {
  const requested = requestedLines(form)
  const rows = rowsOf(form.issues)
  const isWritten = rows.length > 0 && rows.every((row) => row.itemId === undefined || row.itemId === null)
  if (isWritten || (rows.length > 0 && isAbout(rows, requested)))
    return rows.map((row) => {
      const line = requested.find(({ lineNo }) => lineNo === row.lineNo)
      return {
        ...row,
        itemId: line?.itemId ?? null,
        requestedQty: line?.requested ?? null,
        approvedQty: line?.approved ?? null,
      }
    })
  return requested.map(({ lineNo, itemId, requested: requestedQty, approved }) => ({
    lineNo,
    itemId,
    requestedQty,
    approvedQty: approved,
    issuedQty: approved,
    batchNo: null,
    reason: null,
  }))
}
