import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

/** Places of the demo's trips, and who is paid by a payroll. */
export interface Places {
  readonly home: number
  readonly cities: readonly number[]
  readonly payrolls: Readonly<Record<string, readonly number[]>>
}

export async function areasOf(base: Base): Promise<Places> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from area where code in ('940100', '910100', '920100', '930100') and deleted_at is null`.execute(
    base.db,
  )
  const of = (code: string): number => Number(rows.find((row) => row.code === code)?.id)
  const people = await sql<{ id: number; type: string }>`
    select id, person_type as type from app_user where state and person_type in ('auxiliary', 'contract') order by emp_no`.execute(
    base.db,
  )
  const group = (type: string) => people.rows.filter((row) => row.type === type).map(({ id }) => id)
  return {
    home: of('940100'),
    cities: ['910100', '920100', '930100'].map(of),
    payrolls: { auxiliary: group('auxiliary'), contract: group('contract') },
  }
}
