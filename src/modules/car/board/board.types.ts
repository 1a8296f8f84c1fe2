import type { Problem } from '#src/define/problem.ts'

/** Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time, as everywhere on the wire. */

/** A car as a row of the board. */
export interface BoardCar {
  readonly id: number
  readonly plateNo: string
  readonly brandModel: string
  readonly carType: string
  readonly seats: number
  /** `idle`, `repairing` or `disabled`; whether it is on a trip follows from its bars. */
  readonly status: string
}

/** A driver as a row of the board. */
export interface BoardDriver {
  readonly id: number
  readonly name: string
  readonly licenseClass: string
  readonly isSuspended: boolean
}

/** A trip of a car, or a time in which it is repaired. */
export interface BoardTrip {
  /** Null for a repair or a lock-up. */
  readonly tripId: number | null
  readonly no: string
  readonly version: number
  readonly carId: number
  readonly driverId: number | null
  readonly driver: string
  readonly applicant: string
  readonly mobile: string
  readonly fromPlace: string
  readonly toPlace: string
  readonly startAt: string
  /** What holds the car: the end that was planned, or now while a late trip is still out. */
  readonly endAt: string
  /** A value of dictionary tripState, `maintenance`, or `sealed` over a holiday. */
  readonly state: string
  readonly seatsLeft: number
  /** Tickets that ride along. */
  readonly ticketIds: readonly number[]
  /** The car or the driver should be back and is not (E6). */
  readonly isAtRisk: boolean
}

/** An appointment that waits for a car. */
export interface BoardRequest {
  readonly ticketId: number
  readonly no: string
  readonly applicant: string
  readonly mobile: string
  readonly dept: string
  readonly purpose: string
  readonly fromPlace: string
  readonly toPlace: string
  readonly startAt: string
  readonly endAt: string
  /** Heads without a driver who comes besides. */
  readonly heads: number
  readonly carTypeWanted: string | null
  readonly preferredCarId: number | null
  readonly selfDriverId: number | null
  /** Filed for an emergency that has left already: nothing is dispatched, the ticket is approved. */
  readonly isBackfill: boolean
  readonly waitingSince: string
  /** Why its dispatch was undone; null for a request that waits for its first one. */
  readonly undoneReason: string | null
  /** Revision of the ticket that the dispatcher sees. */
  readonly version: number
}

export interface DispatchBoard {
  /** First day. */
  readonly from: string
  readonly days: number
  readonly now: string
  readonly bufferMinutes: number
  readonly cars: readonly BoardCar[]
  readonly drivers: readonly BoardDriver[]
  readonly trips: readonly BoardTrip[]
}

/** A car for one trip; those that may go first, of the wanted type first, least used first. */
export interface CarChoice extends Omit<BoardCar, 'status'> {
  readonly mileage: number
  readonly problem: Problem | null
}
export interface DriverChoice {
  readonly id: number
  readonly name: string
  readonly licenseClass: string
  /** A value of dictionary driverShift on the first day; null where the roster says nothing. */
  readonly shift: string | null
  readonly problem: Problem | null
}

/** A way out of a conflict. */
export type NearestAnswer =
  | { readonly kind: 'car'; readonly carId: number; readonly plateNo: string }
  | {
      readonly kind: 'time'
      readonly carId: number
      readonly plateNo: string
      readonly startAt: string
      readonly endAt: string
    }
  | {
      readonly kind: 'share'
      readonly tripId: number
      readonly no: string
      readonly carId: number
      readonly plateNo: string
      readonly driverId: number
      readonly startAt: string
      readonly endAt: string
      readonly seatsLeft: number
    }

export interface DispatchChoices {
  readonly cars: readonly CarChoice[]
  readonly drivers: readonly DriverChoice[]
  /** For a car that cannot go: at most one of each kind. */
  readonly nearest: readonly NearestAnswer[]
  /** Other tickets that wait, want the same car at that time and are not decided (C3). */
  readonly alsoWanted: readonly { readonly no: string; readonly applicant: string; readonly startAt: string }[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/cars/board/': DispatchBoard
    'GET /api/cars/board/waiting/': readonly BoardRequest[]
    'GET /api/cars/board/choices/': DispatchChoices
    'POST /api/cars/board/undo/': { readonly undone: number }
    'POST /api/cars/board/dispatch/': { readonly ticketId: number }
    'POST /api/cars/board/give_up/': { readonly ticketId: number }
  }
}
