/** Answers that every record of the module list has. */
import type { FormData } from '#src/fields/field.ts'
import type { ChartAnswer } from '../records/charts.ts'
import type { ProposedAnswer } from '../workflows/proposals.ts'
import type { FileContent, PageOf } from './answers.ts'

/** A row: its columns by name, with `<name>Label` beside ids and codes. */
export type RecordRow = { readonly id: number } & FormData

/** What an action of a record answers: the row, or what its module says. */
export type RecordAnswer = FormData

/** A row a person may point at. */
export interface RecordOption {
  readonly id: number
  readonly label: string
}
/** Something that was changed; values are texts in the reader's language. */
export interface TimelineChange {
  readonly field: string
  readonly before: string
  readonly after: string
}
/** One line of a timeline. */
export interface TimelineEntry {
  readonly id: number
  readonly action: string
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string
  readonly userId: number
  readonly userIdLabel: string
  readonly changes: readonly TimelineChange[]
}
export interface RelatedRow {
  readonly id: number
  readonly title: string
}
/** Rows of one record, or tickets under `ticket`, the newest first. */
export interface RelatedGroup {
  readonly record: string
  readonly total: number
  readonly rows: readonly RelatedRow[]
}
/** What an import brought in: all rows, since otherwise none come in. */
export interface ImportResult {
  readonly created: number
  readonly updated: number
  /** Rows of which something waits for a second person; absent where nothing can. */
  readonly proposed?: number
  /** Absent where a file has no cells. */
  readonly notes?: readonly ImportNote[]
}
/** What a person should know of a table that was read: a hidden row, or a cell that was read as something else. */
export interface ImportNote {
  readonly row: number
  readonly column: string
  /** What stands in the cell. */
  readonly value: string
  readonly message: string
}
/** An export of so many rows that its file is made in the background. */
export interface ExportRequested {
  readonly exportJob: { readonly id: number; readonly total: number }
}

declare module './answers.ts' {
  interface Answers {
    'GET {record}': PageOf<RecordRow>
    'GET {record}options/': readonly RecordOption[]
    'GET {record}:id/': RecordRow
    'GET {record}:id/timeline/': readonly TimelineEntry[]
    'GET {record}:id/related/': readonly RelatedGroup[]
    'POST {record}': RecordRow | ProposedAnswer
    'PUT {record}:id/': RecordRow | ProposedAnswer
    'DELETE {record}:id/': null | ProposedAnswer
    'DELETE {record}multiple_delete/': null | ProposedAnswer
    /** An action of the record answers the row, or what its page needs. */
    'POST {record}:id/:action/': RecordAnswer
    'GET {record}export_data/': FileContent | ExportRequested
    'GET {record}import_template/': FileContent
    'POST {record}import_data/': ImportResult
    'GET {record}chart/': ChartAnswer
    'GET {record}chart/export_data/': FileContent
  }
}
