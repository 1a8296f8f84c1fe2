/** Answers of files, of exports made in the background and of the duties of the server. Moments are `yyyy-MM-dd HH:mm:ss`. */
import type { JobSchedule } from '../jobs.ts'
import type { FileContent, PageOf } from './answers.ts'

/** An uploaded file. */
export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly mime: string
  /** Bytes. */
  readonly size: number
}

export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired'

/** An export that is made in the background, as its owner sees it. */
/** What a file of an export can be. */
export const exportFormats = ['xlsx', 'csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ShownJob {
  readonly id: number
  readonly resource: string
  /** Title of the record. */
  readonly title: string
  readonly state: ExportState
  /** Rows there are, and rows that were written. */
  readonly total: number
  readonly rows: number
  /** Bytes. */
  readonly size: number | null
  readonly fileName: string | null
  /** Why it failed. */
  readonly error: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly expiresAt: string | null
}

export type DutyState = 'running' | 'failed' | 'never' | 'done'
/** A repeated duty of the server. */
export interface DutyRow {
  readonly name: string
  readonly every: JobSchedule
  readonly state: DutyState
  readonly isRequested: boolean
  readonly dueAt: string | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly seconds: number | null
  readonly attempts: number
  readonly error: string | null
}
/** One run of a duty. */
export interface DutyRun {
  readonly id: number
  readonly startedAt: string
  readonly finishedAt: string
  readonly seconds: number
  readonly attempt: number
  readonly error: string | null
  /** Null when the clock began it. */
  readonly requestedBy: number | null
  readonly requestedByName: string | null
}

declare module './answers.ts' {
  interface Answers {
    'POST /api/system/file/': StoredFile
    'GET /api/system/file/:id/': StoredFile
    'GET /api/system/file/:id/download/': FileContent
    'DELETE /api/system/file/:id/': null
    'POST /api/system/file/cleanup/': { readonly removed: number }
    'GET /api/system/export_job/': PageOf<ShownJob>
    'GET /api/system/export_job/:id/': ShownJob
    'GET /api/system/export_job/:id/download/': FileContent
    'POST /api/system/export_job/:id/retry/': ShownJob
    'GET /api/system/job/': readonly DutyRow[]
    'GET /api/system/job/:key/history/': readonly DutyRun[]
    'POST /api/system/job/:key/run/': null
  }
}
