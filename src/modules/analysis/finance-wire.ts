/** What the charts of 30.8 are drawn from. Money in yuan as decimal strings. */

export interface SpendRow {
  readonly year: number
  readonly month: number
  readonly subjectCode: string
  readonly amount: string
}
export interface StepRow {
  readonly state: string
  readonly name: string
  readonly claims: number
  /** From the opening of the task to its decision. */
  readonly hours: number
}
export interface CapitaRow {
  readonly deptId: number
  readonly name: string
  readonly used: string
  readonly people: number
  readonly perHead: string
}
export interface CityRow {
  readonly city: string
  readonly trips: number
  readonly days: number
  readonly amount: string
}
export interface TravelFigures {
  readonly trips: number
  readonly days: number
  readonly amount: string
  /** null without a trip that was paid. */
  readonly perDay: string | null
  /** Nights above the standard that were claimed (TRV-06). */
  readonly over: number
  readonly cities: readonly CityRow[]
}
export interface VendorRow {
  readonly seller: string
  readonly invoices: number
  readonly amount: string
}
