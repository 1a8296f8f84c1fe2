/** A simulation says where nobody can act, and which states have no limit (25.11). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worstCaseHours } from '#machines/ticket/explore/route.ts'
import { simulateDesign } from '#src/server/tickets/designs/simulate.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'
import { read } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'

const TYPE = 'leaveApproval'
interface Person {
  readonly id: number
  readonly deptId: number
  readonly leads: boolean
}

describe('absences in a simulation', () => {
  let app: TestApp
  let engine: Engine
  let people: readonly Person[]
  beforeAll(async () => {
    app = await startApp()
    engine = engineOf(app.services)
    people = await read(app.services, async (unit) => {
      const { rows } = await sql<Person>`
        select u.id, u.dept_id, exists (select 1 from department d where d.leader_id = u.id)
          or exists (select 1 from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key <> 'staff') as leads
        from app_user u where u.state and u.deleted_at is null order by u.id`.execute(unit.db)
      return rows
    })
  })
  afterAll(() => app.close())

  const simulated = (applicant: Person, absentIds: readonly number[], days: number) =>
    read(app.services, async (unit) => {
      const version = await engine.versions.current(unit.db, TYPE)
      if (version === null || version === undefined) throw new Error('leave is not published')
      return simulateDesign({ engine, unit, language: 'zhHans' }, version, {
        applicantId: applicant.id,
        facts: { days },
        absentIds,
      })
    })

  it('says where nobody can act, and which states have no limit', async () => {
    const applicant = people.find(({ leads }) => !leads)
    if (applicant === undefined) throw new Error('nobody to apply')
    const everybody = people.filter(({ id }) => id !== applicant.id).map(({ id }) => id)
    const [first] = await simulated(applicant, everybody, 1)
    expect([first?.people, first?.reason]).toEqual([[], '无可用处理人，流程将在此停留，请补充人员'])
    const steps = (await simulated(applicant, [], 1)).filter(({ skipped }) => !skipped)
    const unlimited = steps.filter(({ isUnlimited }) => isUnlimited)
    expect(unlimited.every(({ by, dueInHours }) => by === undefined && dueInHours === null)).toBe(true)
    expect(
      steps.every(({ by, isUnlimited, kind }) => kind === 'cc' || (by === undefined) === (isUnlimited === true)),
    ).toBe(true)
    expect(worstCaseHours(steps)).toBeGreaterThan(0)
  })
})
