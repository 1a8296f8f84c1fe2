/** Plans of the demo on any day, without a database, and what the rules of the product have against them. */
import { addDays, dayOf, parseMoment, weekdayOf } from '#src/define/days.ts'
import { departments } from '#src/demo/departments.ts'
import { calendarAround } from '#src/demo/holidays.ts'
import { people } from '#src/demo/people.ts'
import { createBureau } from '#src/demo/tickets/bureau.server.ts'
import { createChance } from '#src/demo/tickets/chance.ts'
import { createDemoCalendar } from '#src/demo/tickets/demoCalendar.ts'
import { type Beginnings, planStories } from '#src/demo/tickets/plan.ts'
import { plannedOn, spentBeside } from '#src/demo/tickets/planned-spending.ts'
import type { Colleague, Story } from '#src/demo/tickets/story.ts'
import type { FormData } from '#src/fields/field.ts'
import { linesAround } from '#src/modules/budget/budget-seed.server.ts'
import { periodProblems } from '#src/modules/car/appointment/appointment-form.server.ts'
import { overDrivenDay } from '#src/modules/car/drivers/licence.ts'
import { isSameRefuel } from '#src/modules/car/fuel/refuel-gap.ts'
import { pastTrips } from '#src/modules/car/past-trips.ts'
import { planProblems } from '#src/modules/finance/pre-approval-form.server.ts'

const parents = new Map(departments.map((department) => [department.key, department]))
const unitOf = (key: string): string => {
  const department = parents.get(key)
  return department === undefined || department.isBudgetUnit || department.parent === null
    ? key
    : unitOf(department.parent)
}
const leaders = new Set(departments.map(({ leader }) => leader))
const colleagues: readonly Colleague[] = people
  .map((person, index) => ({
    id: index + 1,
    username: person.username,
    name: person.name,
    dept: person.dept,
    unit: unitOf(person.dept),
    mobile: `1${index}`,
    isDeptLeader: leaders.has(person.username),
    // The writers read nothing of it but the roles.
    access: { roles: person.roles.split(' ') } as unknown as Colleague['access'],
  }))
  .filter((_, index) => people[index]?.disabled !== true)

/** Those who drive for others and the plates of usable cars, as the seed of the fleet numbers them. */
const drivers = ['hua27', 'jin28', 'wei29', 'tao30']
const plates = Array.from({ length: 14 }, (_, index) => `示A${String(index + 1).padStart(4, '0')}警`)
const idOf = (list: readonly string[]): ReadonlyMap<string, number> =>
  new Map(list.map((name, index) => [name, index + 1]))

function beginningsOn(today: string, goals: Plan['lines']): Beginnings {
  const lines = goals.map((line, index) => ({ ...line, id: index + 1, deptId: 0 }))
  const drives = pastTrips(today).map((trip) => {
    const start = new Date(`${trip.day}T${trip.hour}:00+08:00`)
    const end = new Date(start.getTime() + trip.hours * 3_600_000)
    return { start, end, driver: drivers[trip.driver] ?? '', plate: plates[trip.car] ?? '' }
  })
  const year = Number(today.slice(0, 4))
  return {
    lines: {
      line(unit, subject, of) {
        const line = lines.find((one) => one.dept === unit && one.subject === subject && one.year === of)
        if (!line) throw new Error(`no line ${unit} ${subject} in ${of}`)
        return line
      },
    },
    quotas: new Map(colleagues.flatMap(({ id }) => [year - 1, year].map((of) => [`${id} ${of} annual`, 10] as const))),
    places: { home: 1, cities: [2, 3, 4], payrolls: { auxiliary: [23, 24], contract: [30] }, projects: new Map() },
    items: new Map(),
    stores: {
      items: new Map(),
      standards: new Map(),
      idle: new Map(
        ['台式计算机', '办公椅', '对讲机', '文件柜'].map((name) => [name, Array.from({ length: 20 }, (_, n) => n + 1)]),
      ),
      held: () => 1,
      isUnissued: () => true,
    },
    fleet: {
      cars: idOf(plates),
      drivers: idOf(drivers),
      cards: idOf(plates),
      shops: [1],
      km: () => 10_000,
      drives,
      // A car is filled after some of its trips; here after each.
      refuels: drives.map(({ plate, end }) => ({ plate, at: end })),
    },
    seals: new Map(),
    vendor: 1,
    printer: 1,
    restaurant: 1,
    followed: { approval: () => undefined, trips: () => [] },
    bulk: { configs: new Map(), depts: new Map() },
  }
}

export interface Plan {
  readonly lines: ReturnType<typeof linesAround>
  readonly now: Date
  readonly given: Beginnings
  readonly stories: readonly Story[]
}

