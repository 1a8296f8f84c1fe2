/** What the workbench tells of the fleet (widgets carToday and expiring). */

/** A car that is out today; moments are `yyyy-MM-dd HH:mm:ss`. No names: what stands on a workbench is seen by others (90 part B). */
export interface CarDay {
  readonly id: number
  readonly plateNo: string
  readonly trips: readonly { readonly id: number; readonly startAt: string; readonly endAt: string }[]
}

export interface CarsToday {
  /** Day the trips are of. */
  readonly today: string
  readonly idle: number
  readonly inUse: number
  readonly repairing: number
  /** Cars with a trip today, the earliest first. */
  readonly cars: readonly CarDay[]
}

/** A paper that ends: of a car by its plate, of a driver by the name. */
export interface ExpiringPaper {
  readonly kind: 'insurance' | 'inspection' | 'licence'
  readonly id: number
  readonly name: string
  readonly day: string
}

/** Papers that have ended or end within `car.dueDays`, as the lists behind them count. */
export interface ExpiringPapers {
  readonly until: string
  readonly insurance: number
  readonly inspection: number
  readonly licence: number
  readonly first: readonly ExpiringPaper[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/cars/today/': CarsToday
    'GET /api/cars/expiring/': ExpiringPapers
  }
}
