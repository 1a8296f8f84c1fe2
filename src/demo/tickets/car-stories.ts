import { addDays, dayOf, momentText } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import { type Drive, overDrivenDay } from '#src/modules/car/drivers/licence.ts'
import { isSameRefuel } from '#src/modules/car/fuel/refuel-gap.ts'
import type { PastOfFleet } from '#src/modules/car/past-trips.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

/** The fleet by plate and by the account of the driver. */
export interface Fleet extends PastOfFleet {
  readonly cars: ReadonlyMap<string, number>
  readonly drivers: ReadonlyMap<string, number>
  /** Fuel cards by plate, and repair shops in use. */
  readonly cards: ReadonlyMap<string, number>
  readonly shops: readonly number[]
  /** What the odometer of a car showed at a moment. */
  km(plate: string, at: Date): number
}

interface Ride {
  readonly to: string
  readonly reason: string
  readonly from: string
  readonly until: string
  readonly form?: FormData
}

const rides = {
  hearing: { to: '示例检察院', reason: '移送案件材料', from: '09:00', until: '11:30' },
  detention: { to: '示例看守所', reason: '提审在押人员', from: '09:30', until: '12:00', form: { purpose: 'escort' } },
  branch: { to: '示例区分局', reason: '基层装备检查', from: '14:00', until: '17:00', form: { purpose: 'inspection' } },
  county: { to: '示例县局', reason: '后勤保障工作调研', from: '08:30', until: '16:30', form: { guestCount: 1 } },
  papers: { to: '示例市委机要局', reason: '递送机要文件', from: '10:00', until: '11:00', form: { purpose: 'courier' } },
  visitors: {
    to: '示例火车站',
    reason: '接待兄弟单位来访',
    from: '15:00',
    until: '17:30',
    form: { purpose: 'reception', guests: '兄弟单位来访人员', guestCount: 3, carTypeWanted: 'mpv' },
  },
} as const satisfies Readonly<Record<string, Ride>>

/** Cars for rides, apart from those that are repaired, and the drivers whose licences are good for all of them. */
const ridden = ['示A0003警', '示A0004警', '示A0005警', '示A0006警', '示A0007警', '示A0012警'] as const
const drivers = ['tao30', 'wei29', 'jin28', 'hua27'] as const
/** A receipt is filed a minute after the tank was filled. */
const refuelledAt = (filedAt: Date): Date => new Date(filedAt.getTime() - 60_000)
const MAX_TRIES = 40
/** What a car needs between two rides at most, whatever is configured. */
const BUFFER_MS = 2 * 3_600_000
/** Workdays in which a request surely has its car. */
const DISPATCH_DAYS = 3

type Wanted = readonly [plate: string, driver: string]

interface Assignment extends Drive {
  readonly plate: string
  readonly driver: string
}

