/** Answers to a survey: by the person, or by a manager from a spreadsheet. */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { listOf, notFound, type Problem, permissionDenied, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { sizesWorn, writeSizes } from '../clothing/sizes.server.ts'
import { inReach, itemTitle, type LineRow, linesOf } from './read.server.ts'
import type { OwnSurvey, PasteProblem, PasteResult } from './survey.types.ts'

interface OpenSurvey {
  readonly name: string
  readonly itemIds: readonly number[]
  readonly deptIds: readonly number[]
}

/** Locks a survey that still takes answers. */
export async function lockOpen(unit: UnitOfWork, id: number): Promise<OpenSurvey> {
  const { rows } = await sql<OpenSurvey & { state: string }>`
    select name, item_ids, dept_ids, state from clothing_survey where id = ${id} for update`.execute(unit.db)
  const [survey] = rows
  if (!survey) throw notFound()
  if (survey.state !== 'open') throw new RuleError('supplies.surveyClosed', survey.name)
  return survey
}

/** Locks an open survey for what concerns everybody in it. @throws Refusal 4003 when it asks departments that the manager does not reach */
export async function lockWhole(unit: UnitOfWork, access: Access, id: number): Promise<OpenSurvey> {
  const survey = await lockOpen(unit, id)
  const scope = access.scope('equipmentClothing:RenewPlan')
  if (scope !== 'all' && survey.deptIds.some((dept) => !scope.departments.includes(dept))) throw permissionDenied()
  return survey
}

export async function ownSurveys(unit: UnitOfWork, { userId }: Access): Promise<readonly OwnSurvey[]> {
  const { rows } = await sql<{ id: number; name: string; dueDate: string }>`
    select s.id, s.name, s.due_date from clothing_survey s where s.state = 'open'
      and exists (select from clothing_survey_line l where l.survey_id = s.id and l.user_id = ${userId}) order by s.due_date, s.id`.execute(
    unit.db,
  )
  const surveyIds = rows.map(({ id }) => id)
  const lines = await linesOf(unit, surveyIds, sql<SqlBool>`l.user_id = ${userId}`)
  const items = new Map(
    (await unit.service(stockLedger).items([...new Set(lines.map(({ itemId }) => itemId))])).map((item) => [
      item.id,
      item,
    ]),
  )
  return rows.map((survey) => ({
    ...survey,
    lines: lines
      .filter(({ surveyId }) => surveyId === survey.id)
      .map(({ userId: _user, surveyId: _survey, ...line }) => {
        const item = items.get(line.itemId)
        return { ...line, name: item ? itemTitle(item) : '', sizes: item?.sizeList ?? [] }
      }),
  }))
}

/** What is wrong with an answer; null when it can be taken. */
function problemOf(item: StockItemFigures, due: number, size: string | null, qty: number): Problem | null {
  if (qty < 0 || qty > due || !Number.isInteger(qty)) return { key: 'supplies.surveyQty', params: [due] }
  if (qty === 0) return null
  if (item.sizeList.length === 0) return size ? { key: 'supplies.noSizes', params: [item.name] } : null
  return size !== null && item.sizeList.includes(size)
    ? null
    : { key: 'supplies.sizeUnknown', params: [item.name, listOf(item.sizeList)] }
}

interface Answer {
  readonly userId: number
  readonly itemId: number
  readonly size: string | null
  readonly qty: number
}

async function write(unit: UnitOfWork, surveyId: number, byUser: number, answers: readonly Answer[]): Promise<void> {
  await sql`
    update clothing_survey_line l set size = given."size", qty = given."qty", confirmed_at = ${unit.clock.now()}, confirmed_by = ${byUser}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as given("userId" bigint, "itemId" bigint, "size" text, "qty" int)
    where l.survey_id = ${surveyId} and l.user_id = given."userId" and l.item_id = given."itemId"`.execute(unit.db)
}

/** Sizes people were given here are those their next form starts with. */
async function keepSizes(
  unit: UnitOfWork,
  items: readonly StockItemFigures[],
  answers: readonly Answer[],
): Promise<void> {
  const kinds = new Map(items.map(({ id, sizeKind }) => [id, sizeKind]))
  const pieces = answers.map(({ userId, itemId, size }) => ({ userId, size, sizeKind: kinds.get(itemId) ?? null }))
  await writeSizes(unit, sizesWorn(pieces), false)
}

const sizeOf = (item: StockItemFigures, size: string | null): string | null =>
  item.sizeList.length === 0 ? '' : size === '' ? null : size

/** A person says what they take; what they do not name is taken as it stands. */
export async function answerOwn(
  unit: UnitOfWork,
  { userId }: Access,
  id: number,
  given: readonly { readonly itemId: number; readonly size: string | null; readonly qty: number }[],
): Promise<void> {
  await lockOpen(unit, id)
  const lines = await linesOf(unit, [id], sql<SqlBool>`l.user_id = ${userId}`)
  if (lines.length === 0) throw notFound()
  const items = await unit.service(stockLedger).items(lines.map(({ itemId }) => itemId))
  const unknown = given.findIndex(({ itemId }) => !lines.some((line) => line.itemId === itemId))
  if (unknown >= 0) throw new ValidationError({ [`lines.${unknown}.itemId`]: [{ key: 'supplies.surveyNotDue' }] })
  const problems: Record<string, readonly Problem[]> = {}
  const answers = lines.map((line, index): Answer => {
    const own = given.find(({ itemId }) => itemId === line.itemId) ?? line
    const item = items.find((one) => one.id === line.itemId)
    const problem = item ? problemOf(item, line.dueQty, own.size, own.qty) : null
    const at = given.findIndex(({ itemId }) => itemId === line.itemId)
    if (problem)
      problems[`lines.${at < 0 ? index : at}.${problem.key === 'supplies.surveyQty' ? 'qty' : 'size'}`] = [problem]
    return { userId, itemId: line.itemId, size: item ? sizeOf(item, own.size) : null, qty: own.qty }
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  await write(unit, id, userId, answers)
  await keepSizes(unit, items, answers)
}

/** `170`, `170×2` or `0`: size and quantity of a cell; an item without sizes has the quantity alone. */
function cellOf(item: StockItemFigures, line: LineRow, text: string): Pick<Answer, 'size' | 'qty'> {
  if (item.sizeList.length === 0) return { size: '', qty: Number(text) }
  if (text === '0') return { size: null, qty: 0 }
  const [size = '', qty] = text.split(/\s*[×xX*]\s*/)
  return { size, qty: qty === undefined ? line.dueQty : Number(qty) }
}

/** Rows of one paste at most. */
const MAX_ROWS = 500

/** What was copied from a spreadsheet: its head and its rows, empty ones left out. */
function cellsOf(text: string): readonly (readonly string[])[] {
  return text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
}

/** People of a survey by employee number. */
async function peopleOf(unit: UnitOfWork, lines: readonly LineRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; empNo: string }>`
    select id, emp_no from shared_app_user where id = any(${[...new Set(lines.map(({ userId }) => userId))]}::bigint[])`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, empNo }) => [empNo, id]))
}

