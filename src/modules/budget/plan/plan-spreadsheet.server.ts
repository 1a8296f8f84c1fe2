/** Lines of a year plan out of and into spreadsheets: subject, project, source, amount and twelve months (30.2). */

import { sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import { type Language, languages } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { badFile } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type SheetFaults, type Sheets, sheets } from '#src/define/services.ts'
import { planMessages } from './plan.messages.ts'
import { evenSplit, faultsOf, isAmount, MAX_LINES, MONTHS, type PlanColumn, type PlanLine } from './year-plan-lines.ts'

const months = Array.from({ length: MONTHS }, (_, index) => `m${index + 1}` as const)
const names = ['subject', 'project', 'source', 'qtyBasis', 'amount', ...months, 'overReason', 'remark'] as const
type Name = (typeof names)[number]
const needed: readonly Name[] = ['subject', 'source', 'amount']

function titleOf(language: Language, name: Name): string {
  const { columns, month } = planMessages[language].yearPlan
  return name in columns ? columns[name as keyof typeof columns] : month.replace('{0}', name.slice(1))
}

interface Entry {
  readonly value: string
  readonly label: string
  readonly labelEn: string
}

async function entriesOf(unit: UnitOfWork, key: string): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`select value, label, label_en from shared_dictionary_entry
    where dictionary_key = ${key} and deleted_at is null and status order by sort, value`.execute(unit.db)
  return rows
}

/** An entry as people write it: the code, its text, or both. */
function entryNamed(entries: readonly Entry[], text: string): string | undefined {
  const [code = ''] = text.split(' ')
  return entries.find(
    ({ value, label, labelEn }) => value === text || value === code || label === text || labelEn === text,
  )?.value
}

const shown = (language: Language, { value, label, labelEn }: Entry): string =>
  `${value} ${language === 'en' ? labelEn : label}`

/** An empty table whose subjects and sources can be chosen. */
export async function lineTemplate(unit: UnitOfWork, language: Language): Promise<FileAnswer> {
  const subjects = await entriesOf(unit, 'budgetSubject')
  const sources = await entriesOf(unit, 'fundSource')
  return unit.service(sheets).template(
    'year_plan_template',
    names.map((name) => ({
      title: titleOf(language, name) + (needed.includes(name) ? ' *' : ''),
      ...(name === 'subject' && { choices: subjects.map((entry) => shown(language, entry)) }),
      ...(name === 'source' && { choices: sources.map((entry) => (language === 'en' ? entry.labelEn : entry.label)) }),
    })),
  )
}

/** A plan as the table that can be read in again. */
export async function exportLines(
  unit: UnitOfWork,
  language: Language,
  lines: readonly PlanLine[],
  projects: ReadonlyMap<number, string>,
): Promise<FileAnswer> {
  const labels = new Map((await entriesOf(unit, 'budgetSubject')).map((entry) => [entry.value, shown(language, entry)]))
  const sources = new Map(
    (await entriesOf(unit, 'fundSource')).map((entry) => [
      entry.value,
      language === 'en' ? entry.labelEn : entry.label,
    ]),
  )
  const table: Sheets = unit.service(sheets)
  return table.table(
    'year_plan',
    names.map((name) => ({
      title: titleOf(language, name),
      ...((name === 'amount' || /^m\d/.test(name)) && { places: 2 }),
    })),
    lines.map((line) => [
      labels.get(line.subjectCode) ?? line.subjectCode,
      line.projectId === null ? '' : (projects.get(line.projectId) ?? ''),
      sources.get(line.fundSource) ?? line.fundSource,
      line.qtyBasis,
      line.amount,
      ...line.monthly,
      line.overReason,
      line.remark,
    ]),
  )
}

/** The column of each cell, null where the title is unknown; unknown and missing columns are noted. */
function readHead(head: readonly unknown[], language: Language, faults: SheetFaults): readonly (Name | null)[] {
  const columns = head.map((cell) => {
    const title = String(cell ?? '')
      .replace(/\s*\*?\s*$/, '')
      .trim()
    const name = names.find((one) => languages.some((each) => titleOf(each, one) === title))
    if (title !== '' && name === undefined) faults.add(HEAD_ROW, title, title, { key: 'import.unknownColumn' })
    return name ?? null
  })
  for (const name of needed)
    if (!columns.includes(name)) faults.add(HEAD_ROW, titleOf(language, name), '', { key: 'import.missingColumn' })
  return columns
}

