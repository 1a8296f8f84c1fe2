/** Answers of public settings, dictionaries and the work calendar. */
import type { CalendarDay } from '../calendar.ts'
import type { FileContent } from './answers.ts'

/** An entry of a dictionary; `type` says how the value is read (1 number, 6 boolean). */
export interface DictionaryEntry {
  readonly type: number
  readonly value: string
  readonly label: string
  readonly labelEn: string
  readonly color: string
  readonly sort: number
  /** False: hidden in forms, still shown in old records. */
  readonly status: boolean
  /** Chosen in new forms. */
  readonly isDefault: boolean
}
export interface DictionaryAnswer {
  readonly value: string
  readonly children: readonly DictionaryEntry[]
}

/** Days of a year that are not what their weekday says. */
export interface CalendarYear {
  readonly year: number
  readonly days: readonly CalendarDay[]
}

declare module './answers.ts' {
  interface Answers {
    /** Values by their key, as the configuration has them. */
    'GET /api/init/settings/': Readonly<Record<string, unknown>>
    /** All dictionaries, or the entries of the one that was asked for. */
    'GET /api/init/dictionary/': readonly DictionaryAnswer[] | readonly DictionaryEntry[]
    'GET /api/system/work_calendar/': CalendarYear
    'GET /api/system/work_calendar/days/': readonly CalendarDay[]
    'PUT /api/system/work_calendar/': { readonly marked: number }
    'POST /api/system/work_calendar/copy/': { readonly marked: number }
    'GET /api/system/work_calendar/export_data/': FileContent
    'POST /api/system/work_calendar/import_data/': { readonly marked: number }
  }
}
