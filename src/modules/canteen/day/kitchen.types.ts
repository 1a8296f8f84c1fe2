import type { DayHead } from '../menus/week.types.ts'
import type { PersonInLine } from '../waiting/waiting.types.ts'

/** Who must not eat a dish although they ordered the meal. */
export interface DishWarning {
  readonly person: string
  readonly dept: string
  /** Entries of dictionary allergen. */
  readonly allergens: readonly string[]
}

export interface KitchenDish {
  readonly id: number
  readonly name: string
  readonly category: string
  readonly plannedPortions: number
  readonly window: string | null
  readonly warnings: readonly DishWarning[]
}

/** A meal as the kitchen prepares it. */
export interface KitchenMeal {
  readonly id: number
  readonly mealType: string
  readonly state: string
  readonly capacity: number
  /** Portions of orders that are not cancelled. */
  readonly booked: number
  readonly staff: number
  readonly guest: number
  readonly reception: number
  readonly duty: number
  readonly takeaway: number
  readonly verified: number
  readonly noShow: number
  /** `yyyy-MM-dd HH:mm:ss`: the number still moves until then. */
  readonly cutoffAt: string
  readonly isFinal: boolean
  /** Who waits for a portion, first in line first. */
  readonly waiting: readonly PersonInLine[]
  readonly dishes: readonly KitchenDish[]
}

/** The days the kitchen looks at. */
export interface KitchenDays {
  readonly today: string
  readonly days: readonly (DayHead & { readonly meals: readonly KitchenMeal[] })[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/kitchen/': KitchenDays
  }
}
