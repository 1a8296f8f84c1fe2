import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { withPlaces } from '#src/define/withPlaces.ts'
import type { PastBudget } from './contract.ts'

/** Yearly amount of each subject that every budget unit has, in yuan. */
const commonSubjects: Readonly<Record<string, number>> = {
  '30201': 300_000,
  '30202': 120_000,
  '30205': 150_000,
  '30206': 400_000,
  '30207': 180_000,
  '30211': 350_000,
  '30216': 150_000,
  '30239': 200_000,
  '30299': 250_000,
}
/** The office that pays people prints nothing. */
const isCommon = (dept: string, subject: string): boolean => dept !== 'D03' || subject !== '30202'
/** Lines beyond the common ones; amount 0 takes what is left of the bureau's total. */
const ownLines: readonly { dept: string; subject: string; amount: number; shared: boolean }[] = [
  { dept: 'D03', subject: '30199', amount: 1_500_000, shared: false },
  { dept: 'D02', subject: '30217', amount: 200_000, shared: true },
  { dept: 'D07', subject: '30231', amount: 3_200_000, shared: true },
  { dept: 'D08', subject: '30106', amount: 4_000_000, shared: true },
  { dept: 'D08', subject: '30213', amount: 2_500_000, shared: true },
  { dept: 'D04', subject: '31003', amount: 2_500_000, shared: false },
  { dept: 'D12', subject: '31002', amount: 0, shared: false },
]
const units = ['D01', 'D02', 'D03', 'D04', 'D07', 'D08', 'D10', 'D11', 'D12', 'D13']
/** 70.3: total of the bureau in the running year. */
const bureauTotal = 38_600_000
/** What of it the lines of projects have. */
const forProjects = 3_910_000

/** 70.4: lines with a known balance in the running year, in yuan. */
const fixtures: Readonly<Record<string, { approved?: number; frozen?: number; available: number }>> = {
  'D10-30201': { approved: 120_000, frozen: 12_000, available: 3_000 },
  'D10-30211': { frozen: 3_000, available: 60_000 },
  'D12-30216': { available: 40_000 },
  'D12-31002': { available: 90_000 },
  'D04-31003': { available: 200_000 },
  // What the receptions of the demo hold.
  'D02-30217': { frozen: 2_960, available: 20_000 },
  // What the repairs of the demo hold.
  'D07-30231': { frozen: 1_660, available: 300_000 },
}

interface Line {
  readonly dept: string
  readonly subject: string
  readonly shared: boolean
  readonly approved: number
}

function linesOf(): readonly Line[] {
  const common = units.flatMap((dept) =>
    Object.entries(commonSubjects)
      .filter(([subject]) => isCommon(dept, subject))
      .map(([subject, amount]) => ({
        dept,
        subject,
        shared: false,
        approved: fixtures[`${dept}-${subject}`]?.approved ?? amount,
      })),
  )
  const given = [
    ...common,
    ...ownLines.map(({ dept, subject, amount, shared }) => ({ dept, subject, shared, approved: amount })),
  ]
  const rest = bureauTotal - forProjects - given.reduce((sum, line) => sum + line.approved, 0)
  return given.map((line) => (line.approved === 0 ? { ...line, approved: rest } : line))
}

/** The same small spread for the same line in every run. */
const spread = (index: number): number => (((index * 37) % 11) - 5) / 100

/** 70.3: execution five points behind time, D11 twenty-two points. */
function usedOf(line: Line, index: number, progress: number): number {
  const fixture = fixtures[`${line.dept}-${line.subject}`]
  if (fixture) return line.approved - (fixture.frozen ?? 0) - fixture.available
  const lag = line.dept === 'D11' ? 0.22 : 0.05
  const rate = Math.min(0.98, Math.max(0.01, progress - lag + spread(index)))
  return Math.round(line.approved * rate)
}

