import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

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
/** Lines beyond the common ones; amount 0 takes what is left of the bureau's total. */
const ownLines: readonly { dept: string; subject: string; amount: number; shared: boolean }[] = [
  { dept: 'D02', subject: '30217', amount: 200_000, shared: true },
  { dept: 'D07', subject: '30231', amount: 3_200_000, shared: true },
  { dept: 'D08', subject: '30106', amount: 4_000_000, shared: true },
  { dept: 'D08', subject: '30213', amount: 2_500_000, shared: true },
  { dept: 'D04', subject: '31003', amount: 5_000_000, shared: false },
  { dept: 'D12', subject: '31002', amount: 0, shared: false },
]
const units = ['D01', 'D02', 'D03', 'D04', 'D07', 'D08', 'D10', 'D11', 'D12', 'D13']
/** 70.3: total of the bureau in the running year. */
const bureauTotal = 38_600_000

/** 70.4: lines with a known balance in the running year. */
const fixtures: Readonly<Record<string, { approved?: number; frozen?: number; available: number }>> = {
  'D10-30201': { approved: 120_000, frozen: 12_000, available: 3_000 },
  'D10-30211': { available: 60_000 },
  'D12-30216': { available: 40_000 },
  'D12-31002': { available: 90_000 },
  'D04-31003': { available: 200_000 },
  'D02-30217': { available: 20_000 },
  'D07-30231': { available: 300_000 },
}

interface Line {
  readonly dept: string
  readonly subject: string
  readonly shared: boolean
  readonly approved: number
}

function linesOf(): readonly Line[] {
  const common = units.flatMap((dept) =>
    Object.entries(commonSubjects).map(([subject, amount]) => ({ dept, subject, shared: false, approved: fixtures[`${dept}-${subject}`]?.approved ?? amount })),
  )
  const given = [...common, ...ownLines.map(({ dept, subject, amount, shared }) => ({ dept, subject, shared, approved: amount }))]
  const rest = bureauTotal - given.reduce((sum, line) => sum + line.approved, 0)
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

interface Entry {
  readonly line: number
  readonly type: string
  readonly amount: number
  readonly balance: number
  readonly at: string
}

/** Ledger of one line: approved at the start of the year, spent month by month, the rest frozen last. */
function entriesOf(line: number, approved: number, used: number, frozen: number, year: number, months: number, lastDay: string): readonly Entry[] {
  const entries: Entry[] = [{ line, type: 'init', amount: approved, balance: approved, at: `${year}-01-01T09:00:00+08:00` }]
  let spent = 0
  for (let month = 1; month <= months && used > 0; month += 1) {
    const until = month === months ? used : Math.round((used * month) / months)
    const day = month === months ? lastDay : `${year}-${String(month).padStart(2, '0')}-25`
    if (until > spent) entries.push({ line, type: 'consume', amount: until - spent, balance: approved - until, at: `${day}T10:00:00+08:00` })
    spent = until
  }
  if (frozen > 0) entries.push({ line, type: 'freeze', amount: frozen, balance: approved - used - frozen, at: `${lastDay}T10:30:00+08:00` })
  return entries
}

async function insertYear(base: Base, year: number, months: number, lastDay: string, figures: (line: Line, index: number) => { used: number; frozen: number }): Promise<void> {
  const now = base.clock.now()
  const lines = linesOf().map((line, index) => ({ ...line, ...figures(line, index), no: index }))
  const inserted = await sql<{ id: number; no: number }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given(no int, dept text, subject text, shared boolean, approved numeric, used numeric, frozen numeric)),
    saved as (insert into budget_line (year, dept_id, scope, subject_code, approved, used, frozen, monthly, created_at, updated_at)
      select ${year}::int, department.id, case when given.shared then 'shared' else 'own' end, given.subject, given.approved, given.used, given.frozen,
        array_fill(round(given.approved / 12, 2), array[12]), ${now}::timestamptz, ${now}::timestamptz
      from given join department on department.key = given.dept order by given.no returning id, dept_id, subject_code)
    select saved.id, given.no from saved join department on department.id = saved.dept_id join given on given.dept = department.key and given.subject = saved.subject_code`.execute(base.db)
  const idOf = new Map(inserted.rows.map((row) => [row.no, row.id]))
  const entries = lines.flatMap((line) => entriesOf(idOf.get(line.no) ?? 0, line.approved, line.used, line.frozen, year, months, lastDay))
  await sql`insert into budget_ledger (line_id, dept_id, type, amount, balance_after, effect_key, at)
    select entry.line, budget_line.dept_id, entry.type, entry.amount, entry.balance, 'demo', entry.at
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(line bigint, type text, amount numeric, balance numeric, at timestamptz)
    join budget_line on budget_line.id = entry.line order by entry.at, entry.line`.execute(base.db)
}

/** Three budget years: the last closed, this one executing with the fixtures of 70.4, the next in preparation without lines. */
export async function seedBudget(base: Base): Promise<void> {
  const today = base.clock.today()
  const year = Number(today.slice(0, 4))
  await sql`insert into budget_year (year, state, control_total, open_at, close_at) values
    (${year - 1}, 'closed', ${bureauTotal}, ${`${year - 1}-01-01T00:00:00+08:00`}::timestamptz, ${`${year}-01-01T00:00:00+08:00`}::timestamptz),
    (${year}, 'executing', ${bureauTotal}, ${`${year}-01-01T00:00:00+08:00`}::timestamptz, null),
    (${year + 1}, 'preparing', null, null, null)`.execute(base.db)
  await insertYear(base, year - 1, 12, `${year - 1}-12-25`, (line) => ({ used: Math.round(line.approved * 0.97), frozen: 0 }))
  const months = Number(today.slice(5, 7))
  const progress = (months - 1) / 12 + Number(today.slice(8, 10)) / 365
  await insertYear(base, year, months, today, (line, index) => ({
    used: usedOf(line, index, progress),
    frozen: fixtures[`${line.dept}-${line.subject}`]?.frozen ?? 0,
  }))
}
