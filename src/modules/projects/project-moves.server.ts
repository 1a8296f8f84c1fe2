/** What happens to a project on its way (30.4, BUD-41 to BUD-53). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { listOf, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, printMoney } from '#src/fields/money/cents.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import type { Projects } from './contract.ts'
import { refreshLights } from './standing.server.ts'

export interface ProjectRow {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly deptId: number
  readonly ownerId: number
  readonly createdBy: number
  readonly state: string
  readonly round: number
  readonly declareAmount: string
  readonly kpis: unknown
}

/** BUD-41: what a project needs to get into the library. */
const PASSING_SCORE = 60
/** Reviewers of a declaration (30.4). */
const REVIEWERS = 3

export async function readProject(unit: UnitOfWork, id: number): Promise<ProjectRow> {
  const { rows } = await sql<ProjectRow>`
    select id, no, name, dept_id, owner_id, created_by, state, round, declare_amount, kpis
    from project where id = ${id} and deleted_at is null for update`.execute(unit.db)
  if (!rows[0]) throw new RuleError('project.stateInvalid')
  return rows[0]
}

export async function moveProject(unit: UnitOfWork, id: number, state: string, more = sql``): Promise<void> {
  await sql`update project set state = ${state}, updated_at = ${unit.clock.now()}, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('project', id)
  unit.changed('projectExec', null)
}

/** A message to who answers for the project. */
export function tellOwner(
  unit: UnitOfWork,
  project: Pick<ProjectRow, 'id' | 'no' | 'ownerId'>,
  key: 'project.accepted' | 'project.returned' | 'project.included' | 'project.expired' | 'project.reportDue',
): void {
  unit.notify({
    to: [project.ownerId],
    contentType: 'REMIND',
    title: { key, params: [project.no] },
    link: `/business/project-library/${project.id}`,
  })
}

interface Verdict {
  readonly count: number
  readonly score: string
  readonly amount: string
}

/** One reviewer's word; the third of a round decides by the mean score, with the lowest of the amounts (BUD-41, BUD-44). */
export async function review(project: ProjectRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  if (project.ownerId === access.userId || project.createdBy === access.userId) throw new RuleError('project.ownReview')
  const amount = String(values.reviewAmount)
  if (compareMoney(amount, project.declareAmount) > 0)
    throw new ValidationError({ reviewAmount: [{ key: 'check.atMost', params: [printMoney(project.declareAmount)] }] })
  const { round } = await readProject(unit, project.id)
  const again =
    await sql`select 1 from project_review where project_id = ${project.id} and round = ${round} and reviewer_id = ${access.userId}`.execute(
      unit.db,
    )
  if (again.rows.length > 0) throw new RuleError('project.reviewedTwice')
  await sql`insert into project_review (project_id, dept_id, round, reviewer_id, score_need, score_feas, score_benefit, review_amount, comment, at)
    values (${project.id}, ${project.deptId}, ${round}, ${access.userId}, ${Number(values.scoreNeed)}, ${Number(values.scoreFeas)},
      ${Number(values.scoreBenefit)}, ${amount}, ${String(values.comment)}, ${unit.clock.now()})`.execute(unit.db)
  unit.changed('projectReview', null)
  const { rows } = await sql<Verdict>`
    select count(*)::int as count, round(avg(score), 2) as score, min(review_amount) as amount
    from project_review where project_id = ${project.id} and round = ${round}`.execute(unit.db)
  const verdict = rows[0]
  if (verdict === undefined || verdict.count < REVIEWERS) return
  const isAccepted = Number(verdict.score) >= PASSING_SCORE
  const now = unit.clock.now()
  await moveProject(
    unit,
    project.id,
    isAccepted ? 'inLibrary' : 'returned',
    sql`, score = ${verdict.score}, review_amount = ${verdict.amount}, library_at = ${isAccepted ? now : null}`,
  )
  tellOwner(unit, project, isAccepted ? 'project.accepted' : 'project.returned')
}

/** A declaration begins a round of reviews. */
export const declare = (project: ProjectRow, unit: UnitOfWork): Promise<void> =>
  moveProject(unit, project.id, 'declared', sql`, round = round + 1, reason = null`)

export async function sendBack(project: ProjectRow, values: FormData, unit: UnitOfWork): Promise<void> {
  await moveProject(unit, project.id, 'returned', sql`, reason = ${String(values.reason)}`)
  tellOwner(unit, project, 'project.returned')
}

/** From the library into the budget, by a published plan or by hand. */
export async function include(project: ProjectRow, unit: UnitOfWork): Promise<void> {
  if (project.state !== 'inLibrary') throw new RuleError('project.stateInvalid')
  await moveProject(unit, project.id, 'inBudget')
  tellOwner(unit, project, 'project.included')
  await refreshLights(unit, project.id)
}

export async function start(project: ProjectRow, unit: UnitOfWork): Promise<void> {
  await moveProject(unit, project.id, 'executing', sql`, started_at = ${unit.clock.now()}`)
  await refreshLights(unit, project.id)
}

/** Numbers of the tickets that hold money for a project or ask for some, of whatever line. */
async function openTickets(unit: UnitOfWork, id: number): Promise<readonly string[]> {
  const { rows } = await sql<{ no: string }>`
    select ticket.no from shared_commitment c join shared_ticket ticket on ticket.id = c.ticket_id where c.project_id = ${id} and c.state = 'effective'
    union all select ticket.no from shared_expense_claim e join shared_ticket ticket on ticket.id = e.ticket_id where e.project_id = ${id} and ticket.status = 'running'
    order by no limit 1`.execute(unit.db)
  return rows.map(({ no }) => no)
}

/** BUD-52: finished with a value and a score for every indicator, when nothing is frozen any more. */
export async function finish(project: ProjectRow, values: FormData, unit: UnitOfWork): Promise<void> {
  const results = rowsOf(values.kpiResults)
  const kpis = rowsOf(project.kpis)
  const missing = kpis.filter((kpi) => !results.some((result) => result.name === kpi.name))
  if (missing.length > 0)
    throw new ValidationError({
      kpiResults: [{ key: 'project.kpiMissing', params: [listOf(missing.map((kpi) => String(kpi.name)))] }],
    })
  const frozen = await unit.service(budgetLedger).frozenOfProject(project.id)
  if (compareMoney(frozen, '0.00') > 0) throw new RuleError('project.stillFrozen', frozen)
  const [open] = await openTickets(unit, project.id)
  if (open !== undefined) throw new RuleError('project.stillOpen', open)
  const points = kpis.reduce((sum, kpi) => {
    const result = results.find((one) => one.name === kpi.name)
    return sum + Number(kpi.weight) * Number(result?.score ?? 0)
  }, 0)
  await moveProject(
    unit,
    project.id,
    'finished',
    sql`, finished_at = ${unit.clock.now()}, progress = 100, light = 'green', kpi_results = ${JSON.stringify(results)}::jsonb,
      kpi_score = ${(points / 100).toFixed(2)}, summary = ${String(values.summary)}`,
  )
}

export async function takeOut(project: ProjectRow, values: FormData, unit: UnitOfWork): Promise<void> {
  await moveProject(unit, project.id, 'removed', sql`, reason = ${String(values.reason)}`)
}

/** What other modules may ask of projects. */
export function createProjects(unit: UnitOfWork): Projects {
  return {
    async candidates(deptId) {
      const { rows } = await sql<{ id: number; no: string; name: string }>`
        select id, no, name from project where dept_id = ${deptId} and state = 'inLibrary' and deleted_at is null order by priority, no`.execute(
        unit.db,
      )
      return rows
    },
    async named(ids) {
      const { rows } = await sql<{ id: number; no: string; name: string }>`
        select id, no, name from project where id = any(${[...ids]}::bigint[])`.execute(unit.db)
      return rows
    },
    async include(ids) {
      for (const id of [...ids].sort((a, b) => a - b)) {
        const project = await readProject(unit, id)
        if (project.state !== 'inBudget' && project.state !== 'executing') await include(project, unit)
      }
    },
    async isOpen(id) {
      const { rows } =
        await sql`select 1 from project where id = ${id} and state in ('inBudget', 'executing') and deleted_at is null`.execute(
          unit.db,
        )
      return rows.length > 0
    },
    async charge(id) {
      const project = await readProject(unit, id)
      if (project.state === 'inBudget') await start(project, unit)
      else if (project.state !== 'executing') throw new RuleError('project.stateInvalid')
    },
  }
}
