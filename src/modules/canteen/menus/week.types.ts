import type { Problem } from '#src/define/problem.ts'
import type { StandingSkip } from '../standing/standing.ts'
import type { StandingOrder } from '../standing/standing.types.ts'

/** A dish as it stands on a menu. */
export interface MenuDish {
  readonly id: number
  readonly name: string
  /** An entry of dictionary dishCategory. */
  readonly category: string
  readonly calories: number | null
  /** Entries of dictionary allergen. */
  readonly allergens: readonly string[]
  /** Those of them that the reader must not eat. */
  readonly mine: readonly string[]
  readonly plannedPortions: number
  readonly window: string | null
}

/** A meal of the menu. */
export interface MenuMeal {
  readonly id: number
  readonly version: number
  /** A value of dictionary mealType. */
  readonly mealType: string
  /** A value of dictionary menuState. */
  readonly state: string
  readonly price: string
  readonly capacity: number
  readonly booked: number
  readonly left: number
  readonly note: string | null
  readonly dishes: readonly MenuDish[]
}

export interface DayHead {
  /** `yyyy-MM-dd`. */
  readonly date: string
  readonly isWorkday: boolean
  /** A holiday, where the day is one. */
  readonly holiday: string | null
}

/** The menu of a week, Monday first; drafts only for those who plan it. */
export interface MenuWeek {
  readonly today: string
  readonly monday: string
  readonly days: readonly (DayHead & { readonly meals: readonly MenuMeal[] })[]
}

/** A meal as a person orders it. */
export interface OwnMeal extends MenuMeal {
  /** `yyyy-MM-dd HH:mm:ss`: until then, that second included. */
  readonly cutoffAt: string
  /** Why nothing can be changed now; null when it can. */
  readonly problem: Problem | null
  /** The person's own order, if there is one that counts. */
  readonly order: {
    readonly id: number
    readonly state: string
    readonly takeaway: boolean
    readonly code: string | null
  } | null
  /** How many wait for a portion, and the person's own place in that line. */
  readonly waiting: { readonly count: number; readonly place: number | null }
  /** What the person's standing order did with the meal: ordered it, or skipped it and why; null where it does not name it. */
  readonly standing: 'ordered' | StandingSkip | null
}

/** The next days of a person. */
export interface OwnMeals {
  /** The server's clock, by which deadlines are counted. */
  readonly now: string
  readonly allergens: readonly string[]
  /** The last day on which the person orders for tomorrow at most (CAN-45); null without a limit. */
  readonly limitedUntil: string | null
  /** What the person orders every week; null where they never chose anything. */
  readonly standing: StandingOrder | null
  /** Meals that the person ate and may rate (CAN-05). */
  readonly toRate: readonly {
    readonly orderId: number
    readonly date: string
    readonly mealType: string
    readonly until: string
  }[]
  readonly days: readonly (DayHead & {
    /** The person is on leave or on a trip (CAN-44). */
    readonly isAway: boolean
    readonly meals: readonly OwnMeal[]
  })[]
}

/** What withdrawing a menu would cancel. */
export interface Withdrawal {
  readonly orders: number
  readonly portions: number
  readonly receptions: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/week/': MenuWeek
    'GET /api/canteen/own/': OwnMeals
    'GET /api/canteen/withdrawal/': Withdrawal
    'POST /api/canteen/menus/publish/': {
      readonly published: number
      readonly refused: readonly { readonly date: string; readonly mealType: string }[]
    }
    'POST /api/canteen/menus/copy/': { readonly copied: number }
    'POST /api/canteen/orders/': { readonly id: number; readonly warnings: readonly Problem[] }
    'POST /api/canteen/orders/cancel/': null
    'POST /api/canteen/orders/portions/': null
    'POST /api/canteen/waiting/join/': { readonly place: number }
    'POST /api/canteen/waiting/leave/': null
    'POST /api/canteen/allergens/': null
    'POST /api/canteen/ratings/': null
  }
}
