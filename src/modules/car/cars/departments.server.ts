/** Several cars go to another department at once (40.1): all or none. */
import { sql } from 'kysely'
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { route } from '#src/define/server.ts'

const MAX_CARS = 200
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const setDepartments = route({
  method: 'POST',
  url: '/api/cars/departments/',
  permission: 'car:Update',
  operation: operation('car.setDepartment'),
  body: z.strictObject({ carIds: z.array(id).min(1).max(MAX_CARS), deptId: id }),
  async handle({ unit, access, body: { carIds, deptId } }) {
    const { rows: departments } = await sql`
      select from shared_department r where r.id = ${deptId} and r.state and r.deleted_at is null and ${reachedBy(access, 'car:Update', { department: 'r.id' })}`.execute(
      unit.db,
    )
    if (departments.length === 0) throw new RuleError('check.notFound').at('deptId')
    const { rows } = await sql<{ id: number; plateNo: string; status: string }>`
      select r.id, r.plate_no, r.status from car r
      where r.id = any(${carIds}::bigint[]) and r.deleted_at is null and ${reachedBy(access, 'car:Update', { department: 'r.dept_id' })} order by r.id for update`.execute(
      unit.db,
    )
    if (rows.length < new Set(carIds).size) throw notFound()
    const scrapped = rows.find(({ status }) => status === 'scrapped')
    if (scrapped) throw new RuleError('car.isScrapped', scrapped.plateNo)
    const { rows: moved } = await sql<{ id: number }>`
      update car set dept_id = ${deptId}, updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${access.userId}, version = version + 1
      where id = any(${rows.map((row) => row.id)}::bigint[]) and dept_id <> ${deptId} returning id`.execute(unit.db)
    for (const row of moved) unit.changed('car', row.id)
    return { moved: moved.length }
  },
})

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/cars/departments/': { readonly moved: number }
  }
}
