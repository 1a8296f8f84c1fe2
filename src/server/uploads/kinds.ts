/** What people upload to be parsed (SYS-135): the kinds, what each is told, and what each yields. */

import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { BpmnImport } from '#machines/ticket/formats/bpmn/import.ts'
import type { XmlReason } from '#machines/ticket/formats/xml.ts'
import type { ProblemKey } from '#src/define/names.ts'
import type { ProblemParam } from '#src/define/problem.ts'

/** A cell that holds an error, or a formula of which the file does not store the value. */
export interface CellFault {
  readonly fault: 'errorValue' | 'noStoredValue'
  /** The error as it is shown, such as `#N/A`. */
  readonly text: string
}
export const isCellFault = (cell: unknown): cell is CellFault =>
  typeof cell === 'object' && cell !== null && 'fault' in cell
/** A cell of a spreadsheet; a date is the UTC midnight of the day that stands in it. */
export type Cell = string | number | boolean | Date | CellFault | null
/** The first sheet of a workbook. */
export interface Table {
  /** The head first. */
  readonly rows: readonly (readonly Cell[])[]
  /** Numbers of the rows that are hidden and hold something, as the spreadsheet counts. */
  readonly hidden: readonly number[]
}

/** What a BPMN file says, the JSON beside its chart as values; or why and in which line it is no XML. */
export type BpmnReading =
  | (Omit<BpmnImport, 'parts'> & { readonly parts: Readonly<Record<string, unknown>> })
  | { readonly malformed: { readonly reason: XmlReason; readonly line: number } }

export interface ParseKinds {
  /** The first sheet of an xlsx file. */
  readonly table: {
    /** Rows below the head at most. */
    readonly options: { readonly rows: number }
    readonly value: Table
  }
  /** A csv file in UTF-8, or text whose cells are apart by tabs, as spreadsheet programs copy it. */
  readonly csv: {
    /** Rows below the head, and characters of a cell, at most. */
    readonly options: { readonly rows: number; readonly cell: number; readonly separator?: ',' | '\t' }
    readonly value: readonly (readonly string[])[]
  }
  readonly json: { readonly options: Record<never, never>; readonly value: unknown }
  /** Width and height of a PNG or JPEG. Nothing is decoded. */
  readonly picture: {
    readonly options: Record<never, never>
    readonly value: { readonly mime: 'image/png' | 'image/jpeg'; readonly width: number; readonly height: number }
  }
  readonly bpmn: {
    /** Key and group of the workflow that comes out of it. */
    readonly options: { readonly key: string; readonly group: WorkflowDefinition['group'] }
    readonly value: BpmnReading
  }
}
export type ParseKind = keyof ParseKinds

/** The bytes of an upload, or the file they were received into. */
export type Source = Uint8Array | { readonly path: string }

/** A file that is not read on, with its reason as a message key. */
export interface FileRefusal {
  readonly key: ProblemKey
  readonly params: readonly ProblemParam[]
}

/** What the parsing process is asked. */
export interface ParseRequest<Kind extends ParseKind = ParseKind> {
  readonly kind: Kind
  readonly source: Source
  readonly options: ParseKinds[Kind]['options']
}

/** What it answers; `ready` comes once, before the first request is sent. */
export type ParseReply =
  | { readonly type: 'ready' }
  | { readonly type: 'value'; readonly value: unknown }
  | ({ readonly type: 'refused' } & FileRefusal)
