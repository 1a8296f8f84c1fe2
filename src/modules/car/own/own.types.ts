import type { CheckResult } from '../checks/check.types.ts'

/** A trip of today as its driver sees it. Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export interface OwnTrip {
  readonly id: number
  readonly no: string
  readonly version: number
  /** A value of dictionary tripState. */
  readonly state: string
  readonly plateNo: string
  /** What the odometer of the car showed last. */
  readonly carKm: number
  readonly mileageOut: number | null
  readonly applicant: string
  readonly mobile: string
  readonly fromPlace: string
  readonly toPlace: string
  readonly viaPlaces: string
  readonly startAt: string
  readonly endAt: string
  readonly people: number
  /** The car or the driver should be back and is not (E6). */
  readonly isAtRisk: boolean
  /** What a critical check found; the trip may not depart with it. */
  readonly defect: string | null
  /** The checks that come next, unanswered: before the departure or on return. */
  readonly checks: readonly CheckResult[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/cars/own_trips/': readonly OwnTrip[]
  }
}
