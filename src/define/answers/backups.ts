/** Answers of the page of backups (10.6). Moments are `yyyy-MM-dd HH:mm:ss`. */
import type { FileContent, PageOf } from './answers.ts'
import type { ShownJob } from './files.ts'
import type { ExportRequested } from './records.ts'

export type BackupTrigger = 'manual' | 'schedule' | 'command'
export type BackupRunKind = 'backup' | 'verify'
export type BackupRunState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** One trial of a backup: a verification, or a restore that was meant. */
export interface ShownTrial {
  readonly at: string
  readonly by: 'verify' | 'restore'
  readonly isSound: boolean
  readonly minutes: number
  readonly problem: string | null
}

/** A backup of the folder. */
export interface ShownBackup {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Null where its record cannot be read, or has never been written. */
  readonly takenAt: string | null
  readonly trigger: BackupTrigger | null
  readonly remark: string
  readonly rows: number | null
  readonly files: number | null
  readonly sha256: string | null
  readonly minutes: number | null
  readonly copy: { readonly folder: string; readonly problem: string | null } | null
  /** Newest first. */
  readonly trials: readonly ShownTrial[]
  /** The next clean-up by setting backup.keep takes it away. */
  readonly isNextToGo: boolean
  /** The newest proved backup: it cannot be deleted (BKP-05). */
  readonly isProtected: boolean
  readonly isRecordUnreadable: boolean
  /** What a person types on the server to restore it (BKP-06). */
  readonly command: string
}

/** A backup or a trial that was asked for. */
export interface ShownRun {
  readonly id: number
  readonly kind: BackupRunKind
  readonly file: string | null
  readonly state: BackupRunState
  readonly isCancelled: boolean
  readonly rows: number
  readonly total: number
  /** What went wrong and what to do, in the reader's language. */
  readonly problem: string | null
  /** What the system said. */
  readonly detail: string | null
  /** Null for the schedule. */
  readonly requestedBy: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** To which moment the bureau could be restored, and when that was proved. */
export interface BackupState {
  readonly restorableTo: string | null
  readonly provedAt: string | null
  /** Moment of the backup that was proved. */
  readonly provedTo: string | null
  /** Minutes of that drill. */
  readonly drillMinutes: number | null
  readonly isLate: boolean
  readonly isUnproved: boolean
  readonly folder: string
  readonly copyTo: string | null
  readonly freeBytes: number | null
}

export interface BackupOverview {
  readonly state: BackupState
  readonly backups: readonly ShownBackup[]
  /** What waits or works, in its order, then what is over, newest first. */
  readonly runs: readonly ShownRun[]
}

export interface BackupSchedule {
  readonly cron: string
  readonly keep: number
  /** The next five moments. */
  readonly next: readonly string[]
}

/** An export with its owner, as the export centre lists it. */
export interface ListedExport extends ShownJob {
  readonly owner: string
}

/** What can be exported whole: its name in the call, and its title. */
export interface DataSet {
  readonly name: string
  readonly title: string
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/system/backup/data/': readonly DataSet[]
    'POST /api/system/backup/data/': ExportRequested
    'GET /api/system/backup/': BackupOverview
    'POST /api/system/backup/': { readonly id: number }
    'POST /api/system/backup/:name/verify/': { readonly id: number }
    'POST /api/system/backup/run/:id/cancel/': null
    'DELETE /api/system/backup/:name/': null
    'POST /api/system/backup/:name/link/': { readonly ticket: string; readonly until: string }
    'GET /api/system/backup/:name/download/': FileContent
    'GET /api/system/backup/schedule/': BackupSchedule
    'PUT /api/system/backup/schedule/': null
    'GET /api/system/backup/exports/': PageOf<ListedExport>
  }
}
