/** The calls of the plan sheet: read and saved as a whole, reviewed line by line, from and to spreadsheets. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import type { FileAnswer } from '#src/define/answer.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import type { Language } from '#src/define/messages.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { badFile, RuleError, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { type NamedProject, projects } from '#src/modules/projects/contract.ts'
import { findPlan, formerLines, linesOf, type PlanRow } from './plan-access.server.ts'
import { exportLines, lineTemplate, readLines } from './plan-spreadsheet.server.ts'
import { cellProblems, movePlan, tellDepartment } from './year-plan.server.ts'
import { evenSplit, faultsOf, isAmount, MAX_LINES, MONTHS, type PlanLine } from './year-plan-lines.ts'

/** Beside the record's own path: what is written here has more than the record's form. */
const url = '/api/budget/plan_sheet/'
const params = z.object({ id: z.coerce.number().int().positive() })
const version = z.number().int().positive()
const amount = z.string().refine(isAmount).meta(textPatterns.money)
/** One line of text that can be stored and shown. */
const plain = (most: number) =>
  z
    .string()
    .overwrite(trimText)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
const lineBody = z.strictObject({
  subjectCode: plain(10),
  kind: z.enum(['basic', 'project']),
  projectId: z.number().int().positive().nullable(),
  fundSource: plain(20),
  qtyBasis: plain(100),
  amount,
  monthly: z.array(amount).length(MONTHS),
  overReason: plain(300),
  remark: plain(100),
})
const MIN_NOTE_LENGTH = 5
const MAX_NOTE_LENGTH = 500
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

const isWritable = (plan: PlanRow): boolean => plan.state === 'draft' || plan.state === 'returned'

/** BUD-23: what is published changes by adjustments only. */
function needWritable(plan: PlanRow): void {
  if (plan.state === 'published') throw new RuleError('rule.BUD-23', plan.year)
  if (!isWritable(plan)) throw new RuleError('record.stateInvalid')
}

/** Codes of a dictionary that may be chosen. */
async function codesOf(unit: UnitOfWork, key: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ value: string }>`select value from shared_dictionary_entry
    where dictionary_key = ${key} and deleted_at is null and status`.execute(unit.db)
  return new Set(rows.map((row) => row.value))
}

async function needKnown(unit: UnitOfWork, lines: readonly PlanLine[]): Promise<void> {
  const subjects = await codesOf(unit, 'budgetSubject')
  const sources = await codesOf(unit, 'fundSource')
  const problems = lines.flatMap((line, index) => [
    ...(subjects.has(line.subjectCode) ? [] : [[`lines.${index}.subjectCode`, [{ key: 'check.choice' }]] as const]),
    ...(sources.has(line.fundSource) ? [] : [[`lines.${index}.fundSource`, [{ key: 'check.choice' }]] as const]),
  ])
  if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems))
}

/** Projects a plan may ask money for: those that wait in the library, and those it names already. */
async function projectsOf(
  unit: UnitOfWork,
  plan: PlanRow,
  lines: readonly PlanLine[],
): Promise<readonly NamedProject[]> {
  const register = unit.service(projects)
  const waiting = await register.candidates(plan.deptId)
  const known = new Set(waiting.map(({ id }) => id))
  const others = lines.flatMap(({ projectId }) => (projectId === null || known.has(projectId) ? [] : [projectId]))
  return others.length === 0 ? waiting : [...waiting, ...(await register.named(others))]
}

async function sheetOf(unit: UnitOfWork, plan: PlanRow) {
  const lines = await linesOf(unit, plan.id)
  return {
    lines,
    former: await formerLines(unit, plan),
    projects: await projectsOf(unit, plan, lines),
    version: plan.version,
  }
}

async function saveLines(unit: UnitOfWork, access: Access, plan: PlanRow, lines: readonly PlanLine[]): Promise<number> {
  needWritable(plan)
  const faults = faultsOf(lines, [], false)
  if (faults.length > 0) throw new ValidationError(cellProblems(faults))
  await needKnown(unit, lines)
  const before = await linesOf(unit, plan.id)
  const known = new Set((await projectsOf(unit, plan, before)).map(({ id }) => id))
  const unknown = lines.findIndex(({ projectId }) => projectId !== null && !known.has(projectId))
  if (unknown >= 0) throw new ValidationError({ [`lines.${unknown}.projectId`]: [{ key: 'check.notFound' }] })
  const now = unit.clock.now()
  await sql`delete from year_plan_line where plan_id = ${plan.id}`.execute(unit.db)
  await sql`
    insert into year_plan_line (plan_id, place, subject_code, kind, project_id, fund_source, qty_basis, amount, monthly, over_reason, remark)
    select ${plan.id}, place, "subjectCode", kind, "projectId", "fundSource", "qtyBasis", amount,
      array(select jsonb_array_elements_text(monthly)::numeric), "overReason", remark
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb) as line(place int, "subjectCode" text, kind text,
      "projectId" bigint, "fundSource" text, "qtyBasis" text, amount numeric, monthly jsonb, "overReason" text, remark text)`.execute(
    unit.db,
  )
  const { rows } = await sql<{ version: number }>`
    update year_plan set submit_amount = ${sumMoney(lines.map((line) => line.amount))}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
    where id = ${plan.id} returning version`.execute(unit.db)
  unit.traced({ record: 'yearPlan', id: plan.id, before: { lines: before }, after: { lines } })
  unit.changed('yearPlan', plan.id)
  return rows[0]?.version ?? 0
}

interface Review {
  readonly isPassed: boolean
  readonly note: string
  readonly amounts: readonly { readonly id: number; readonly amount: string }[]
}

