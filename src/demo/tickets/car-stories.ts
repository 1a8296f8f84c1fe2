import { addDays } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

/** The fleet by plate and by the account of the driver. */
export interface Fleet {
  readonly cars: ReadonlyMap<string, number>
  readonly drivers: ReadonlyMap<string, number>
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

/** Writes stories of cars asked for (22.1): in every status, waiting for a car, planned for today and coming days, and driven. */
export function carStories(bureau: Bureau, fleet: Fleet): readonly Story[] {
  const { people, today } = bureau
  const stories: Story[] = []
  // D10 is for visitors who try the forms, the fleet drives the others.
  const staff = people.filter(
    ({ isDeptLeader, dept }) => !isDeptLeader && dept !== 'D10' && dept !== 'D07' && dept !== 'D01',
  )
  let turn = 0
  const somebody = (): Colleague => {
    turn += 5
    const person = staff[turn % staff.length]
    if (!person) throw new Error('the demo has no staff')
    return person
  }
  const ask = (
    filedDaysAgo: number,
    rideDay: string,
    ride: Ride,
    course: Course,
    given: readonly [plate: string, driver: string] | null = null,
    form: FormData = {},
  ): void => {
    const applicant = somebody()
    const [plate = '', driver = ''] = given ?? []
    const times = { startAt: `${rideDay} ${ride.from}:00`, endAt: `${rideDay} ${ride.until}:00` }
    stories.push({
      type: 'officialCarAppointment',
      applicant,
      createdAt: bureau.moment(bureau.workdayBefore(filedDaysAgo)),
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
          ? { carId: fleet.cars.get(plate) ?? 0, driverId: fleet.drivers.get(driver) ?? 0 }
          : {},
    })
  }
  const dayAfter = (workdays: number): string => bureau.workdayAfter(addDays(today, 1), workdays)
  const dayBefore = (days: number): string => bureau.workdayBefore(days)
  const atDispatch = { to: 'wait', at: 'fleetDispatch' } as const

  ask(1, dayAfter(2), rides.county, { to: 'draft' })
  ask(1, dayAfter(1), rides.hearing, { to: 'wait', at: 'deptLeader' })
  ask(2, dayAfter(3), rides.branch, { to: 'wait', at: 'deptLeader' })
  // What the dispatcher finds in the morning.
  ask(2, dayAfter(0), rides.visitors, atDispatch)
  ask(2, dayAfter(0), rides.papers, atDispatch)
  ask(2, dayAfter(1), rides.detention, atDispatch)
  ask(3, dayAfter(2), rides.county, atDispatch)
  ask(6, dayAfter(4), rides.visitors, { to: 'return', at: 'deptLeader' })
  ask(20, dayBefore(15), rides.branch, { to: 'reject', at: 'deptLeader' })
  ask(13, dayBefore(9), rides.papers, { to: 'withdraw', at: 'deptLeader' })
  // Today's trips, and planned ones.
  ask(3, today, { ...rides.visitors, form: {} }, { to: 'end' }, ['示A0003警', 'tao30'])
  ask(3, today, rides.branch, { to: 'end' }, ['示A0004警', 'wei29'])
  ask(3, today, rides.visitors, { to: 'end' }, ['示A0006警', 'jin28'])
  ask(4, dayAfter(0), rides.detention, { to: 'end' }, ['示A0007警', 'tao30'])
  ask(4, dayAfter(1), rides.branch, { to: 'end' }, ['示A0012警', 'tao30'])
  ask(4, dayAfter(3), rides.county, { to: 'end' }, ['示A0003警', 'tao30'])
  // Driven.
  ask(10, dayBefore(7), rides.hearing, { to: 'end' }, ['示A0003警', 'tao30'])
  ask(9, dayBefore(6), rides.county, { to: 'end' }, ['示A0004警', 'wei29'])
  ask(8, dayBefore(5), rides.detention, { to: 'end' }, ['示A0005警', 'jin28'])
  ask(5, dayBefore(2), rides.visitors, { to: 'end' }, ['示A0004警', 'jin28'])
  ask(4, dayBefore(1), rides.papers, { to: 'end' }, ['示A0003警', 'tao30'])
  return stories
}
