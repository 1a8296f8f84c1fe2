/** Makes the exports that wait: page by page into a file, with the scope and masks its owner has now (BKP-08). */

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Permission, ProblemKey } from '#src/define/names.ts'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Services } from '#src/server/app/services.ts'
import { isDiskFull } from '#src/server/diskFull.ts'
import { addFile } from '#src/server/files/files.ts'
import { keepingContent } from '#src/server/files/orphans.ts'
import { Storage } from '#src/server/files/storage.ts'
import { exportName } from '#src/server/records/transfer/sheets.ts'
import type { Value } from '#src/server/records/transfer/workbook.ts'
import { reader, write } from '#src/server/work.ts'
import { type Exportable, type ExportCall, exportablesOf, partOf, selectedRows } from './exportable.ts'
import { formats } from './formats.ts'
import { type ExportJob, jobColumns, titleOf } from './job.ts'
import { mostRows } from './request.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Minutes after which an export is taken from a node that no longer writes. */
const LEASE_MINUTES = 5
/** A node may die over an export; one that kills every node is given up. */
const MAX_ATTEMPTS = 3
/** Hours a finished file can be fetched. */
const KEPT_HOURS = 72
/** Rows in memory at a time. */
const PAGE = 1000
/** Where the owner finds it. */
const LINK = '/home?exports=open'

/** The server is stopping: the export waits for the next one. */
class Interrupted extends Error {}

type Claimed = ExportJob & { readonly token: string }

async function claim(services: Services): Promise<Claimed | null> {
  const token = randomUUID()
  return write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<ExportJob>`
      update export_job set state = 'running', attempts = attempts + 1, rows = 0, lease_token = ${token}::uuid, lease_until = ${new Date(now.getTime() + LEASE_MINUTES * MINUTE)}
      where id = (select id from export_job where state = 'waiting' or (state = 'running' and lease_until <= ${now}) order by id limit 1 for update skip locked)
      returning ${jobColumns}`.execute(unit.db)
    return rows[0] ? { ...rows[0], token } : null
  })
}

/** What the owner may see now; refused when the account or the permission is gone. */
async function accessFor(services: Services, job: ExportJob, permission: Permission): Promise<Access> {
  await services.caches.load()
  const { rows } = await sql<{ name: string; deptId: number }>`
    select name, dept_id from app_user where id = ${job.ownerId} and state and deleted_at is null`.execute(
    services.database.db,
  )
  const owner = rows[0]
  if (!owner) throw new RuleError('permission.denied')
  const access = accessOf(
    { userId: job.ownerId, name: owner.name, departmentId: owner.deptId, sessionId: '' },
    services.directory,
  )
  if (!access.may(permission)) throw new RuleError('permission.denied')
  return access
}

/** Writes down which rows it will be, in their order. */
async function gather(services: Services, exportable: Exportable, call: ExportCall, job: Claimed): Promise<number> {
  return write(services, async (unit) => {
    await sql`delete from export_job_row where job_id = ${job.id}`.execute(unit.db)
    const { numAffectedRows } = await sql`
      insert into export_job_row (job_id, position, row_id)
      select ${job.id}, place, row_id from (
        select row_number() over (order by position) as place, row_id from (${selectedRows(exportable, { ...call, unit }, job)}) wanted
      ) placed where place <= ${mostRows}`.execute(unit.db)
    const total = Number(numAffectedRows ?? 0)
    await holdLease(unit, job, 0, total)
    return total
  })
}

/** Says how far it is. @throws Error when another node has taken the export over. */
async function holdLease(unit: UnitOfWork, job: Claimed, rows: number, total: number): Promise<void> {
  const until = new Date(unit.clock.now().getTime() + LEASE_MINUTES * MINUTE)
  const { numAffectedRows } = await sql`
    update export_job set rows = ${rows}, total = ${total}, lease_until = ${until} where id = ${job.id} and lease_token = ${job.token}::uuid`.execute(
    unit.db,
  )
  if (numAffectedRows === 0n) throw new Error(`the lease of export ${job.id} was lost`)
}

/** The cells page by page; each page is a query of its own, so that no transaction stays open meanwhile. */
async function* pages(
  services: Services,
  exportable: Exportable,
  call: ExportCall,
  job: Claimed,
  total: number,
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly Value[])[]> {
  for (let from = 0; from < total; from += PAGE) {
    if (signal.aborted) throw new Interrupted()
    yield await exportable.cells(call, partOf(job.id, from, from + PAGE))
    await write(services, (unit) => holdLease(unit, job, Math.min(total, from + PAGE), total))
  }
}

