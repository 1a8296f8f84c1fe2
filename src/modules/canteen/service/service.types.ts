/** A person at a meal, as the counter sees them. */
export interface Diner {
  /** The order. */
  readonly id: number
  readonly person: string
  readonly empNo: string
  readonly dept: string
  /** A value of dictionary orderKind. */
  readonly kind: string
  readonly portions: number
  readonly guestName: string | null
  readonly takeaway: boolean
  readonly note: string | null
  /** A value of dictionary orderState. */
  readonly state: string
  /** `yyyy-MM-dd HH:mm:ss`; null until the meal is verified. */
  readonly verifiedAt: string | null
}

/** A meal at the counter. */
export interface Counter {
  readonly menuId: number
  readonly date: string
  readonly mealType: string
  readonly startsAt: string
  readonly endsAt: string
  /** It is over: meals are written down with their real time. */
  readonly isOver: boolean
  readonly diners: readonly Diner[]
}

/** Meals that can be verified, the one that is served or comes next first. */
export interface CounterMeals {
  readonly today: string
  readonly meals: readonly { readonly menuId: number; readonly date: string; readonly mealType: string }[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/counter/': CounterMeals
    'GET /api/canteen/counter/diners/': Counter
    'POST /api/canteen/counter/code/': Diner
    'POST /api/canteen/counter/verify/': { readonly verified: number }
    'POST /api/canteen/counter/no_show/': { readonly marked: number }
  }
}
