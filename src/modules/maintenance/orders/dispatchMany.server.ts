/** Dispatch of many orders to one worker (40.3). */
import { sql } from 'kysely'
import { z } from 'zod'
import { statesTaking } from '#machines/workOrder/workOrder.ts'
import type { Access } from '#src/define/access.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { dispatch } from './record.server.ts'

/** @throws RuleError `maintenance.notWorker` for a person who repairs nothing */
async function checkWorker(unit: UnitOfWork, userId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from shared_role_holder h join shared_app_user u on u.id = h.user_id where h.user_id = ${userId} and h.role = 'maintenanceWorker' and u.state and u.deleted_at is null limit 1`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new RuleError('maintenance.notWorker').at('workerId')
}

/** Gives those of the orders within reach that can be dispatched to the worker; answers how many they are, and how many are not. */
async function dispatchMany(
  unit: UnitOfWork,
  access: Access,
  ids: readonly number[],
  workerId: number,
): Promise<{ readonly dispatched: number; readonly skipped: number }> {
  await checkWorker(unit, workerId)
  const { rows } = await sql<{ id: number }>`
    select r.id from work_order r where r.id = any(${[...ids]}::bigint[]) and r.state = any(${[...statesTaking('dispatch')]}::text[]) and r.deleted_at is null
      and ${reachedBy(access, 'maintenance:Dispatch', { department: ['r.dept_id', 'r.work_dept_id'], owner: 'r.worker_id' })} order by r.id`.execute(
    unit.db,
  )
  for (const { id } of rows) await dispatch(id, { workerId }, unit, access.userId)
  return { dispatched: rows.length, skipped: ids.length - rows.length }
}

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const dispatchRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/maintenance/dispatch/',
    permission: 'maintenance:Dispatch',
    operation: operation('maintenance.dispatchMany'),
    body: z.strictObject({ ids: z.array(id).min(1).max(200), workerId: id }),
    handle: ({ unit, access, body }) => dispatchMany(unit, access, [...new Set(body.ids)], body.workerId),
  }),
]
