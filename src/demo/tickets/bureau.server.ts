import { sql } from 'kysely'
import { dayOf } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Services } from '#src/server/app/services.ts'
import type { Chance } from './chance.ts'
import { createDemoCalendar, type DemoCalendar } from './demoCalendar.ts'
import type { FileShelf } from './files.server.ts'
import type { Colleague } from './story.ts'

const HOUR = 3_600_000

/** What the writers of stories know: the people, the calendar, and chance. */
export interface Bureau extends DemoCalendar {
  readonly chance: Chance
  readonly files: Pick<FileShelf, 'take'>
  /** Everybody in service. */
  readonly people: readonly Colleague[]
  person(username: string): Colleague
  /** Some time of a day while the offices are open, always before the moment of the seed. */
  moment(day: string): Date
}

/** The bureau of these people on this day; pure. */
export function createBureau(
  calendar: DemoCalendar,
  people: readonly Colleague[],
  chance: Chance,
  files: Pick<FileShelf, 'take'>,
): Bureau {
  const byName = new Map(people.map((person) => [person.username, person]))
  const { now, today } = calendar
  return {
    ...calendar,
    chance,
    files,
    people,
    person(username) {
      const person = byName.get(username)
      if (!person) throw new Error(`nobody is called ${username}`)
      return person
    },
    moment(day) {
      const at = Date.parse(`${day}T09:00:00+08:00`) + chance.between(5, 8 * 60) * 60_000 + chance.between(0, 59) * 1000
      // On the day of the seed itself there may not have been any office hours yet.
      return new Date(Math.min(at, now.getTime() - (dayOf(new Date(at)) >= today ? HOUR / 60 : 0)))
    },
  }
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
  return createBureau(
    createDemoCalendar(unit.clock.now(), unit.clock.today(), unit.calendar.isWorkday),
    people,
    chance,
    files,
  )
}
