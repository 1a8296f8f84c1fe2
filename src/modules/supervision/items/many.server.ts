/** What is done to many items at once (10.5): those within reach that allow it, the others are counted. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { operation } from '#src/define/operations/operations.ts'
import { problemAt, problemOf, ValidationError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { assignItem } from './assign.server.ts'
import type { ManyResult } from './many.types.ts'
import { URGE_HOURS, urgeItem } from './urge.server.ts'

const HOUR_MS = 3_600_000

interface Chosen {
  readonly unit: UnitOfWork
  readonly access: Access
  readonly permission: Permission
  readonly ids: readonly number[]
}

/** Locks the items that the permission reaches and the condition holds for, in the order of their ids. */
async function lockThose(
  { unit, access, permission, ids }: Chosen,
  condition: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from supervision_item r where r.id = any(${[...ids]}::bigint[]) and r.deleted_at is null and ${condition}
      and ${reachedBy(access, permission, { department: 'r.lead_dept_id', sharedWith: 'r.co_dept_ids', owner: 'r.handler_id' })}
    order by r.id for update`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** Other forms of these items are out of date now. */
async function raiseVersions(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  await unit.db
    .updateTable('supervision_item')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

/** SUP-03 for each: one that was reminded within 24 hours is left out. */
async function urgeMany(chosen: Chosen): Promise<ManyResult> {
  const { unit, access, ids } = chosen
  const since = new Date(unit.clock.now().getTime() - URGE_HOURS * HOUR_MS)
  const open = sql<SqlBool>`r.state in ('assigned', 'doing', 'extending') and (r.urged_at is null or r.urged_at <= ${since}::timestamptz)`
  const done = await lockThose(chosen, open)
  for (const id of done) await urgeItem(unit, id, access.userId)
  return resultOf(unit, ids, done)
}

/** Drafts go to their handlers; one whose due date has passed stays. */
async function assignMany(chosen: Chosen): Promise<ManyResult> {
  const { unit, access, ids } = chosen
  const done = await lockThose(chosen, sql<SqlBool>`r.state = 'draft' and r.due_date >= ${unit.clock.today()}::date`)
  for (const id of done) await assignItem(unit, id, access.userId)
  return resultOf(unit, ids, done)
}

/** 指派督办专员: who follows the items, and hears of them besides the leader. @throws ValidationError for a person who is no officer */
async function giveOfficer(chosen: Chosen, officerId: number): Promise<ManyResult> {
  const { unit, access, ids } = chosen
  if (!(await unit.usersWithRole('supervisor')).includes(officerId))
    throw new ValidationError(problemAt('officerId', 'supervision.noOfficer'))
  const open = sql<SqlBool>`r.state not in ('closed', 'terminated') and r.officer_id is distinct from ${officerId}`
  const done = await lockThose(chosen, open)
  if (done.length > 0) {
    await unit.db
      .updateTable('supervision_item')
      .set({ officerId, updatedAt: unit.clock.now(), updatedBy: access.userId })
      .where('id', 'in', [...done])
      .execute()
    for (const id of done) unit.changed('supervisionItem', id)
    unit.notify({
      to: [officerId],
      contentType: 'REMIND',
      title: problemOf('supervision.officer', done.length),
      link: `/supervision?tab=all&officerId=${officerId}`,
    })
  }
  return resultOf(unit, ids, done)
}

async function resultOf(unit: UnitOfWork, ids: readonly number[], done: readonly number[]): Promise<ManyResult> {
  if (done.length > 0) await raiseVersions(unit, done)
  return { done: done.length, skipped: ids.length - done.length }
}

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const ids = z.array(id).min(1).max(200)
const chosenIds = (given: readonly number[]): readonly number[] => [...new Set(given)]

export const manyRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/supervision/urge/',
    permission: 'supervision:Urge',
    operation: operation('supervision.urgeMany'),
    body: z.strictObject({ ids }),
    handle: ({ unit, access, body }) =>
      urgeMany({ unit, access, permission: 'supervision:Urge', ids: chosenIds(body.ids) }),
  }),
  route({
    method: 'POST',
    url: '/api/supervision/assign/',
    permission: 'supervision:Assign',
    operation: operation('supervision.assignMany'),
    body: z.strictObject({ ids }),
    handle: ({ unit, access, body }) =>
      assignMany({ unit, access, permission: 'supervision:Assign', ids: chosenIds(body.ids) }),
  }),
  route({
    method: 'POST',
    url: '/api/supervision/officer/',
    permission: 'supervision:Assign',
    operation: operation('supervision.officer'),
    body: z.strictObject({ ids, officerId: id }),
    handle: ({ unit, access, body }) =>
      giveOfficer({ unit, access, permission: 'supervision:Assign', ids: chosenIds(body.ids) }, body.officerId),
  }),
]
