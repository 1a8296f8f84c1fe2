/** Deadlines of open tickets follow the work calendar when it changes (WF-12, 60.7). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DayKind } from '#src/define/calendar.ts'
import { markDays } from '#src/server/settings/workCalendar.ts'
import { movedDue } from '#src/server/tickets/timers/follow.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { write } from '#src/server/work.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { twice } from './applications.ts'
import { type Bureau, openBureau, start } from './bureau.ts'
import { inForce } from './drawn.ts'
import { expectSound } from './words.ts'

/** A moment of the bureau's clock. */
const at = (moment: string): Date => new Date(`${moment}:00+08:00`)

describe.each(oneEngine)('deadlines by the work calendar on %s', (kind) => {
  let bureau: Bureau
  const opened = openBureau(kind)
  beforeEach(async () => {
    bureau = await opened
    bureau.clock.set(start)
    bureau.messages.length = 0
  })
  const mark = async (day: string, to: DayKind | null) => {
    await write(bureau.services, (unit) => markDays(unit, [{ day, kind: to, name: '示例假期', nameEn: '' }]))
    await bureau.services.caches.load()
  }
  afterEach(async () => {
    for (const day of ['2026-01-06', '2026-01-10']) await mark(day, null)
  })
  afterAll(async () => (await opened).close())

  const notices = () => bureau.messages.filter(({ title }) => title.key === 'notice.ticket.dueEarlier')

  /** Waits for its leader since Monday, 09:30: a reminder after 4 hours, the end after 38. */
  async function waiting(): Promise<number> {
    const [leader, ...others] = twice.workflow.states
    if (!leader) throw new Error('the trial has no first state')
    const timers = [
      { key: 'soon', afterHours: 4, action: 'remind' },
      { key: 'late', afterHours: 38, action: 'remind' },
    ] as const
    await inForce(bureau, 'twice', { ...twice.workflow, states: [{ ...leader, timers }, ...others] })
    return (await bureau.submit('pann', 'twice')).ticket.id
  }
  const dues = async (id: number) => {
    const timers = await sql<{ rule: string; dueAt: Date }>`
      select rule, due_at from ticket_timer where ticket_id = ${id} order by due_at`.execute(bureau.database.db)
    const rest = await sql<{ ticket: Date; task: Date }>`
      select t.due_at as ticket, k.due_at as task from ticket t join ticket_task k on k.ticket_id = t.id and k.status = 'open' where t.id = ${id}`.execute(
      bureau.database.db,
    )
    return { ...Object.fromEntries(timers.rows.map(({ rule, dueAt }) => [rule, dueAt])), ...rest.rows[0] }
  }
  const withLate = (late: string) => ({
    soon: at('2026-01-05T13:30'),
    late: at(late),
    ticket: at(late),
    task: at(late),
  })

  it('WF-12 a holiday that is entered late moves what runs over it, in the same transaction; taken back, it moves back', async () => {
    const id = await waiting()
    expect(await dues(id)).toEqual(withLate('2026-01-09T11:30'))
    await mark('2026-01-06', 'holiday')
    expect(await dues(id)).toEqual(withLate('2026-01-12T11:30'))
    // Later is no hurry.
    expect(notices()).toEqual([])
    await mark('2026-01-06', null)
    expect(await dues(id)).toEqual(withLate('2026-01-09T11:30'))
    expect(notices()).toMatchObject([{ title: { params: [1, '2026-01-09 11:30'] } }])
    await bureau.approve('zhang', id)
    await expectSound(bureau, id)
  })

  it('WF-12 a worked weekend brings a deadline forward: who has the task is told, and the timer fires by it', async () => {
    const id = await waiting()
    await mark('2026-01-06', 'holiday')
    await mark('2026-01-10', 'makeup')
    expect(await dues(id)).toEqual(withLate('2026-01-10T11:30'))
    expect(notices().map(({ to, title }) => [to.length, title.params])).toEqual([[1, [1, '2026-01-10 11:30']]])
    bureau.clock.set(at('2026-01-10T11:30'))
    await runDueTimers(bureau.services)
    expect(Object.keys(await dues(id))).toEqual(['ticket', 'task'])
    await expectSound(bureau, id)
  })

  it('days that the deadline does not run over, and names of days, move nothing', async () => {
    const id = await waiting()
    const before = await dues(id)
    for (const [day, to] of [
      ['2026-01-02', 'holiday'],
      ['2026-01-20', 'holiday'],
      ['2026-01-10', 'holiday'],
    ] as const)
      await mark(day, to)
    expect(await dues(id)).toEqual(before)
    for (const day of ['2026-01-02', '2026-01-20']) await mark(day, null)
  })

  it('25.8 a clock that stood keeps the hours that it ran', () => {
    const { calendar } = bureau.services
    const calendars = { before: calendar, after: calendar.withDays(new Map([['2026-01-06', 'holiday']])) }
    const begins = at('2026-01-05T09:00')
    // 18 hours of work, and it stood the whole Tuesday: a holiday now, on which it would not have run anyway.
    const pauses = [{ from: at('2026-01-06T09:00').toISOString(), to: at('2026-01-06T18:00').toISOString() }]
    const due = at('2026-01-07T18:00')
    expect(movedDue(calendars, { begins, pauses }, due)).toEqual(due)
    expect(movedDue(calendars, { begins, pauses: [] }, due)).toEqual(at('2026-01-08T18:00'))
  })
})
