/** 70.3: the trips of the demo's last year; pure, so that its plan is checked for every day without a database. */
import { addDays } from '#src/define/days.ts'
import type { Drive } from './drivers/licence.ts'

/** Twelve more are those of tickets, one of them cancelled. */
const TRIPS = 368
const YEAR_DAYS = 365
/** Days before today that belong to the rides of the demo's tickets: past trips end before, so that no odometer goes back. */
const TICKET_DAYS = 20
const CARS = 14
const DRIVERS = 4

/** What the fleet did before the tickets of the demo. */
export interface PastOfFleet {
  readonly drives: readonly (Drive & { readonly driver: string })[]
  readonly refuels: readonly { readonly plate: string; readonly at: Date }[]
}

export interface PastTrip {
  readonly at: number
  /** Places among the usable cars and among those who drive for others. */
  readonly car: number
  readonly driver: number
  readonly day: string
  readonly hour: string
  readonly hours: number
}

/** Two trips at most begin on a day, in the morning and in the afternoon, with cars and drivers that follow each other. */
export const pastTrips = (today: string): readonly PastTrip[] =>
  Array.from({ length: TRIPS }, (_, at) => ({
    at,
    car: at % CARS,
    driver: at % DRIVERS,
    day: addDays(today, -YEAR_DAYS + Math.floor((at * (YEAR_DAYS - TICKET_DAYS)) / TRIPS)),
    hour: at % 2 === 0 ? '08:30' : '14:00',
    hours: 2 + (at % 3),
  }))
