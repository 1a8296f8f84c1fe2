/** Uploaded files: rows of table file, their contents in the storage, and what they belong to. */
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { badFile, notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { only } from '#src/server/database/only.ts'
import { type RecordModel, tableOf } from '#src/server/records/model.ts'
import { rowsInReach } from '#src/server/records/read.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { mayReveal } from '#src/server/records/rows.ts'
import { visibleTo } from '#src/server/tickets/queries/visibility.ts'
import { type Check, type CheckState, typeChecked } from './scanner.ts'
import { cleanName, sniff } from './sniff.ts'
import type { ReceivedFile, Storage } from './storage.ts'

/** A row of table file. */
export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly mime: string
  /** Bytes. */
  readonly size: number
  readonly hash: string
  readonly uploaderId: number
  readonly checkState: CheckState
}

/** What a received file is and is called. @throws Refusal 4013 for anything FILE-STD does not name. */
export async function inspect(
  { parser }: Pick<Services, 'parser'>,
  name: string,
  received: ReceivedFile,
  sender: number,
): Promise<{ name: string; mime: string }> {
  if (received.size === 0) throw badFile('file.empty')
  const clean = cleanName(name)
  const file = await open(received.path)
  try {
    const type = await sniff(file, received.size)
    if (clean === null || type === null) throw badFile('file.typeRefused')
    if (type.mime.startsWith('image/')) await parser.parse('picture', { path: resolve(received.path) }, {}, sender)
    return { name: clean, mime: type.mime }
  } finally {
    await file.close()
  }
}

/** Uploads and the removal of orphans of the same content wait for each other. */
export async function lockContent(unit: UnitOfWork, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 3))`.execute(unit.db)
}

/** Keeps a content (once per hash, SYS-82) and gives it a row. Keeping twice does no harm, so the transaction may run again. */
export async function addFile(
  unit: UnitOfWork,
  storage: Storage,
  received: ReceivedFile,
  file: { name: string; mime: string; uploaderId: number },
  check: Check = typeChecked,
): Promise<StoredFile> {
  await lockContent(unit, received.hash)
  await storage.keep(received)
  const { rows } = await sql<{ id: number }>`
    insert into file (hash, name, mime, size, uploader_id, check_state, check_note, checked_at, created_at)
    values (${received.hash}, ${file.name}, ${file.mime}, ${received.size}, ${file.uploaderId}, ${check.state}, ${check.note},
      ${check.state === 'pending' ? null : unit.clock.now()}, ${unit.clock.now()}) returning id`.execute(unit.db)
  return { id: only(rows).id, ...file, size: received.size, hash: received.hash, checkState: check.state }
}

interface Link {
  readonly record: string
  readonly recordId: number
}

/** Whether a row shows the person this file. Where one of its fields of files is masked for them, only those that an open one names. */
function namesOpenly({ definition, columns }: RecordModel, access: Access, fileId: number): RawBuilder<SqlBool> {
  const holders = Object.entries(definition.fields).filter(([, { kind }]) => kind === 'files')
  const open = holders.filter(([, field]) => mayReveal(field, access, null))
  if (open.length === holders.length) return sql`true`
  const named = open.map(([name]) => sql`${fileId} = any(${columns.get(name)?.sql ?? sql`null`})`)
  return named.length === 0 ? sql`false` : sql`(${sql.join(named, sql` or `)})`
}

/** Whether the person may read what the file belongs to. */
async function mayRead(
  services: Services,
  unit: UnitOfWork,
  access: Access,
  { record, recordId }: Link,
  fileId: number,
): Promise<boolean> {
  if (record === 'ticket') {
    const { rows } = await sql`select from ticket t where t.id = ${recordId} and ${visibleTo(access)}`.execute(unit.db)
    return rows.length > 0
  }
  if (record === 'config') {
    const { rows } = await sql`
      select from config_item where id = ${recordId} and (public or ${access.may('config:Search')})`.execute(unit.db)
    return rows.length > 0
  }
  const model = recordsOf(services).models.get(record)
  if (!model) return false
  const permission = model.definition.permissions.retrieve
  const permitted = [
    permission !== undefined && access.may(permission) ? rowsInReach(model, access, permission) : null,
    model.server.readable?.(access, unit.clock.now()) ?? null,
  ].filter((condition) => condition !== null)
  if (permitted.length === 0) return false
  const { rows } =
    await sql`select from ${tableOf(model)} where r.id = ${recordId} and (${sql.join(permitted, sql` or `)}) and ${namesOpenly(model, access, fileId)}`.execute(
      unit.db,
    )
  return rows.length > 0
}

/** The row of a file, for callers that know already who may read it. */
export async function findStored(unit: UnitOfWork, id: number): Promise<StoredFile | undefined> {
  const { rows } =
    await sql<StoredFile>`select id, name, mime, size, hash, uploader_id, check_state from file where id = ${id}`.execute(
      unit.db,
    )
  return rows[0]
}

/** The file, to its uploader while it belongs to nothing, else to whoever may read what it belongs to (SYS-83). @throws Refusal 4004 for everybody else. */
export async function findFile(services: Services, unit: UnitOfWork, access: Access, id: number): Promise<StoredFile> {
  const { rows } = await sql<StoredFile & { links: readonly Link[] }>`
    select f.id, f.name, f.mime, f.size, f.hash, f.uploader_id, f.check_state,
      (select coalesce(json_agg(json_build_object('record', l.record, 'recordId', l.record_id)), '[]') from file_link l where l.file_id = f.id) as links
    from file f where f.id = ${id}`.execute(unit.db)
  const file = rows[0]
  if (!file) throw notFound()
  if (file.links.length === 0 && file.uploaderId === access.userId) return file
  for (const link of file.links) if (await mayRead(services, unit, access, link, id)) return file
  throw notFound()
}