/** Opens the years: the last one closed, this one executing, the next in preparation without lines. Nothing is spent yet. */
export async function openBudget(unit: UnitOfWork): Promise<void> {
  const year = Number(unit.clock.today().slice(0, 4))
  const now = unit.clock.now()
  const opened = (of: number): string => `${of}-01-01T00:00:00+08:00`
  await sql`insert into budget_year (year, state, control_total, open_at, close_at) values
    (${year - 1}, 'closed', ${bureauTotal}, ${opened(year - 1)}::timestamptz, ${opened(year)}::timestamptz),
    (${year}, 'executing', ${bureauTotal}, ${opened(year)}::timestamptz, null),
    (${year + 1}, 'preparing', null, null, null)`.execute(unit.db)
  const lines = [year - 1, year].flatMap((of) =>
    linesOf().map((line, no) => ({ ...line, year: of, no, at: opened(of) })),
  )
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as given(year int, no int, dept text, subject text, shared boolean, approved numeric, at timestamptz)),
    saved as (insert into budget_line (year, dept_id, scope, subject_code, approved, monthly, created_at, updated_at)
      select given.year, department.id, case when given.shared then 'shared' else 'own' end, given.subject, given.approved,
        array_fill(round(given.approved / 12, 2), array[12]), given.at, ${now}::timestamptz
      from given join shared_department department on department.key = given.dept order by given.year, given.no returning id, dept_id, approved, created_at)
    insert into budget_ledger (line_id, dept_id, type, amount, balance_after, effect_key, at)
    select id, dept_id, 'init', approved, approved, 'demo', created_at from saved order by id`.execute(unit.db)
}

/** A line with what it is to have used and frozen today (70.3, 70.4). Money in cents. */
export interface DemoLine {
  readonly id: number
  readonly year: number
  readonly dept: string
  readonly deptId: number
  readonly shared: boolean
  readonly subject: string
  readonly approved: number
  readonly used: number
  readonly frozen: number
}

/** All lines, each with its goal. */
export async function demoLines(unit: UnitOfWork): Promise<readonly DemoLine[]> {
  const { rows } = await sql<Pick<DemoLine, 'id' | 'year' | 'dept' | 'deptId' | 'shared' | 'subject'>>`
    select line.id, line.year, department.key as dept, line.dept_id, line.scope = 'shared' as shared, line.subject_code as subject
    from budget_line line join shared_department department on department.id = line.dept_id order by line.id`.execute(
    unit.db,
  )
  return withGoals(rows, unit.clock.today())
}

/** The lines of the demo, without ids, in both years around a day. */
export const linesAround = (today: string): readonly Omit<DemoLine, 'id' | 'deptId'>[] => {
  const year = Number(today.slice(0, 4))
  return withGoals(
    [year - 1, year].flatMap((of) => linesOf().map((line) => ({ ...line, year: of }))),
    today,
  )
}

/** What each of these lines is to have used and frozen on a day. */
function withGoals<T extends Pick<DemoLine, 'year' | 'dept' | 'subject'>>(
  rows: readonly T[],
  today: string,
): readonly (T & Pick<DemoLine, 'approved' | 'used' | 'frozen'>)[] {
  const year = Number(today.slice(0, 4))
  const progress = (Number(today.slice(5, 7)) - 1) / 12 + Number(today.slice(8, 10)) / 365
  const plan = new Map(linesOf().map((line, index) => [`${line.dept} ${line.subject}`, { ...line, index }]))
  return rows.flatMap((row) => {
    const line = plan.get(`${row.dept} ${row.subject}`)
    if (!line) return []
    const isClosed = row.year < year
    const used = isClosed ? Math.round(line.approved * 0.97) : usedOf(line, line.index, progress)
    const frozen = isClosed ? 0 : (fixtures[`${row.dept}-${row.subject}`]?.frozen ?? 0)
    return [{ ...row, approved: line.approved * 100, used: used * 100, frozen: frozen * 100 }]
  })
}

/** Money that moves on a line, in cents. */
export interface Movement {
  readonly line: number
  readonly type: 'freeze' | 'unfreeze' | 'consume' | 'refund'
  readonly amount: number
  readonly at: Date
  readonly ticket: number | null
  readonly effect: string
  readonly note: string
}

/** What a line spends outside the tickets: month by month until today, nothing before the year and nothing after now. */
export function spendingOf(line: DemoLine, total: number, now: Date): readonly Movement[] {
  const day = (month: number): Date => new Date(`${line.year}-${String(month).padStart(2, '0')}-25T10:00:00+08:00`)
  const past = Array.from({ length: 12 }, (_, index) => day(index + 1)).filter((at) => at < now)
  const dates =
    past.length > 0
      ? past
      : [new Date(Math.max(now.getTime() - 86_400_000, Date.parse(`${line.year}-01-01T00:01:00+08:00`)))]
  const share = Math.floor(total / dates.length / 100) * 100
  return dates.flatMap((at, index) => {
    const amount = index === dates.length - 1 ? total - share * (dates.length - 1) : share
    return amount > 0
      ? [{ line: line.id, type: 'consume' as const, amount, at, ticket: null, effect: 'demo', note: '' }]
      : []
  })
}

/** Writes the movements in the order of time, with the balances they leave, and brings the lines to their sums. */
export async function spendBudget(
  unit: UnitOfWork,
  lines: readonly DemoLine[],
  movements: readonly Movement[],
): Promise<void> {
  const figures = new Map(lines.map((line) => [line.id, { id: line.id, available: line.approved, used: 0, frozen: 0 }]))
  const rows = [...movements]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ line, type, amount, at, ticket, effect, note }) => {
      const now = figures.get(line)
      if (!now) throw new Error(`there is no line ${line}`)
      const sign = type === 'freeze' || type === 'consume' ? 1 : -1
      now.available -= sign * amount
      if (type === 'freeze' || type === 'unfreeze') now.frozen += sign * amount
      else now.used += sign * amount
      return { line, type, amount: amount / 100, balance: now.available / 100, ticket, effect, at, note }
    })
  await sql`insert into budget_ledger (line_id, dept_id, type, amount, balance_after, ticket_id, effect_key, at, note)
    select entry.line, budget_line.dept_id, entry.type, entry.amount, entry.balance, entry.ticket, entry.effect, entry.at, entry.note
    from jsonb_to_recordset(${JSON.stringify(withPlaces(rows))}::jsonb)
      as entry(line bigint, type text, amount numeric, balance numeric, ticket bigint, effect text, at timestamptz, note text, place bigint)
    join budget_line on budget_line.id = entry.line order by entry.place`.execute(unit.db)
  const sums = [...figures.values()].map(({ id, used, frozen }) => ({ id, used: used / 100, frozen: frozen / 100 }))
  await sql`update budget_line set used = sums.used, frozen = sums.frozen, updated_at = ${unit.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sums(id bigint, used numeric, frozen numeric) where budget_line.id = sums.id`.execute(
    unit.db,
  )
}

/** Lines with a past, as projects of the demo have them. */
export function createPastBudget(unit: UnitOfWork): PastBudget {
  return {
    async open(lines) {
      const now = unit.clock.now()
      await sql`
    with given as (
      select given.*, make_date(given.year, 1, 1)::timestamptz as opened
      from jsonb_to_recordset(${JSON.stringify(withPlaces(lines))}::jsonb)
        as given(year int, "deptId" bigint, "subjectCode" text, "projectId" bigint, approved numeric, used numeric, place int)),
    saved as (
      insert into budget_line (year, dept_id, scope, subject_code, kind, project_id, approved, used, monthly, created_at, updated_at)
      select year, "deptId", 'own', "subjectCode", 'project', "projectId", approved, used,
        array_append(array_fill(trunc(approved / 12, 2), array[11]), approved - 11 * trunc(approved / 12, 2)), opened, ${now}::timestamptz
      from given order by place returning id, dept_id, project_id, approved, used)
    insert into budget_ledger (line_id, dept_id, type, amount, balance_after, effect_key, at)
    select saved.id, saved.dept_id, entry.type, entry.amount, entry.balance, 'demo', entry.at
    from saved join given on given."projectId" = saved.project_id,
      lateral (values ('init', saved.approved, saved.approved, given.opened),
        ('consume', saved.used, saved.approved - saved.used, greatest(${now}::timestamptz - interval '12 days', given.opened + interval '1 minute'))) as entry(type, amount, balance, at)
    where entry.amount > 0 order by saved.id, entry.at`.execute(unit.db)
    },
  }
}
