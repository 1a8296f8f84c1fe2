import type { Problem } from '#src/define/problem.ts'
import type { StandingMeals } from './standing.ts'

/** What a person orders every week. */
export interface StandingOrder {
  readonly isOn: boolean
  readonly meals: StandingMeals
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/canteen/standing/': { readonly ordered: number; readonly cancelled: number }
    'POST /api/canteen/orders/days/': {
      readonly done: number
      readonly refused: readonly { readonly date: string; readonly mealType: string; readonly problem: Problem }[]
    }
  }
}