/** Writes stories of cars requested (22.1), repaired (22.2) and refuelled (22.3): in every status, waiting for a car, planned for today and coming days, and driven. `lineOf` pays for fuel of a year, `leaves` say which driver is away. */
export function carStories(
  bureau: Bureau,
  fleet: Fleet,
  { lineOf, leaves }: { readonly lineOf: (year: number) => number; readonly leaves: readonly Story[] },
): readonly Story[] {
  const { people, today } = bureau
  const stories: Story[] = []
  // D10 is for visitors who try the forms, the fleet drives the others.
  const staff = people.filter(
    ({ isDeptLeader, dept }) => !isDeptLeader && dept !== 'D10' && dept !== 'D07' && dept !== 'D01',
  )
  let turn = 0
  const pickApplicant = (): Colleague => {
    turn += 5
    const person = staff[turn % staff.length]
    if (!person) throw new Error('the demo has no staff')
    return person
  }
  const assignments: Assignment[] = []
  const { workdaysAgo } = bureau

  /** A car and a driver who are free at that time, the wanted ones if they are. */
  function freeFor(ride: Drive, [plate, driver]: Wanted): Assignment | undefined {
    const isApart = (other: Drive): boolean =>
      other.end.getTime() + BUFFER_MS <= ride.start.getTime() || ride.end.getTime() + BUFFER_MS <= other.start.getTime()
    const isHere = (username: string): boolean =>
      !leaves.some(
        ({ applicant, form }) =>
          applicant.username === username &&
          String(form['startDate']) <= dayOf(ride.end) &&
          dayOf(ride.start) <= String(form['endDate']),
      )
    const car = [plate, ...ridden].find((one) => assignments.every((other) => other.plate !== one || isApart(other)))
    const able = [driver, ...drivers].find((one) => {
      const own = [...fleet.drives, ...assignments].filter((other) => other.driver === one)
      return isHere(one) && own.every(isApart) && overDrivenDay(ride, own) === null
    })
    if (car === undefined || able === undefined) return undefined
    const found = { ...ride, plate: car, driver: able }
    assignments.push(found)
    return found
  }
  const ask = (
    filedOn: string,
    rideDay: string,
    ride: Ride,
    course: Course,
    wanted: Wanted | null = null,
    form: FormData = {},
  ): void => {
    const applicant = pickApplicant()
    const at = (time: string): Date => new Date(`${rideDay}T${time}:00+08:00`)
    const given = wanted === null ? null : freeFor({ start: at(ride.from), end: at(ride.until) }, wanted)
    // Without a free car and driver there is no ride.
    if (given === undefined) return
    const times = { startAt: `${rideDay} ${ride.from}:00`, endAt: `${rideDay} ${ride.until}:00` }
    stories.push({
      type: 'officialCarAppointment',
      applicant,
      createdAt: bureau.moment(filedOn),
      course,
      pace: 2,
      form: {
        reason: ride.reason,
        mobile: applicant.mobile,
        purpose: 'official',
        fromPlace: '示例市公安局',
        toPlace: ride.to,
        crossCity: false,
        guestCount: 0,
        selfDrive: false,
        ...times,
        ...ride.form,
        ...form,
      },
      fills: (state) =>
        state === 'fleetDispatch' && given !== null
          ? { carId: fleet.cars.get(given.plate) ?? 0, driverId: fleet.drivers.get(given.driver) ?? 0 }
          : {},
    })
  }
  const dayAfter = (workdays: number): string => bureau.workdayAfter(addDays(today, 1), workdays)
  /** A ride so many workdays ago, filed in time for its car. */
  const past = (workdays: number, ride: Ride, course: Course, wanted: Wanted | null = null): void =>
    ask(workdaysAgo(workdays + DISPATCH_DAYS), workdaysAgo(workdays), ride, course, wanted)
  const atDispatch = { to: 'wait', at: 'fleetDispatch' } as const

  ask(workdaysAgo(1), dayAfter(2), rides.county, { to: 'draft' })
  ask(workdaysAgo(1), dayAfter(1), rides.hearing, { to: 'wait', at: 'deptLeader' })
  ask(workdaysAgo(2), dayAfter(3), rides.branch, { to: 'wait', at: 'deptLeader' })
  // What the dispatcher finds in the morning.
  ask(workdaysAgo(2), dayAfter(0), rides.visitors, atDispatch)
  ask(workdaysAgo(2), dayAfter(0), rides.papers, atDispatch)
  ask(workdaysAgo(2), dayAfter(1), rides.detention, atDispatch)
  ask(workdaysAgo(3), dayAfter(2), rides.county, atDispatch)
  ask(workdaysAgo(4), dayAfter(4), rides.visitors, { to: 'return', at: 'deptLeader' })
  past(11, rides.branch, { to: 'reject', at: 'deptLeader' })
  past(7, rides.papers, { to: 'withdraw', at: 'deptLeader' })
  // Today's trips, and planned ones.
  ask(workdaysAgo(3), today, { ...rides.visitors, form: {} }, { to: 'end' }, ['示A0003警', 'tao30'])
  ask(workdaysAgo(3), today, rides.branch, { to: 'end' }, ['示A0004警', 'wei29'])
  ask(workdaysAgo(3), today, rides.visitors, { to: 'end' }, ['示A0006警', 'jin28'])
  ask(workdaysAgo(3), dayAfter(0), rides.detention, { to: 'end' }, ['示A0007警', 'tao30'])
  ask(workdaysAgo(3), dayAfter(1), rides.branch, { to: 'end' }, ['示A0012警', 'tao30'])
  ask(workdaysAgo(3), dayAfter(3), rides.county, { to: 'end' }, ['示A0003警', 'tao30'])
  // Driven.
  past(5, rides.hearing, { to: 'end' }, ['示A0003警', 'tao30'])
  past(4, rides.county, { to: 'end' }, ['示A0004警', 'wei29'])
  past(3, rides.detention, { to: 'end' }, ['示A0005警', 'jin28'])
  past(2, rides.visitors, { to: 'end' }, ['示A0004警', 'jin28'])
  past(1, rides.papers, { to: 'end' }, ['示A0003警', 'tao30'])
  // Cancelled before its day, after it had a car.
  past(6, rides.branch, { to: 'void' }, ['示A0005警', 'jin28'])
  repairs()
  refuels()
  return stories

  /** Cars that none of the trips above takes. */
  function repairs(): void {
    const ask = (
      filed: number,
      course: Course,
      plate: string,
      inDays: number,
      item: readonly [name: string, price: string, qty: number],
    ): void => {
      const applicant = bureau.person(turn % 2 === 0 ? 'wei29' : 'jin28')
      turn += 1
      const day = inDays < 0 ? workdaysAgo(-inDays) : dayAfter(inDays)
      const [name, price, qty] = item
      const createdAt = bureau.moment(workdaysAgo(filed))
      stories.push({
        type: 'officialCarMaintenance',
        applicant,
        createdAt,
        course,
        pace: 2,
        form: {
          reason: '车辆例行维护，保证行车安全',
          mobile: applicant.mobile,
          carId: fleet.cars.get(plate) ?? 0,
          maintType: name === '空调压缩机' ? 'repair' : 'service',
          mileage: fleet.km(plate, createdAt),
          faultDesc: `${name}到期更换，同时检查制动和灯光`,
          vendorId: fleet.shops[turn % fleet.shops.length] ?? 0,
          planIn: `${day} 09:00:00`,
          planOut: `${day} 17:00:00`,
          items: [{ name, qty, price }],
        },
        notBefore: (state) => (state === 'fleetFinish' ? new Date(`${day}T17:30:00+08:00`) : null),
        fills: (state) =>
          state === 'fleetFinish'
            ? {
                actualAmount: (Number(price) * qty).toFixed(2),
                finishMileage: fleet.km(plate, new Date(`${day}T17:00:00+08:00`)),
                outAt: `${day} 17:00:00`,
              }
            : {},
      })
    }
    ask(1, { to: 'draft' }, '示A0010警', 5, ['机油机滤', '340.00', 2])
    ask(2, { to: 'wait', at: 'fleetReview' }, '示A0011警', 2, ['刹车片', '380.00', 2])
    ask(2, { to: 'wait', at: 'fleetReview' }, '示A0010警', 3, ['机油机滤', '340.00', 2])
    ask(3, { to: 'wait', at: 'logisticsHead' }, '示A0013警', 4, ['空调压缩机', '2680.00', 1])
    ask(4, { to: 'wait', at: 'fleetFinish' }, '示A0014警', 1, ['变速箱油', '980.00', 1])
    ask(5, { to: 'return', at: 'fleetReview' }, '示A0011警', 6, ['刹车片', '380.00', 4])
    ask(12, { to: 'reject', at: 'fleetReview' }, '示A0010警', -8, ['空调压缩机', '1600.00', 1])
    ask(13, { to: 'withdraw', at: 'fleetReview' }, '示A0011警', -10, ['机油机滤', '340.00', 1])
    ask(15, { to: 'void' }, '示A0014警', -11, ['变速箱油', '980.00', 1])
    ask(7, { to: 'end' }, '示A0014警', -3, ['机油机滤', '340.00', 2])
  }

  function refuels(): void {
    const filled = [...fleet.refuels]
    /** A moment of a day at which the car was not refuelled already. */
    const momentFor = (day: string, plate: string): Date => {
      for (let tried = 0; ; tried += 1) {
        const at = bureau.moment(day)
        const isAlone = filled.every((other) => other.plate !== plate || !isSameRefuel(other.at, refuelledAt(at)))
        if (isAlone || tried === MAX_TRIES) return at
      }
    }
    const ask = (daysAgo: number, course: Course, plate: string, volume: string): void => {
      const applicant = bureau.person(turn % 2 === 0 ? 'tao30' : 'hua27')
      turn += 1
      const createdAt = momentFor(workdaysAgo(daysAgo), plate)
      filled.push({ plate, at: refuelledAt(createdAt) })
      const price = '7.86'
      const amount = Math.round(Number(volume) * Number(price) * 100)
      stories.push({
        type: 'officialCarRefueling',
        applicant,
        createdAt,
        course,
        pace: 3,
        charge: { line: lineOf(Number(dayOf(createdAt).slice(0, 4))), cents: amount },
        form: {
          reason: '公务用车日常加油',
          mobile: applicant.mobile,
          carId: fleet.cars.get(plate) ?? 0,
          refuelAt: momentText(refuelledAt(createdAt)),
          fuelType: 'gas92',
          volume,
          unitPrice: price,
          amount: (amount / 100).toFixed(2),
          mileage: fleet.km(plate, createdAt),
          fullTank: true,
          station: '示例石化城东站',
          payMode: 'fuelCard',
          fuelCardId: fleet.cards.get(plate) ?? 0,
          receipt: [bureau.files.take(applicant.id, '加油小票.pdf', createdAt)],
        },
      })
    }
    ask(1, { to: 'draft' }, '示A0011警', '38.20')
    ask(2, { to: 'wait', at: 'fleetReview' }, '示A0011警', '41.50')
    ask(2, { to: 'wait', at: 'fleetReview' }, '示A0003警', '36.80')
    ask(3, { to: 'return', at: 'fleetReview' }, '示A0014警', '40.10')
    ask(4, { to: 'reject', at: 'fleetReview' }, '示A0003警', '52.00')
    ask(5, { to: 'withdraw', at: 'fleetReview' }, '示A0014警', '30.00')
    ask(6, { to: 'end' }, '示A0011警', '28.60')
    ask(7, { to: 'end' }, '示A0012警', '39.40')
    ask(8, { to: 'void' }, '示A0011警', '33.10')
  }
}
