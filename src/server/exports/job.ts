/** Exports that are made behind the answer (IMPEX-STD): one row each in table export_job. */

import { sql } from 'kysely'
import type { ExportFormat, ShownJob } from '#src/define/answers/files.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { Texts } from '#src/server/texts.ts'

export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired'

/** A row of table export_job. */
export interface ExportJob {
  readonly id: number
  readonly ownerId: number
  /** Name of the exportable. */
  readonly resource: string
  /** As it was asked. */
  readonly query: unknown
  readonly fromDay: string | null
  readonly toDay: string | null
  readonly format: ExportFormat
  readonly language: Language
  readonly state: ExportState
  readonly total: number
  readonly rows: number
  /** Bytes. */
  readonly size: number | null
  readonly fileId: number | null
  readonly fileName: string | null
  /** Message key. */
  readonly error: ProblemKey | null
  readonly attempts: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly expiresAt: string | null
}

const moment = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS') as ${sql.id(column)}`

/** The columns of `ExportJob`; moments in wire form. */
export const jobColumns = sql.join([
  sql`id, owner_id, resource, query, from_day, to_day, format, language, state, total, rows, size, file_id, file_name, error, attempts`,
  moment('created_at'),
  moment('finished_at'),
  moment('expires_at'),
])

/** The name of the duty that makes them. */
export const EXPORT_DUTY = 'export.run'

/** Has the duty look at once instead of at its next minute. */
export async function wakeExports(unit: UnitOfWork): Promise<void> {
  await sql`update job set due_at = ${unit.clock.now()} where name = ${EXPORT_DUTY} and due_at > ${unit.clock.now()}`.execute(
    unit.db,
  )
}

/** A job of this person; undefined when there is none, or it is somebody else's. */
export async function ownJob(db: Executor, ownerId: number, id: number, lock = false): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    select ${jobColumns} from export_job where id = ${id} and owner_id = ${ownerId} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows[0]
}

/** Title of what is exported in a language, for lists and notices. */
export const titleOf = (texts: Texts, language: Language, resource: string): string =>
  texts.find(language, `records.${resource}.title`) ?? texts.find(language, `export.list.${resource}`) ?? resource

export function showJob(texts: Texts, language: Language, job: ExportJob): ShownJob {
  const { id, resource, state, total, rows, size, fileName, error, createdAt, finishedAt, expiresAt } = job
  return {
    id,
    resource,
    title: titleOf(texts, language, resource),
    state,
    total,
    rows,
    size,
    fileName,
    error: error === null ? null : texts.say(language, { key: error }),
    createdAt,
    finishedAt,
    expiresAt,
  }
}
