/** What other modules ask of the canteen: the meal of a reception (CAN-48). */
import type { Problem } from '#src/define/problem.ts'
import { token } from '#src/define/services.ts'

/** The meal of a ticket. */
export interface ReceptionMeal {
  readonly ticketId: number
  /** For whom the order stands in the list, and whose department it is. */
  readonly applicantId: number
  readonly deptId: number
  /** `yyyy-MM-dd`. */
  readonly date: string
  /** A value of dictionary mealType. */
  readonly mealType: 'breakfast' | 'lunch' | 'dinner' | 'night'
  /** Guests and escorts together. */
  readonly portions: number
  readonly note?: string
}

/** What a form says before it is submitted; null where no menu is published. */
export interface MealOffer {
  readonly left: number
  readonly price: string
}

/**
 * Meals of receptions. They are reserved until the meal begins, as the canteen manager's orders are, under the lock of the menu
 * and within its capacity. Call it behind the locks of ticket and budget line (E11).
 */
export interface ReceptionMeals {
  offer(date: string, mealType: ReceptionMeal['mealType']): Promise<MealOffer | null>
  /** Why such a meal cannot be reserved now: `meal.started`, `meal.unpublished` or `order.capacity`; null when it can. */
  problem(meal: Pick<ReceptionMeal, 'date' | 'mealType' | 'portions'>): Promise<Problem | null>
  /** Answers the order. Doing it again for the same ticket changes nothing (INV-09). @throws RuleError `order.capacity`, `meal.unpublished`, `meal.started` */
  reserve(meal: ReceptionMeal): Promise<number>
  /** The meal was served. Again changes nothing. @throws RuleError `meal.noReception` when it was cancelled or never reserved */
  verify(ticketId: number, by: number): Promise<void>
  /** Gives the portions back; nothing where there is none. @throws RuleError `meal.served` once it was served */
  cancel(ticketId: number, reason: string, by: number | null): Promise<void>
}

export const receptionMeals = token<ReceptionMeals>('receptionMeals')
