import { sql } from 'kysely'
import { type Problem, type Problems, problemAt } from '#src/define/problem.ts'
import type { FormContext, UnitOfWork } from '#src/define/server.ts'
import type { AllowedSubjects } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { type BudgetLineFigures, budgetLedger } from '#src/modules/budget/contract.ts'
import { projects } from '#src/modules/projects/contract.ts'

/** The chosen line; null while none is. */
export const lineOf = async (form: FormData, unit: UnitOfWork): Promise<BudgetLineFigures | null> =>
  typeof form.budgetLineId === 'number' ? unit.service(budgetLedger).read(form.budgetLineId) : null

/** What a line has for a ticket: what is available, and what the ticket holds of it already. */
async function coveredBy(line: BudgetLineFigures, { unit, ticketId }: FormContext): Promise<string> {
  const own = ticketId === null ? [] : await unit.service(budgetLedger).frozenBy(ticketId)
  return sumMoney([line.available, ...own.filter((held) => held.lineId === line.id).map((held) => held.amount)])
}

/** What FS-BUDGET shows of the chosen line. A line with a tolerance that would be overdrawn brings the finance leader in (BUD-03). */
export async function shownOfLine(form: FormData, context: FormContext, wanted: string): Promise<FormData> {
  const line = await lineOf(form, context.unit)
  const isTolerant = line?.controlMode === 'tolerance'
  return {
    lineProjectId: line?.projectId ?? null,
    budgetAvailable: line?.available ?? null,
    isOverdrawn: isTolerant && compareMoney(wanted, await coveredBy(line, context)) > 0,
  }
}

/** BUD-03: what a line has not is said before it is asked for. */
export async function lineWarnings(form: FormData, context: FormContext, wanted: string): Promise<readonly Problem[]> {
  const line = await lineOf(form, context.unit)
  if (line === null) return []
  const covered = await coveredBy(line, context)
  return compareMoney(wanted, covered) > 0 ? [{ key: 'budget.insufficient', params: [covered, wanted] }] : []
}

/** The project a form names besides its line; null for none. */
export const projectOf = (form: FormData): number | null => (typeof form.projectId === 'number' ? form.projectId : null)

/** A department without a budget of its own uses the nearest budget unit above it (70.1). */
async function isOwnLine(unit: UnitOfWork, lineDeptId: number, deptId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, parent, is_budget_unit, 0 as step from shared_department department where id = ${deptId}
      union all select department.id, department.parent, department.is_budget_unit, up.step + 1 from shared_department department join up on department.id = up.parent)
    select id from up where is_budget_unit order by step limit 1`.execute(unit.db)
  return rows[0]?.id === lineDeptId
}

/** FS-BUDGET, FIN-07: the line is one's own or shared, active, of an open year, and of one of the subjects. */
export async function checkLine(
  form: FormData,
  { unit, applicant }: FormContext,
  allowed?: AllowedSubjects,
): Promise<Problems> {
  if (typeof form.budgetLineId !== 'number') return {}
  const line = await lineOf(form, unit)
  if (!line) return problemAt('budgetLineId', 'budget.lineUnknown')
  if (!line.yearOpen) return problemAt('budgetLineId', 'budget.yearClosed', line.year)
  if (!line.active) return problemAt('budgetLineId', 'budget.lineLocked')
  if (line.projectId !== null && !(await unit.service(projects).isOpen(line.projectId)))
    return problemAt('budgetLineId', 'project.stateInvalid')
  if (typeof form.projectId === 'number' && !(await unit.service(projects).isOpen(form.projectId)))
    return problemAt('projectId', 'project.stateInvalid')
  if (allowed !== undefined && !allowed.subjects.includes(line.subjectCode))
    return problemAt('budgetLineId', allowed.otherwise, { dictionary: 'budgetSubject', value: line.subjectCode })
  if (!line.shared && !(await isOwnLine(unit, line.deptId, applicant.deptId)))
    return problemAt('budgetLineId', 'budget.lineUnknown')
  return {}
}

/** Figures of the chosen line beside the decision. A ticket that has frozen money shows this, and what the line will have after it is approved: what it froze is its own to spend. */
export async function linePanel(form: FormData, context: FormContext, wanted: string) {
  const figures = await lineOf(form, context.unit)
  if (!figures) return []
  const covered = await coveredBy(figures, context)
  const tone: 'good' | 'bad' = compareMoney(wanted, covered) <= 0 ? 'good' : 'bad'
  const held = subtractMoney(covered, figures.available)
  return [
    ...(held === '0.00'
      ? [{ label: 'records.budgetLine.fields.available', value: figures.available, tone }]
      : [
          { label: 'finance.panel.held', value: held },
          { label: 'finance.panel.availableAfter', value: subtractMoney(covered, wanted), tone },
        ]),
    { label: 'records.budgetLine.fields.frozen', value: figures.frozen },
    { label: 'records.budgetLine.fields.used', value: figures.used },
  ]
}
