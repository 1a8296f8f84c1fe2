/** What the page of trips is drawn from beside its lists (30.9). Money in yuan as decimal strings. */
import type { PickerChoice } from '#src/define/answers/choices.ts'

/** Somebody's trip in a month. */
export interface AwayRow {
  readonly id: number
  readonly name: string
  readonly deptId: number
  readonly dept: string
  readonly destinations: string
  readonly startDate: string
  readonly endDate: string
}
export interface TravelMonth {
  readonly month: number
  readonly trips: number
  readonly days: number
  readonly amount: string
}
export interface TravelUnit {
  readonly deptId: number
  readonly name: string
  readonly trips: number
  readonly days: number
  readonly amount: string
  /** For a person and a day of the trips that were paid; null without one. */
  readonly perDay: string | null
}
/** Trips that began in a year, without those that were called off. */
export interface TravelStatistics {
  readonly year: number
  readonly months: readonly TravelMonth[]
  readonly departments: readonly TravelUnit[]
  /** Of the trips that are over: claimed within the days, claimed later, not claimed. */
  readonly claims: { readonly onTime: number; readonly late: number; readonly open: number }
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/travel/away/': readonly AwayRow[]
    'GET /api/travel/statistics/': TravelStatistics
    'POST /api/travel/remind/': { readonly reminded: number }
    'GET /api/travel/trip/choices/': readonly PickerChoice[]
  }
}
