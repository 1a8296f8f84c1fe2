/** The form of an intention: how much, from which line, and whether it leaves the days for its publication (22.6). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { projects } from '#src/modules/projects/contract.ts'

/** 22.6: smaller purchases are not announced. */
export const SMALLEST_INTENTION = '10000.00'

export const intentionDays = (unit: UnitOfWork): number => unit.settings.number('procurement.intentionDays')

/** Whether the purchase may begin before its publication is so many days old, when it is published today. */
export function isEarly(expectedMonth: string, unit: UnitOfWork): boolean {
  return /^\d{4}-\d{2}$/.test(expectedMonth) && `${expectedMonth}-01` < addDays(unit.clock.today(), intentionDays(unit))
}

const amountOf = (form: FormData): string => textIn(form.amount) || '0.00'

/** An intention or a running application of this year under the same name; null for none. */
export async function sameName(unit: UnitOfWork, name: string, ticketId: number | null): Promise<string | null> {
  const year = unit.clock.today().slice(0, 4)
  const { rows } = await sql<{ no: string }>`
    select t.no from intention i join shared_ticket t on t.id = i.ticket_id
    where i.year = ${Number(year)}::int and i.project_name = ${name} and i.state <> 'revoked' and i.deleted_at is null and i.ticket_id is distinct from ${ticketId}::bigint
    union all
    select no from shared_ticket where type = 'intentionOpen' and status = 'running' and form_data ->> 'projectName' = ${name}
      and id is distinct from ${ticketId}::bigint and submitted_at >= ${`${year}-01-01T00:00:00+08:00`}::timestamptz
    limit 1`.execute(unit.db)
  return rows[0]?.no ?? null
}

async function moneyProblems(form: FormData, context: FormContext): Promise<Problems> {
  const { unit } = context
  const amount = amountOf(form)
  if (compareMoney(amount, SMALLEST_INTENTION) < 0) return problemAt('amount', 'intention.tooSmall', SMALLEST_INTENTION)
  if (Number(amount) > unit.settings.number('wf.t3') && fileIdsIn(form.collectiveMinutes).length === 0)
    return problemAt('collectiveMinutes', 'check.required')
  const lineId = idIn(form.budgetLineId)
  if (lineId === null) {
    const projectId = idIn(form.projectId)
    return projectId !== null && !(await unit.service(projects).isOpen(projectId))
      ? problemAt('projectId', 'project.stateInvalid')
      : {}
  }
  const line = await unit.service(budgetLedger).read(lineId)
  return line !== null && compareMoney(amount, line.available) > 0
    ? problemAt('amount', 'budget.insufficient', line.available, amount)
    : {}
}

export const intentionForm: ApplicationServer = {
  async compute(form, context) {
    return {
      ...form,
      ...(await context.unit.service(claimForms).shown(form, context, amountOf(form))),
      isEarly: isEarly(textIn(form.expectedMonth), context.unit),
    }
  },
  async check(form, context) {
    const onLine = await context.unit.service(claimForms).checkLine(form, context)
    if (Object.keys(onLine).length > 0) return onLine
    const name = textIn(form.projectName)
    const taken = name === '' ? null : await sameName(context.unit, name, context.ticketId)
    return {
      ...(taken === null ? {} : problemAt('projectName', 'intention.nameTaken', taken)),
      ...(textIn(form.expectedMonth) < context.unit.clock.today().slice(0, 7)
        ? problemAt('expectedMonth', 'intention.monthPassed')
        : {}),
      ...(await moneyProblems(form, context)),
    }
  },
  async warnings(form): Promise<readonly Problem[]> {
    return [
      ...(idIn(form.budgetLineId) === null && idIn(form.projectId) !== null ? [problemOf('intention.noLine')] : []),
      ...(form.isEarly === true ? [problemOf('intention.earlyHint')] : []),
    ]
  },
  panel: (form, context) => context.unit.service(claimForms).panel(form, context, amountOf(form)),
  async reversal(_form, { unit, ticketId }) {
    if (ticketId === null) return []
    const { rows } = await sql<{ state: string }>`
      select state from intention where ticket_id = ${ticketId} and state <> 'revoked'`.execute(unit.db)
    const state = rows[0]?.state
    if (state === undefined) return []
    return [problemOf(state === 'published' ? 'intention.reversalPublished' : 'intention.reversal')]
  },
}
