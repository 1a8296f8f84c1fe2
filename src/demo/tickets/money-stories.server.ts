import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Places of the demo's trips, who is paid by a payroll, and which project a department carries out. */
export interface Places {
  readonly home: number
  readonly cities: readonly number[]
  readonly payrolls: Readonly<Record<string, readonly number[]>>
  /** By the key of the department. */
  readonly projects: ReadonlyMap<string, number>
}

export async function areasOf(unit: UnitOfWork): Promise<Places> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from area where code in ('940100', '910100', '920100', '930100') and deleted_at is null`.execute(
    unit.db,
  )
  const of = (code: string): number => Number(rows.find((row) => row.code === code)?.id)
  const people = await sql<{ id: number; type: string }>`
    select id, person_type as type from app_user where state and person_type in ('auxiliary', 'contract') order by emp_no`.execute(
    unit.db,
  )
  const running = await sql<{ dept: string; id: number }>`
    select department.key as dept, min(project.id) as id from shared_project project join department on department.id = project.dept_id
    where project.state = 'executing' and project.deleted_at is null group by department.key`.execute(unit.db)
  const group = (type: string) => people.rows.filter((row) => row.type === type).map(({ id }) => id)
  return {
    home: of('940100'),
    cities: ['910100', '920100', '930100'].map(of),
    payrolls: { auxiliary: group('auxiliary'), contract: group('contract') },
    projects: new Map(running.rows.map(({ dept, id }) => [dept, id])),
  }
}
