/** Answers of widgets of the home page that no module answers alone (10.2). */
import type { AgendaEntry } from '../home.ts'

/** A month of a person's own days, in the order in which they begin. */
export interface Agenda {
  readonly entries: readonly AgendaEntry[]
}

/** How the system is, for its administrator. */
export interface SystemHealth {
  /** `yyyy-MM-dd HH:mm:ss` of the moment the newest sound backup holds; null where there is none. */
  readonly backupAt: string | null
  readonly isBackupLate: boolean
  readonly isBackupUnproved: boolean
  /** Duties whose last run failed. */
  readonly failedJobs: number
  /** People with a live connection. */
  readonly online: number
  /** Percent of the disk under the data that is used; null where it cannot be measured. */
  readonly diskUsed: number | null
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/home/agenda/': Agenda
    'GET /api/home/health/': SystemHealth
  }
}
