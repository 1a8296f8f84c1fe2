/** What a request for a repair begins with when it is opened from a trip whose check failed. */
export interface ServiceStart {
  readonly tripNo: string
  readonly carId: number
  readonly mileage: number
  readonly faultDesc: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/cars/trip/:id/service/': ServiceStart
  }
}
