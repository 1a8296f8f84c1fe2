import { sql } from 'kysely'
import { addDays, dayOf } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Services } from '#src/server/app/services.ts'
import type { Chance } from './chance.ts'
import type { FileShelf } from './files.server.ts'
import type { Colleague } from './story.ts'

const HOUR = 3_600_000

/** What the writers of stories know: the people, the calendar, and chance. */
export interface Bureau {
  readonly unit: UnitOfWork
  readonly chance: Chance
  readonly files: FileShelf
  /** The moment of the seed, and its day. */
  readonly now: Date
  readonly today: string
  /** The running year. */
  readonly year: number
  /** Everybody in service. */
  readonly people: readonly Colleague[]
  person(username: string): Colleague
  /** The workday so many calendar days before today, or the last one before that. */
  workdayBefore(days: number): string
  /** So many workdays after a day, itself counted as 0 when it is one. */
  workdayAfter(day: string, workdays: number): string
  /** Some time of a day while the offices are open, always before the moment of the seed. */
  moment(day: string): Date
}

interface Row extends Omit<Colleague, 'access'> {
  readonly deptId: number
}

/** Reads the seeded bureau. */
export async function openBureau(
  services: Services,
  unit: UnitOfWork,
  chance: Chance,
  files: FileShelf,
): Promise<Bureau> {
  const { rows } = await sql<Row>`
    with recursive up as (
      select id as dept, id, parent, key, is_budget_unit, 0 as step from department
      union all select up.dept, d.id, d.parent, d.key, d.is_budget_unit, up.step + 1 from department d join up on d.id = up.parent where not up.is_budget_unit)
    select u.id, u.username, u.name, u.mobile, u.dept_id, d.key as dept,
      (select up.key from up where up.dept = u.dept_id and up.is_budget_unit order by up.step limit 1) as unit,
      exists (select from department led where led.leader_id = u.id) as is_dept_leader
    from app_user u join department d on d.id = u.dept_id where u.state and u.is_demo order by u.id`.execute(unit.db)
  const people = rows.map(
    ({ deptId, ...row }): Colleague => ({
      ...row,
      access: accessOf({ userId: row.id, name: row.name, departmentId: deptId, sessionId: '' }, services.directory),
    }),
  )
  const byName = new Map(people.map((person) => [person.username, person]))
  const { isWorkday } = unit.calendar
  const now = unit.clock.now()
  const today = unit.clock.today()
  const before = (day: string): string => (isWorkday(day) ? day : before(addDays(day, -1)))
  const after = (day: string): string => (isWorkday(day) ? day : after(addDays(day, 1)))
  return {
    unit,
    chance,
    files,
    now,
    today,
    people,
    year: Number(today.slice(0, 4)),
    person(username) {
      const person = byName.get(username)
      if (!person) throw new Error(`nobody is called ${username}`)
      return person
    },
    workdayBefore: (days) => before(addDays(today, -days)),
    workdayAfter(day, workdays) {
      let at = after(day)
      for (let count = 0; count < workdays; count += 1) at = after(addDays(at, 1))
      return at
    },
    moment(day) {
      const at = Date.parse(`${day}T09:00:00+08:00`) + chance.between(5, 8 * 60) * 60_000 + chance.between(0, 59) * 1000
      // On the day of the seed itself there may not have been any office hours yet.
      return new Date(Math.min(at, now.getTime() - (dayOf(new Date(at)) >= today ? HOUR / 60 : 0)))
    },
  }
}
