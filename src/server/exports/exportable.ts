/** What can be exported, whatever it lists: which rows in which order, and how they become cells (IMPEX-STD). */

import { type RawBuilder, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, parseMoment } from '#src/define/days.ts'
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
  /** The query that leaves out nothing of what this person may export. */
  everything(access: Access): unknown
  /** The moment by which a period chooses rows, of the row `found.row_id`. */
  readonly moment: RawBuilder<unknown>
  /** `select position, row_id`: what the query finds in this person's reach, in its order. @throws ValidationError for a query that is none. */
  rows(call: ExportCall, query: unknown): RawBuilder<unknown>
  columns(call: ExportCall): readonly SheetColumn[]
  /** The cells of these rows of the job, in their order; rows deleted meanwhile are left out. */
  cells(call: ExportCall, part: RawBuilder<unknown>): Promise<readonly (readonly Value[])[]>
}

/** Which rows of an exportable are wanted: a query of its list, and the days between which they were made, both included. */
export interface DataSelection {
  readonly query: unknown
  readonly fromDay: string | null
  readonly toDay: string | null
}

/** `select position, row_id`: the rows of a list's query that fall into the period, with the positions of the query. */
export function selectedRows(
  exportable: Exportable,
  call: ExportCall,
  { query, fromDay, toDay }: DataSelection,
): RawBuilder<unknown> {
  const rows = exportable.rows(call, query)
  if (fromDay === null && toDay === null) return rows
  const { moment } = exportable
  const from = fromDay === null ? sql`true` : sql`${moment} >= ${parseMoment(fromDay)}`
  const to = toDay === null ? sql`true` : sql`${moment} < ${parseMoment(addDays(toDay, 1))}`
  return sql`select position, row_id from (${rows}) found where ${from} and ${to}`
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