/**
 * What was copied from a spreadsheet: a head with the names of items, then one row a person by employee number. All mistakes
 * are answered at once, and nothing is taken while there is one; empty cells say nothing.
 */
export async function pasteAnswers(unit: UnitOfWork, access: Access, id: number, text: string): Promise<PasteResult> {
  const survey = await lockOpen(unit, id)
  const items = await unit.service(stockLedger).items(survey.itemIds)
  const lines = await linesOf(unit, [id], inReach(access))
  const people = await peopleOf(unit, lines)
  const lineAt = new Map(lines.map((line) => [`${line.userId}/${line.itemId}`, line]))
  const [head = [], ...rows] = cellsOf(text)
  const byTitle = new Map(items.map((item) => [itemTitle(item), item]))
  const columns = head.map((name) => byTitle.get(name.replace(/\s+/g, ' ')) ?? null)
  const problems: PasteProblem[] = []
  if (columns.every((item) => item === null))
    problems.push({ row: 1, column: head[0] ?? '', problem: { key: 'supplies.surveyHead' } })
  if (rows.length > MAX_ROWS)
    problems.push({ row: MAX_ROWS + 2, column: '', problem: { key: 'supplies.surveyRows', params: [MAX_ROWS] } })
  const answers: Answer[] = []
  const seen = new Set<string>()
  for (const [index, cells] of problems.length > 0 ? [] : rows.entries()) {
    const [row, empNo] = [index + 2, cells[0] ?? '']
    const userId = people.get(empNo)
    const say = (column: string, problem: Problem): void => void problems.push({ row, column, problem })
    if (userId === undefined) {
      say(head[0] ?? '', { key: 'supplies.surveyPerson', params: [empNo] })
      continue
    }
    if (seen.has(empNo)) say(head[0] ?? '', { key: 'supplies.surveyTwice', params: [empNo] })
    seen.add(empNo)
    for (const [column, item] of columns.entries()) {
      const cell = cells[column] ?? ''
      if (item === null || cell === '') continue
      const line = lineAt.get(`${userId}/${item.id}`)
      if (!line) {
        say(itemTitle(item), { key: 'supplies.surveyNotDue' })
        continue
      }
      const answer = cellOf(item, line, cell)
      const problem = problemOf(item, line.dueQty, answer.size, answer.qty)
      if (problem) say(itemTitle(item), problem)
      else answers.push({ userId, itemId: item.id, ...answer, size: sizeOf(item, answer.size) })
    }
  }
  if (problems.length > 0) return { taken: 0, problems }
  await write(unit, id, access.userId, answers)
  await keepSizes(unit, items, answers)
  return { taken: answers.length, problems: [] }
}
