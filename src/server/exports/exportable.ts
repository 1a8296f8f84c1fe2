/** What can be exported, whatever it lists: which rows in which order, and how they become cells (IMPEX-STD). */

import { type RawBuilder, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import type { SheetColumn, Value } from '#src/server/records/transfer/workbook.ts'
import { recordExports } from './recordExport.ts'
import { ticketExport } from './ticketExport.ts'

/** For whom an export is made. */
export interface ExportCall {
  readonly access: Access
  readonly language: Language
  readonly unit: UnitOfWork
}

export interface Exportable {
  /** Public name: of the job, and before the time in the file's name. */
  readonly name: string
  readonly permission: Permission
  /** `select position, row_id`: what the query finds in this person's reach, in its order. @throws ValidationError for a query that is none. */
  rows(call: ExportCall, query: unknown): RawBuilder<unknown>
  columns(call: ExportCall): readonly SheetColumn[]
  /** The cells of these rows of the job, in their order; rows deleted meanwhile are left out. */
  cells(call: ExportCall, part: RawBuilder<unknown>): Promise<readonly (readonly Value[])[]>
}

const known = new WeakMap<Services, ReadonlyMap<string, Exportable>>()

/** Everything that can be exported by a job, by name; made once. */
export function exportablesOf(services: Services): ReadonlyMap<string, Exportable> {
  const all =
    known.get(services) ?? new Map([...recordExports(services), ticketExport(services)].map((one) => [one.name, one]))
  known.set(services, all)
  return all
}

/** The rows of a job with these positions, as `k (position, row_id)`. */
export const partOf = (jobId: number, from: number, to: number): RawBuilder<unknown> =>
  sql`(select position, row_id from export_job_row where job_id = ${jobId} and position > ${from} and position <= ${to}) k`
