/** The lines of a year plan as plain data: the sheet in the browser and the server ask the same questions. */
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { parseScaled } from '#src/fields/decimal/scaled.ts'
import { fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'

/** One line as it is written; amounts as decimal strings in yuan. */
export interface PlanLine {
  readonly subjectCode: string
  readonly kind: string
  readonly projectId: number | null
  readonly fundSource: string
  readonly qtyBasis: string
  readonly amount: string
  /** Twelve amounts that add up to `amount`. */
  readonly monthly: readonly string[]
  /** Why a subject of the three public expenses grows (BUD-22). */
  readonly overReason: string
  readonly remark: string
}

/** What a department had in the year before, of one line. */
export interface FormerLine {
  readonly subjectCode: string
  readonly projectId: number | null
  readonly fundSource: string
  readonly approved: string
}

export const MONTHS = 12
/** Largest amount of a line in yuan. */
export const MAX_AMOUNT = '99999999.99'
/** Lines of one plan. */
export const MAX_LINES = 2000

/** Subjects of the three public expenses: reception, vehicle operation, vehicle purchase. */
export const threePublicSubjects: readonly string[] = ['30217', '30231', '31013']

export const isAmount = (text: string): boolean => {
  const cents = parseScaled(text, 2)
  return cents !== null && cents >= 0n && cents <= toCents(MAX_AMOUNT)
}

/** What tells one line of a plan from another. */
export const keyOf = (line: Pick<PlanLine, 'subjectCode' | 'projectId' | 'fundSource'>): string =>
  `${line.subjectCode} ${line.projectId ?? 0} ${line.fundSource}`

/** An amount in twelve equal parts; the last takes the cents that are left. */
export function evenSplit(amount: string): readonly string[] {
  const total = toCents(amount)
  const part = total / BigInt(MONTHS)
  return Array.from({ length: MONTHS }, (_, month) =>
    fromCents(month === MONTHS - 1 ? total - part * BigInt(MONTHS - 1) : part),
  )
}

/** The months of a line whose amount was cut, in the same proportions; the last takes the cents that are left. */
export function scaledMonths(monthly: readonly string[], amount: string): readonly string[] {
  const before = toCents(sumMoney(monthly))
  if (before === 0n) return evenSplit(amount)
  const total = toCents(amount)
  const parts = monthly.map((month) => (toCents(month) * total) / before)
  const rest = total - parts.reduce((sum, part) => sum + part, 0n)
  const last = parts.findLastIndex((part) => part > 0n)
  return parts.map((part, month) => fromCents(month === Math.max(last, 0) ? part + rest : part))
}

/** A subject of the three public expenses that asks for more than it had. */
export interface Growth {
  readonly subjectCode: string
  readonly amount: string
  readonly former: string
}

/** BUD-22: subjects of the three public expenses above the last year's approved sum. */
export function growthsOf(
  lines: readonly Pick<PlanLine, 'subjectCode' | 'amount'>[],
  former: readonly FormerLine[],
): readonly Growth[] {
  const sumOf = <T extends { readonly subjectCode: string }>(
    list: readonly T[],
    subject: string,
    of: (one: T) => string,
  ) =>
    sumMoney(
      list
        .filter((one) => one.subjectCode === subject)
        .map(of)
        .filter(isAmount),
    )
  return threePublicSubjects.flatMap((subjectCode) => {
    const amount = sumOf(lines, subjectCode, (line) => line.amount)
    const before = sumOf(former, subjectCode, (line) => line.approved)
    return toCents(amount) > toCents(before) ? [{ subjectCode, amount, former: before }] : []
  })
}

/** Why a cell cannot stay as it is. */
export type CellFault =
  | 'required'
  | 'amount'
  | 'months'
  | 'twice'
  | 'project'
  | 'noProject'
  | 'reason'
  | 'reasonLength'
  | 'tooLong'
export type PlanColumn = keyof PlanLine

export interface LineFault {
  readonly line: number
  readonly column: PlanColumn
  readonly fault: CellFault
}

const MIN_REASON_LENGTH = 5
const MAX_REASON_LENGTH = 300
const MAX_TEXT_LENGTH = 100

/** What is wrong with the lines, in their order. `isSubmitted` asks for the reasons of BUD-22 as well. */
export function faultsOf(
  lines: readonly PlanLine[],
  former: readonly FormerLine[],
  isSubmitted: boolean,
): readonly LineFault[] {
  const grown = new Set(growthsOf(lines, former).map((growth) => growth.subjectCode))
  const seen = new Set<string>()
  return lines.flatMap((line, index): LineFault[] => {
    const found: LineFault[] = []
    const add = (column: PlanColumn, fault: CellFault): void => {
      found.push({ line: index, column, fault })
    }
    if (line.subjectCode === '') add('subjectCode', 'required')
    if (line.fundSource === '') add('fundSource', 'required')
    if (line.kind === 'project' && line.projectId === null) add('projectId', 'project')
    if (line.kind !== 'project' && line.projectId !== null) add('projectId', 'noProject')
    if (!isAmount(line.amount)) add('amount', 'amount')
    else if (!line.monthly.every(isAmount) || toCents(sumMoney(line.monthly)) !== toCents(line.amount))
      add('monthly', 'months')
    if (line.qtyBasis.length > MAX_TEXT_LENGTH) add('qtyBasis', 'tooLong')
    if (line.remark.length > MAX_TEXT_LENGTH) add('remark', 'tooLong')
    const reason = visibleLength(line.overReason)
    if (reason > 0 && (reason < MIN_REASON_LENGTH || reason > MAX_REASON_LENGTH)) add('overReason', 'reasonLength')
    else if (reason === 0 && isSubmitted && grown.has(line.subjectCode)) add('overReason', 'reason')
    if (line.subjectCode !== '' && seen.has(keyOf(line))) add('subjectCode', 'twice')
    seen.add(keyOf(line))
    return found
  })
}

/** Sums by subject, in the order of the codes. */
export function subjectTotals(
  lines: readonly Pick<PlanLine, 'subjectCode' | 'amount'>[],
): readonly { readonly subjectCode: string; readonly amount: string }[] {
  const totals = new Map<string, bigint>()
  for (const { subjectCode, amount } of lines) {
    if (subjectCode !== '' && isAmount(amount))
      totals.set(subjectCode, (totals.get(subjectCode) ?? 0n) + toCents(amount))
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([subjectCode, cents]) => ({ subjectCode, amount: fromCents(cents) }))
}