async function finish(
  services: Services,
  job: Claimed,
  file: { readonly id: number; readonly size: number; readonly name: string },
  unit: UnitOfWork,
): Promise<void> {
  const now = unit.clock.now()
  const { numAffectedRows } = await sql`
    update export_job set state = 'ready', file_id = ${file.id}, file_name = ${file.name}, size = ${file.size}, rows = total, error = null, lease_until = null, lease_token = null,
      finished_at = ${now}, expires_at = ${new Date(now.getTime() + KEPT_HOURS * HOUR)}
    where id = ${job.id} and lease_token = ${job.token}::uuid`.execute(unit.db)
  if (numAffectedRows === 0n) throw new Error(`the lease of export ${job.id} was lost`)
  // The link keeps it from being an orphan; nobody reads a file through an export but its download.
  await sql`insert into file_link (file_id, record, record_id, created_at) values (${file.id}, 'exportJob', ${job.id}, ${now})`.execute(
    unit.db,
  )
  await sql`delete from export_job_row where job_id = ${job.id}`.execute(unit.db)
  unit.notify({
    to: [job.ownerId],
    contentType: 'SYSTEM',
    title: { key: 'notice.exportReady', params: [titleOf(services.texts, job.language, job.resource)] },
    link: LINK,
  })
}

async function make(services: Services, storage: Storage, job: Claimed, signal: AbortSignal): Promise<void> {
  const exportable = exportablesOf(services).get(job.resource)
  if (!exportable || job.attempts > MAX_ATTEMPTS) throw new RuleError('export.failed')
  const access = await accessFor(services, job, exportable.permission)
  const call: ExportCall = { access, language: job.language, unit: reader(services) }
  const total = await gather(services, exportable, call, job)
  const now = services.clock.now()
  const { mime, bytes: bytesOf } = formats[job.format]
  const bytes = bytesOf(exportable.columns(call), pages(services, exportable, call, job, total, signal), now)
  const received = await storage.receive(Readable.from(bytes))
  const name = exportName(exportable.name, now, job.format)
  try {
    await keepingContent(services, storage, received.hash, () =>
      write(services, async (unit) => {
        const file = await addFile(unit, storage, received, { name, mime, uploaderId: job.ownerId })
        await finish(services, job, file, unit)
      }),
    )
  } finally {
    await storage.discard(received)
  }
}

/** Refusals are told in their own words; whatever else went wrong stands in the server's log. */
const keyOf = (error: unknown): ProblemKey => {
  if (error instanceof RuleError || error instanceof Refusal) return error.problem.key
  if (isDiskFull(error)) return 'answer.diskFull'
  return error instanceof ValidationError ? 'answer.validation' : 'export.failed'
}

async function giveUp(services: Services, job: Claimed, error: unknown): Promise<void> {
  const isOver = !(error instanceof Interrupted)
  if (isOver) services.log.error({ err: error, exportJob: job.id }, 'export failed')
  await write(services, async (unit) => {
    const { numAffectedRows } = await sql`
      update export_job set state = ${isOver ? 'failed' : 'waiting'}, attempts = case when ${isOver} then attempts else attempts - 1 end, lease_until = null, lease_token = null,
        error = ${isOver ? keyOf(error) : null}, finished_at = ${isOver ? unit.clock.now() : null}::timestamptz
      where id = ${job.id} and lease_token = ${job.token}::uuid`.execute(unit.db)
    if (numAffectedRows === 0n || !isOver) return
    await sql`delete from export_job_row where job_id = ${job.id}`.execute(unit.db)
    unit.notify({
      to: [job.ownerId],
      contentType: 'SYSTEM',
      title: { key: 'notice.exportFailed', params: [titleOf(services.texts, job.language, job.resource)] },
      link: LINK,
    })
  })
}

/** Makes everything that waits, one after the other. */
export async function runExports(services: Services, signal: AbortSignal): Promise<void> {
  const storage = new Storage(services.mode.dataDir)
  while (!signal.aborted) {
    const job = await claim(services)
    if (!job) return
    try {
      await make(services, storage, job, signal)
    } catch (error) {
      await giveUp(services, job, error)
    }
  }
}
