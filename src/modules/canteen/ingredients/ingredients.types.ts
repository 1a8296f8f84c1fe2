/** What is needed of an ingredient; quantities are decimals in its unit. */
export interface DemandLine {
  readonly ingredientId: number
  readonly name: string
  readonly spec: string | null
  readonly unit: string
  readonly category: string
  /** Of all menus of the days together. */
  readonly needed: string
  /** Usable on the first day. */
  readonly usable: string
  /** Usable today and no longer on the first day. */
  readonly spoils: string
  /** By menus from today to the day before the first. */
  readonly usedBefore: string
  readonly short: string
}

export interface Demand {
  readonly from: string
  readonly to: string
  readonly lines: readonly DemandLine[]
}

/** One diner of a meal in which a batch was used. */
export interface TracedMeal {
  readonly menuId: number
  readonly date: string
  readonly mealType: string
  readonly docNo: string
  readonly qty: string
  readonly dishes: readonly string[]
  readonly diners: readonly { readonly name: string; readonly dept: string; readonly portions: number }[]
}

export interface TracedBatch {
  readonly batchId: number
  readonly ingredient: string
  readonly batchNo: string
  readonly vendor: string | null
  readonly receivedOn: string
  readonly useBy: string | null
  readonly qty: string
  readonly holdReason: string | null
}

export interface Trace {
  readonly batch: TracedBatch
  readonly meals: readonly TracedMeal[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/demand/': Demand
    'GET /api/canteen/trace/': Trace
    'GET /api/canteen/trace/meal/': readonly TracedBatch[]
  }
}