const calendars = new Map<string, (day: string) => boolean>()
function workdaysAround(today: string): (day: string) => boolean {
  const year = today.slice(0, 4)
  const known = calendars.get(year)
  if (known) return known
  const special = new Map(calendarAround(today).map(({ day, kind }) => [day, kind]))
  const answers = new Map<string, boolean>()
  const isWorkday = (day: string): boolean => {
    const answer = answers.get(day) ?? (special.has(day) ? special.get(day) === 'makeup' : weekdayOf(day) < 6)
    answers.set(day, answer)
    return answer
  }
  calendars.set(year, isWorkday)
  return isWorkday
}

export function planAt(now: Date): Plan {
  const today = dayOf(now)
  const lines = linesAround(today)
  const given = beginningsOn(today, lines)
  let files = 0
  const bureau = createBureau(
    createDemoCalendar(now, today, workdaysAround(today)),
    colleagues,
    createChance(20_260_311),
    { take: () => (files += 1) },
  )
  return { now, lines, given, stories: planStories(bureau, given) }
}

const periodOf = (form: FormData) => ({
  start: parseMoment(String(form.startAt)) as Date,
  end: parseMoment(String(form.endAt)) as Date,
})

/** What the rules of the product have against a plan, in words. */
export function objections({ now, lines, given, stories }: Plan): readonly string[] {
  const found: string[] = []
  const say = (story: Story, words: string): void =>
    void found.push(`${now.toISOString()} ${story.type} of ${story.applicant.username}: ${words}`)
  const rides: { readonly start: Date; readonly end: Date; readonly driver: number; readonly car: number }[] = []
  const refuels = [...given.fleet.refuels]
  for (const story of stories) {
    if (story.createdAt > now) say(story, 'is filed after the seed')
    const { form, type, course } = story
    if (type === 'officialCarAppointment') {
      // Before its car is chosen three workdays have gone by at most.
      const problems = Object.values(periodProblems(form, story.createdAt)).flat()
      if (problems[0]) say(story, problems[0].key)
      const chosen = story.fills?.('fleetDispatch', '', story.applicant) ?? {}
      if (typeof chosen.carId !== 'number') continue
      const ride = { ...periodOf(form), car: chosen.carId, driver: Number(chosen.driverId) }
      const past = given.fleet.drives.filter(({ driver }) => driver === drivers[ride.driver - 1])
      const own = [...past, ...rides.filter(({ driver }) => driver === ride.driver)]
      if (overDrivenDay(ride, own) !== null) say(story, 'rule.DRV-03')
      if (
        rides.some(
          (other) =>
            (other.car === ride.car || other.driver === ride.driver) &&
            other.start < ride.end &&
            ride.start < other.end,
        )
      )
        say(story, 'car.timeConflict')
      rides.push(ride)
    }
    if (type === 'officialCarRefueling') {
      const at = parseMoment(String(form.refuelAt)) as Date
      const plate = plates[Number(form.carId) - 1] ?? ''
      if (refuels.some((other) => other.plate === plate && isSameRefuel(other.at, at))) say(story, 'rule.CAR-22')
      if (course.to === 'end' || course.to === 'void') refuels.push({ plate, at })
    }
    if (type === 'preApproval') {
      const year = lines[Number(form.budgetLineId) - 1]?.year ?? null
      const problems = Object.values(planProblems(String(form.planStart), String(form.planEnd), year)).flat()
      if (problems[0]) say(story, problems[0].key)
    }
  }
  const planned = plannedOn(stories)
  for (const [index, line] of lines.entries()) {
    const { spent, held } = planned.get(index + 1) ?? { spent: 0, held: 0 }
    const beside = spentBeside(line, { spent, held })
    if (spent + held + beside > line.approved && spent + held <= line.approved)
      found.push(`${now.toISOString()} line ${line.dept} ${line.subject} of ${line.year} is overdrawn`)
    if (spent + held > line.approved)
      found.push(`${now.toISOString()} stories overdraw line ${line.dept} ${line.subject} of ${line.year}`)
  }
  return found
}

/** Every day from one to another, both included. */
export function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
export const at = (day: string, time: string): Date => new Date(`${day}T${time}+08:00`)

/** Days of a year on which something begins or ends, from the first that counts. */
const critical = /-(12-31|01-01|01-02|02-10|02-20|02-29|05-01|10-04)$/
export const criticalDays = (from: string, to: string): readonly string[] =>
  daysOf(from, to).filter((day) => critical.test(day))

/** The first day on which the plan is checked, and the last one. */
export const FIRST_DAY = '2026-11-28'
export const LAST_DAY = '2030-12-31'
