/** The plan sheet in the browser: what a text in a cell makes of a line, and every step back and forth. */
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { parseScaled } from '#src/fields/decimal/scaled.ts'
import { fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'
import { evenSplit, isAmount, MAX_LINES, MONTHS, type PlanLine, scaledMonths } from './year-plan-lines.ts'

/** A line as the sheet holds it; stored ones have their id and, after a review, what was left of them. */
export interface SheetLine extends PlanLine {
  readonly id: number | null
  readonly reviewedAmount: string | null
}

/** A thing that can be chosen in a column, by its code, its name or both. */
export interface Choice {
  readonly value: string
  readonly label: string
}
export interface Choices {
  readonly subjects: readonly Choice[]
  readonly kinds: readonly Choice[]
  readonly sources: readonly Choice[]
  readonly projects: readonly Choice[]
}

/** Columns of the sheet: `m1` to `m12` are the months. */
export type SheetColumn =
  | 'subjectCode'
  | 'kind'
  | 'projectId'
  | 'fundSource'
  | 'qtyBasis'
  | 'former'
  | 'amount'
  | 'reviewedAmount'
  | `m${number}`
  | 'overReason'
  | 'remark'

export const monthColumns: readonly SheetColumn[] = Array.from(
  { length: MONTHS },
  (_, index) => `m${index + 1}` as const,
)

export const emptyLine = (fundSource: string): SheetLine => ({
  id: null,
  subjectCode: '',
  kind: 'basic',
  projectId: null,
  fundSource,
  qtyBasis: '',
  amount: '0.00',
  monthly: evenSplit('0.00'),
  overReason: '',
  remark: '',
  reviewedAmount: null,
})

/** An amount as people and spreadsheet programs write it, with separators and signs of the currency; null when it is none. */
export function amountIn(text: string): string | null {
  const plain = text.replace(/[,\s\u00a5\uff0c\uffe5\u5143]/g, '')
  if (plain === '') return '0.00'
  const cents = parseScaled(plain, 2)
  if (cents === null) return null
  const amount = fromCents(cents)
  return isAmount(amount) ? amount : null
}

/** The choice a text names: its code, its label, or a text that begins with the code. */
export function choiceIn(choices: readonly Choice[], text: string): string | null {
  const written = text.trim()
  const [first = ''] = written.split(/\s/)
  return (
    (
      choices.find(({ value, label }) => value === written || label === written) ??
      choices.find(({ value, label }) => value === first || label.split(' ')[0] === first) ??
      null
    )?.value ?? null
  )
}

const isEven = ({ amount, monthly }: PlanLine): boolean =>
  evenSplit(amount).every((part, month) => part === monthly[month])

/** The line with a text written into one of its cells; the line as it was when the text says nothing there. */
export function writeCell(line: SheetLine, column: SheetColumn, text: string, choices: Choices): SheetLine {
  switch (column) {
    case 'subjectCode': {
      const subjectCode = isBlank(text) ? '' : choiceIn(choices.subjects, text)
      return subjectCode === null ? line : { ...line, subjectCode }
    }
    case 'kind': {
      const kind = choiceIn(choices.kinds, text)
      if (kind === null) return line
      return kind === 'project' ? { ...line, kind } : { ...line, kind, projectId: null }
    }
    case 'projectId': {
      if (isBlank(text)) return { ...line, projectId: null }
      const project = choiceIn(choices.projects, text)
      return project === null ? line : { ...line, kind: 'project', projectId: Number(project) }
    }
    case 'fundSource': {
      const fundSource = choiceIn(choices.sources, text)
      return fundSource === null ? line : { ...line, fundSource }
    }
    case 'amount': {
      const amount = amountIn(text)
      if (amount === null) return line
      return { ...line, amount, monthly: isEven(line) ? evenSplit(amount) : scaledMonths(line.monthly, amount) }
    }
    case 'reviewedAmount': {
      const amount = amountIn(text)
      if (amount === null) return line
      return { ...line, reviewedAmount: toCents(amount) > toCents(line.amount) ? line.amount : amount }
    }
    case 'qtyBasis':
    case 'overReason':
    case 'remark':
      return { ...line, [column]: text.trim() }
    case 'former':
      return line
    default: {
      const month = Number(column.slice(1)) - 1
      const amount = amountIn(text)
      if (amount === null) return line
      const monthly = line.monthly.map((before, index) => (index === month ? amount : before))
      const total = sumMoney(monthly)
      return isAmount(total) ? { ...line, monthly, amount: total } : line
    }
  }
}

/** A text for a cell of the sheet. */
export interface SheetWrite {
  readonly row: number
  readonly column: SheetColumn
  readonly text: string
}

export interface Sheet {
  readonly lines: readonly SheetLine[]
  /** What stands in the database. */
  readonly saved: readonly SheetLine[]
  readonly past: readonly (readonly SheetLine[])[]
  readonly future: readonly (readonly SheetLine[])[]
}

export type SheetAction =
  | { readonly type: 'loaded'; readonly lines: readonly SheetLine[] }
  | {
      readonly type: 'written'
      readonly writes: readonly SheetWrite[]
      readonly choices: Choices
      readonly fundSource: string
    }
  | { readonly type: 'inserted'; readonly at: number; readonly count: number; readonly fundSource: string }
  | { readonly type: 'removed'; readonly from: number; readonly to: number }
  | { readonly type: 'split'; readonly from: number; readonly to: number }
  | { readonly type: 'replaced'; readonly lines: readonly SheetLine[] }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }
  | { readonly type: 'saved' }