/** Passed with an amount for each line, or sent back with the reason. */
async function review(
  unit: UnitOfWork,
  access: Access,
  plan: PlanRow,
  { isPassed, note, amounts }: Review,
): Promise<void> {
  if (plan.state !== 'submitted') throw new RuleError('record.stateInvalid')
  if (!isPassed && note.length < MIN_NOTE_LENGTH)
    throw new ValidationError({ note: [{ key: 'check.tooShort', params: [MIN_NOTE_LENGTH] }] })
  const sumNote = sql`, review_note = ${note}, updated_by = ${access.userId}`
  if (!isPassed) {
    await movePlan(unit, plan.id, 'returned', sumNote)
    return tellDepartment(unit, plan, 'yearPlan.returned')
  }
  const { rows } = await sql<{ id: number; fits: boolean }>`
    update year_plan_line line set reviewed_amount = least(coalesce(given.amount, line.amount), line.amount)
    from year_plan_line own left join jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as given(id bigint, amount numeric) on given.id = own.id
    where own.id = line.id and line.plan_id = ${plan.id}
    returning line.id, coalesce(given.amount, line.amount) <= line.amount as fits`.execute(unit.db)
  if (rows.some((row) => !row.fits)) throw new RuleError('yearPlan.aboveAsked')
  if (amounts.some((given) => !rows.some((row) => row.id === given.id)))
    throw new ValidationError({ amounts: [{ key: 'check.notFound' }] })
  await movePlan(
    unit,
    plan.id,
    'reviewed',
    sql`${sumNote}, reviewed_amount = (select sum(reviewed_amount) from year_plan_line where plan_id = ${plan.id})`,
  )
  unit.traced({ record: 'yearPlan', id: plan.id, before: { state: plan.state }, after: { state: 'reviewed', amounts } })
}

/** The basic lines of the year before as a start; projects are asked for anew. */
async function lastYear(unit: UnitOfWork, plan: PlanRow): Promise<readonly PlanLine[]> {
  return (await formerLines(unit, plan))
    .filter((line) => line.projectId === null && isAmount(line.approved))
    .map((line) => ({
      subjectCode: line.subjectCode,
      kind: 'basic',
      projectId: null,
      fundSource: line.fundSource,
      qtyBasis: '',
      amount: line.approved,
      monthly: evenSplit(line.approved),
      overReason: '',
      remark: '',
    }))
}

async function exportPlan(unit: UnitOfWork, language: Language, plan: PlanRow): Promise<FileAnswer> {
  const lines = await linesOf(unit, plan.id)
  const named = await projectsOf(unit, plan, lines)
  return exportLines(unit, language, lines, new Map(named.map(({ id, no, name }) => [id, `${no} ${name}`])))
}

export const planSheetRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: `${url}:id/`,
    permission: 'yearPlan:Retrieve',
    params,
    handle: async ({ unit, access, params: { id } }) =>
      sheetOf(unit, await findPlan(unit, access, 'yearPlan:Retrieve', id, null)),
  }),
  route({
    method: 'PUT',
    url: `${url}:id/`,
    operation: operation('budget.saveSheet', rowOf('yearPlan')),
    permission: 'yearPlan:Update',
    params,
    body: z.strictObject({ version, lines: z.array(lineBody).max(MAX_LINES) }),
    handle: async ({ unit, access, params: { id }, body }) => ({
      version: await saveLines(
        unit,
        access,
        await findPlan(unit, access, 'yearPlan:Update', id, body.version),
        body.lines,
      ),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}:id/review/`,
    operation: operation('budget.reviewSheet', rowOf('yearPlan')),
    permission: 'yearPlan:Review',
    params,
    body: z.strictObject({
      version,
      isPassed: z.boolean(),
      // A plan may pass without a word.
      note: plain(MAX_NOTE_LENGTH).nullish(),
      amounts: z.array(z.strictObject({ id: z.number().int().positive(), amount })).max(MAX_LINES),
    }),
    handle: async ({ unit, access, params: { id }, body: { version: seen, ...given } }) => {
      await review(unit, access, await findPlan(unit, access, 'yearPlan:Review', id, seen), {
        ...given,
        note: given.note ?? '',
      })
      return null
    },
  }),
  route({
    method: 'GET',
    url: `${url}:id/last_year/`,
    permission: 'yearPlan:Update',
    params,
    handle: async ({ unit, access, params: { id } }) =>
      lastYear(unit, await findPlan(unit, access, 'yearPlan:Update', id, null)),
  }),
  route({
    method: 'GET',
    url: `${url}:id/export/`,
    operation: operation('budget.exportSheet', rowOf('yearPlan')),
    permission: 'yearPlan:Export',
    params,
    handle: async ({ unit, access, params: { id }, language }) =>
      exportPlan(unit, language, await findPlan(unit, access, 'yearPlan:Export', id, null)),
  }),
  route({
    method: 'GET',
    url: `${url}template/`,
    permission: 'yearPlan:Import',
    handle: async ({ unit, language }) => lineTemplate(unit, language),
  }),
  route({
    method: 'POST',
    url: `${url}:id/import/`,
    operation: operation('budget.importSheet', rowOf('yearPlan')),
    permission: 'yearPlan:Import',
    params,
    // Nothing is written, and a file that waits to be read must not hold a transaction.
    ownTransaction: true,
    upload: { maxBytes: MAX_UPLOAD_BYTES },
    handle: async ({ unit, access, params: { id }, language, upload }) => {
      if (!upload) throw badFile('file.missing')
      const plan = await findPlan(unit, access, 'yearPlan:Import', id, null)
      needWritable(plan)
      const named = await projectsOf(unit, plan, await linesOf(unit, plan.id))
      const projects = new Map(named.map((project) => [project.no, project.id]))
      return readLines(unit, language, upload.content, projects, access.userId)
    },
  }),
]
