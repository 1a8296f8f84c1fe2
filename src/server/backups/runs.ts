/** Backups and trials that were asked for, as table backup_run has them (decision 0092). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { Executor, UnitOfWork } from '#src/define/server.ts'

export const BACKUP_DUTY = 'backup.run'

/** What is asked for; `requestedBy` is null for the schedule. */
export interface RunRequest {
  readonly kind: 'backup' | 'verify'
  /** Name of the backup that is tried; null for a new one. */
  readonly file: string | null
  readonly remark: string
  readonly requestedBy: number | null
}

/** Has the duty look at once instead of at its next minute. */
async function wake(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  await sql`update job set due_at = ${now} where name = ${BACKUP_DUTY} and due_at > ${now}`.execute(unit.db)
}

/** Puts a run into the queue: one runs at a time, the others wait (BKP-01); what waits already is not asked for twice. */
export async function requestRun(unit: UnitOfWork, request: RunRequest): Promise<number> {
  const { kind, file, remark, requestedBy } = request
  const { rows } = await sql<{ id: number }>`
    insert into backup_run (kind, file, remark, requested_by, created_at)
    values (${kind}, ${file}, ${remark}, ${requestedBy}, ${unit.clock.now()})
    on conflict (kind, coalesce(file, '')) where state = 'waiting' do nothing returning id`.execute(unit.db)
  const id = rows[0]?.id ?? (await waitingRun(unit.db, request))
  await wake(unit)
  return id
}

async function waitingRun(db: Executor, { kind, file }: RunRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from backup_run where state = 'waiting' and kind = ${kind} and file is not distinct from ${file}`.execute(
    db,
  )
  if (!rows[0]) throw new RuleError('backup.isOver')
  return rows[0].id
}

/** Ends a run: at once while it waits, within seconds while it works. @throws RuleError backup.isOver */
export async function cancelRun(unit: UnitOfWork, id: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update backup_run set is_cancelled = true, state = case when state = 'waiting' then 'cancelled' else state end,
      finished_at = case when state = 'waiting' then ${unit.clock.now()}::timestamptz end
    where id = ${id} and state in ('waiting', 'running')`.execute(unit.db)
  if (numAffectedRows === 0n) throw new RuleError('backup.isOver')
}

/** Whether a backup is being tried, or waits for it. */
export async function isInUse(db: Executor, file: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from backup_run where state in ('waiting', 'running') and file = ${file} limit 1`.execute(db)
  return rows.length > 0
}
