/** What files belong to: the records whose forms name them. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type FileOwner, fileLinks } from '#src/define/fileLinks.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'

/**
 * Makes files belong to a record, in the transaction that stores their ids. What a form no longer names stays linked,
 * since its log still names it. @throws ValidationError check.fileOwner for ids that do not exist, and for somebody else's
 * that are not this record's already.
 */
export async function linkFiles(
  unit: UnitOfWork,
  access: Access,
  record: string,
  recordId: number,
  fileIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  // The lock keeps the rows from the removal of orphans until the link stands.
  const { rows } = await sql<{ id: number }>`
    select f.id from file f where f.id = any(${wanted}::bigint[]) and f.check_state <> 'quarantined' and (f.uploader_id = ${access.userId}
      or exists (select from file_link l where l.file_id = f.id and l.record = ${record} and l.record_id = ${recordId}))
    order by f.id for share of f`.execute(unit.db)
  if (rows.length < wanted.length) throw new ValidationError({ attachments: [{ key: 'check.fileOwner' }] })
  await sql`
    insert into file_link (file_id, record, record_id, created_at)
    select id, ${record}, ${recordId}::bigint, ${unit.clock.now()}::timestamptz from unnest(${wanted}::bigint[]) id on conflict do nothing`.execute(
    unit.db,
  )
}

/** Files that belong to one row belong to another as well. */
async function shareFiles(unit: UnitOfWork, from: FileOwner, to: FileOwner, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return
  await sql`
    insert into file_link (file_id, record, record_id, created_at)
    select file_id, ${to.record}, ${to.recordId}::bigint, ${unit.clock.now()}::timestamptz from file_link
    where record = ${from.record} and record_id = ${from.recordId} and file_id = any(${[...fileIds]}::bigint[]) on conflict do nothing`.execute(
    unit.db,
  )
}

/** For calls of modules that take files beside their forms. */
export const fileLinksService: ServiceProvision = provideService(fileLinks, (unit) => ({
  link: (access, record, recordId, fileIds) => linkFiles(unit, access, record, recordId, fileIds),
  share: (from, to, fileIds) => shareFiles(unit, from, to, fileIds),
}))
