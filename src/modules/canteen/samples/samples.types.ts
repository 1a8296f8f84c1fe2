/** A meal that is over and whose dishes are not all kept. */
export interface MissingSample {
  readonly menuId: number
  readonly date: string
  readonly mealType: string
  /** Names of the dishes of which no sample is kept. */
  readonly dishes: readonly string[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/canteen/samples/missing/': readonly MissingSample[]
  }
}
