/** What the charts of 30.8 are drawn from. Money in yuan as decimal strings. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { DepartmentChoice, ThreePublic } from '../budget/budget.types.ts'

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
/** What a car cost in the period, and for each kilometre. */
export interface VehicleRow {
  readonly plateNo: string
  readonly km: number
  readonly litres: string
  /** null for a car that went nowhere. */
  readonly per100: string | null
  readonly amount: string
  readonly perKm: string | null
}
export interface VehicleFigures {
  readonly km: number
  readonly amount: string
  readonly perKm: string | null
  readonly per100: string | null
  /** The dearest for each kilometre first. */
  readonly cars: readonly VehicleRow[]
}
export interface VendorRow {
  readonly seller: string
  readonly invoices: number
  readonly amount: string
}

/** What the filters of the page offer. */
export interface FinanceChoices {
  readonly year: number
  readonly years: readonly number[]
  readonly departments: readonly DepartmentChoice[]
}

/** How many claims there were, and how long each step of theirs took. */
export interface StepFigures {
  readonly claims: number
  readonly steps: readonly StepRow[]
}
/** The charts, each read and exported by itself. */
export interface FinanceCharts {
  readonly spend: readonly SpendRow[]
  readonly steps: StepFigures
  readonly capita: readonly CapitaRow[]
  readonly three_public: readonly ThreePublic[]
  readonly travel: TravelFigures
  readonly vehicles: VehicleFigures
  readonly vendors: readonly VendorRow[]
}
type ChartAnswers = {
  [Name in keyof FinanceCharts as `GET /api/finance/analysis/${Name}/`]: FinanceCharts[Name]
} & { [Name in keyof FinanceCharts as `GET /api/finance/analysis/${Name}/export_data/`]: FileContent }

declare module '#src/define/answers/answers.ts' {
  interface Answers extends ChartAnswers {
    'GET /api/finance/analysis/choices/': FinanceChoices
  }
}