/** Row of the titles. */
const HEAD_ROW = 1
/** Where a fault of the whole line is shown. */
const columnOf: Readonly<Record<PlanColumn, Name>> = {
  subjectCode: 'subject',
  kind: 'project',
  projectId: 'project',
  fundSource: 'source',
  qtyBasis: 'qtyBasis',
  amount: 'amount',
  monthly: 'amount',
  overReason: 'overReason',
  remark: 'remark',
}

interface ReadLine {
  readonly row: number
  readonly line: PlanLine
  readonly text: (name: Name) => string
  /** Columns that are known to be wrong: what follows from them is not told as well. */
  readonly wrong: ReadonlySet<Name>
}

/** What the sheet of the page would mark: lines that stand twice, months that do not add up, texts that are too long. */
function checkLines(lines: readonly ReadLine[], language: Language, faults: SheetFaults): void {
  // A line whose key is wrong is the same as no other one.
  const own = lines.map(({ line, wrong }, index) =>
    wrong.has('project') || wrong.has('source') ? { ...line, kind: 'project', projectId: -1 - index } : line,
  )
  for (const { line: index, column, fault } of faultsOf(own, [], false)) {
    const read = lines[index]
    const name = columnOf[column]
    const isFollowing = column === 'monthly' && months.some((month) => read?.wrong.has(month))
    if (read !== undefined && !read.wrong.has(name) && !isFollowing)
      faults.add(read.row, titleOf(language, name), read.text(name), { key: `yearPlan.fault.${fault}` })
  }
}

/** The lines of an uploaded table; nothing is stored. @throws ValidationError with every mistake of every row by `<row>.<title>` */
export async function readLines(
  unit: UnitOfWork,
  language: Language,
  content: Buffer,
  projects: ReadonlyMap<string, number>,
  sender: number,
): Promise<readonly PlanLine[]> {
  const table = unit.service(sheets)
  const [head = [], ...body] = await table.read(content, MAX_LINES, sender)
  if (body.length === 0) throw badFile('import.empty')
  const faults = table.faults(language)
  const columns = readHead(head, language, faults)
  // A table without a single known column is another kind of file.
  if (columns.every((name) => name === null)) faults.refuse()
  const subjects = await entriesOf(unit, 'budgetSubject')
  const sources = await entriesOf(unit, 'fundSource')
  const lines = body.flatMap((cells, index): ReadLine[] => {
    const row = index + 2
    const text = (name: Name): string => String(cells[columns.indexOf(name)] ?? '').trim()
    if (names.every((name) => text(name) === '')) return []
    // A missing column is told once, at the head.
    const wrong = new Set<Name>(needed.filter((name) => !columns.includes(name)))
    const refuse = (name: Name, key: ProblemKey): void => {
      if (!wrong.has(name)) faults.add(row, titleOf(language, name), text(name), { key })
      wrong.add(name)
    }
    const subjectCode = entryNamed(subjects, text('subject'))
    const fundSource = entryNamed(sources, text('source'))
    const projectId = text('project') === '' ? null : (projects.get(text('project').split(' ')[0] ?? '') ?? undefined)
    if (subjectCode === undefined) refuse('subject', text('subject') === '' ? 'check.required' : 'check.choice')
    if (fundSource === undefined) refuse('source', text('source') === '' ? 'check.required' : 'check.choice')
    if (projectId === undefined) refuse('project', 'check.notFound')
    for (const name of ['amount', ...months] as const) if (!isAmount(text(name) || '0')) refuse(name, 'check.money')
    const amount = text('amount') || '0'
    const given = months.map((name) => text(name))
    const monthly =
      isAmount(amount) && given.every((one) => one === '') ? evenSplit(amount) : given.map((one) => one || '0')
    const line: PlanLine = {
      subjectCode: subjectCode ?? '',
      kind: projectId ? 'project' : 'basic',
      projectId: projectId ?? null,
      fundSource: fundSource ?? '',
      qtyBasis: text('qtyBasis'),
      amount,
      monthly,
      overReason: text('overReason'),
      remark: text('remark'),
    }
    return [{ row, line, text, wrong }]
  })
  checkLines(lines, language, faults)
  faults.refuse()
  return lines.map(({ line }) => line)
}