/** Steps that can be taken back. */
const MAX_STEPS = 100

export const startSheet = (lines: readonly SheetLine[]): Sheet => ({ lines, saved: lines, past: [], future: [] })

const step = (sheet: Sheet, lines: readonly SheetLine[]): Sheet => ({
  ...sheet,
  lines,
  past: [...sheet.past, sheet.lines].slice(-MAX_STEPS),
  future: [],
})

function writeAll(
  lines: readonly SheetLine[],
  writes: readonly SheetWrite[],
  choices: Choices,
  fundSource: string,
): readonly SheetLine[] {
  const next = [...lines]
  for (const { row, column, text } of writes) {
    if (row >= MAX_LINES) continue
    while (next.length <= row) next.push(emptyLine(fundSource))
    const line = next[row]
    if (line !== undefined) next[row] = writeCell(line, column, text, choices)
  }
  return next
}

export function changeSheet(sheet: Sheet, action: SheetAction): Sheet {
  const { lines } = sheet
  switch (action.type) {
    case 'loaded':
      return startSheet(action.lines)
    case 'written':
      return step(sheet, writeAll(lines, action.writes, action.choices, action.fundSource))
    case 'inserted': {
      const added = Array.from({ length: action.count }, () => emptyLine(action.fundSource))
      return step(sheet, [...lines.slice(0, action.at), ...added, ...lines.slice(action.at)].slice(0, MAX_LINES))
    }
    case 'removed':
      return step(sheet, [...lines.slice(0, action.from), ...lines.slice(action.to + 1)])
    case 'split':
      return step(
        sheet,
        lines.map((line, row) =>
          row < action.from || row > action.to ? line : { ...line, monthly: evenSplit(line.amount) },
        ),
      )
    case 'replaced':
      return step(sheet, action.lines)
    case 'undone': {
      const before = sheet.past.at(-1)
      if (before === undefined) return sheet
      return { ...sheet, lines: before, past: sheet.past.slice(0, -1), future: [lines, ...sheet.future] }
    }
    case 'redone': {
      const [after, ...later] = sheet.future
      if (after === undefined) return sheet
      return { ...sheet, lines: after, past: [...sheet.past, lines], future: later }
    }
    case 'saved':
      return { ...sheet, saved: lines }
  }
}

const isEmptyLine = ({ subjectCode, amount, projectId, qtyBasis, overReason, remark }: SheetLine): boolean =>
  subjectCode === '' && projectId === null && qtyBasis + overReason + remark === '' && toCents(amount) === 0n

/** The lines that say something, as they are saved. */
export const filledLines = (lines: readonly SheetLine[]): readonly SheetLine[] =>
  lines.filter((line) => !isEmptyLine(line))

export const isChanged = ({ lines, saved }: Sheet): boolean => lines !== saved
