import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { MoveLine } from '#src/define/workflows/workflowMoves.ts'
import type { Services } from '#src/server/app/services.ts'
import { only } from '#src/server/database/only.ts'
import type { WideDuty } from '#src/server/jobs/duties.ts'
import { read, write } from '#src/server/work.ts'
import { type Engine, engineOf } from '../versions/engine.ts'
import type { ByHand, Mapping } from './hand.ts'
import { moveTicket, Stays } from './move.ts'

const DUTY = 'workflow.moves'
/** Tickets between two marks of progress. */
const BATCH = 50
/** Lines a report keeps. */
const MAX_LINES = 5000
const LEASE_MINUTES = 10
const MINUTE = 60_000

/** Running tickets of a version (alias `t`). */
export const runningOf = (versionId: number) =>
  sql`t.version_id = ${versionId} and t.status in ('running', 'handling') and t.deleted_at is null`

/** Running tickets that are to come to another version. */
export interface MoveWanted {
  /** Of the workflow. */
  readonly id: number
  /** Ids of versions. */
  readonly from: number
  readonly to: number
  readonly mapping: Mapping
  readonly comment: string
}

/** Puts a move into the line. */
export async function requestMove(
  unit: UnitOfWork,
  userId: number,
  { id: workflowId, from: fromVersionId, to: toVersionId, mapping, comment }: MoveWanted,
): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into workflow_move (workflow_id, from_version_id, to_version_id, mapping, comment, total, requested_by, created_at)
    select ${workflowId}, ${fromVersionId}, ${toVersionId}, ${JSON.stringify(mapping)}::json, ${comment}, count(*), ${userId}, ${now}::timestamptz from ticket t where ${runningOf(fromVersionId)}
    returning id`.execute(unit.db)
  await sql`update job set due_at = ${now} where name = ${DUTY} and due_at > ${now}`.execute(unit.db)
  unit.traced({
    record: 'workflow',
    id: workflowId,
    before: { version: fromVersionId },
    after: { version: toVersionId, ...(Object.keys(mapping).length > 0 && { mapping, comment }) },
  })
  unit.changed('workflow', workflowId)
  return only(rows).id
}

interface Claimed {
  readonly id: number
  readonly workflowId: number
  readonly fromVersionId: number
  readonly toVersionId: number
  readonly mapping: Mapping
  readonly comment: string
  readonly requestedBy: number
}

async function claim(services: Services): Promise<Claimed | null> {
  return write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<Claimed>`
      update workflow_move set state = 'running', lease_until = ${new Date(now.getTime() + LEASE_MINUTES * MINUTE)}
      where id = (select id from workflow_move where state = 'waiting' or (state = 'running' and lease_until <= ${now})
        order by id limit 1 for update skip locked)
      returning id, workflow_id, from_version_id, to_version_id, mapping, comment, requested_by`.execute(unit.db)
    return rows[0] ?? null
  })
}

async function mark(
  services: Services,
  run: Claimed,
  lines: readonly MoveLine[],
  end: 'done' | 'broken' | null,
  error: string | null = null,
): Promise<void> {
  await write(services, async (unit) => {
    const now = unit.clock.now()
    await sql`
      update workflow_move set done = ${lines.length}, moved = ${lines.filter(({ to }) => to !== null).length}, state = ${end ?? 'running'},
        report = ${JSON.stringify(lines.slice(0, MAX_LINES))}::json, error = ${error}, finished_at = ${end === null ? null : now},
        lease_until = ${end === null ? new Date(now.getTime() + LEASE_MINUTES * MINUTE) : null} where id = ${run.id}`.execute(
      unit.db,
    )
    unit.changed('workflow', run.workflowId)
  })
}

/** Each ticket is moved in a transaction of its own, so that one that does not fit, or is decided at this moment, holds up no other. */
async function moveOne(services: Services, engine: Engine, run: Claimed, id: number): Promise<MoveLine> {
  const hand: ByHand = { mapping: run.mapping, comment: run.comment, actor: run.requestedBy }
  try {
    return await write(services, async (unit) => {
      const to = await engine.versions.byId(unit.db, run.toVersionId)
      return moveTicket(engine, unit, id, run.fromVersionId, to, hand)
    })
  } catch (error) {
    if (error instanceof Stays) return error.line
    throw error
  }
}

async function perform(services: Services, engine: Engine, run: Claimed, signal: AbortSignal): Promise<void> {
  const { rows } = await read(services, (unit) =>
    sql<{ id: number }>`select t.id from ticket t where ${runningOf(run.fromVersionId)} order by t.id`.execute(unit.db),
  )
  const lines: MoveLine[] = []
  for (const [index, { id }] of rows.entries()) {
    // The next server goes on with those that are still there.
    if (signal.aborted) return
    lines.push(await moveOne(services, engine, run, id))
    if (index % BATCH === BATCH - 1) await mark(services, run, lines, null)
  }
  await mark(services, run, lines, 'done')
}

/** Carries out the moves that wait. */
export async function runMoves(services: Services, signal: AbortSignal): Promise<void> {
  const engine = engineOf(services)
  // A server that stops takes nothing more: it would keep it from the others until the lease is over.
  while (!signal.aborted) {
    const run = await claim(services)
    if (run === null) return
    try {
      await perform(services, engine, run, signal)
    } catch (error) {
      services.log.error({ err: error, run: run.id }, 'tickets could not be moved')
      await mark(services, run, [], 'broken', error instanceof Error ? error.message : String(error))
    }
  }
}

export const moveDuty: WideDuty = { name: DUTY, every: { minutes: 1 }, work: runMoves, isLong: true }
