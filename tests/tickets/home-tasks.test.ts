import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_OWN_PHRASES, type OwnPhrase } from '#src/define/phrases.ts'
import type { MyTasks, TicketCounts } from '#src/define/tickets/lists.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

const TICKETS = '/api/workflow/ticket/'
const PHRASES = '/api/personal/phrases/'

describe.each(oneEngine)('what waits for a person on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
    zhang = await app.as('zhang39')
  })
  afterAll(() => app.close())

  const tasksOf = async (person: Client): Promise<MyTasks> => (await person.get<MyTasks>('/api/home/my_tasks/')).data
  const atOnce = (person: Client, id: number, version: number) =>
    person.post<unknown>(`${TICKETS}${id}/approve_at_once/`, { version, comment: '' })

  it('lists the most urgent tasks with their line, and counts as the counters do (HOM-02)', async () => {
    const urgent = await submit(pan, 'leaveApproval', leaveForm('2026-04-20', '2026-04-20', { urgency: 'critical' }))
    const answer = await tasksOf(zhang)
    expect(answer.tasks[0]).toMatchObject({
      id: urgent.data.id,
      kind: 'approve',
      summary: '年休假 · 4月20日 · 1天',
      due: 'inTime',
      isBatchable: true,
    })
    expect(answer.tasks.length).toBeLessThanOrEqual(8)
    const { rows } = await sql<{ username: string }>`
      select distinct u.username from app_user u join ticket_task k on k.assignee_id = u.id where k.status = 'open' and u.state`.execute(
      app.database.db,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { username } of rows) {
      const person = await app.as(username)
      const { total } = await tasksOf(person)
      const counts = (await person.get<TicketCounts>(`${TICKETS}counts/`)).data
      const copies = await person.get<{ isCopy: boolean }[]>(TICKETS, { query: { label: 'todo', limit: '100' } })
      const unread = copies.data.filter(({ isCopy }) => isCopy).length
      expect([username, total]).toEqual([username, counts.pendingApproval + counts.todo - unread])
    }
  })

  it('approves in place what needs nothing else, once, and only as it was seen (WF-02)', async () => {
    const { data } = await submit(
      pan,
      'leaveApproval',
      leaveForm('2026-04-27', '2026-04-27', { leaveType: 'personal' }),
    )
    const { version } = await ticketOf(zhang, data.id)
    expect((await atOnce(pan, data.id, version)).code).not.toBe(2000)
    expect(await atOnce(zhang, data.id, version - 1)).toMatchObject({ code: 4001, errKey: 'wf.stateChanged' })
    expect((await atOnce(zhang, data.id, version)).code).toBe(2000)
    expect(await atOnce(zhang, data.id, version)).toMatchObject({ code: 4001, errKey: 'wf.stateChanged' })
    expect((await tasksOf(zhang)).tasks.map(({ id }) => id)).not.toContain(data.id)
  })

  it('keeps quick phrases for their owner, each once, of sensible length and number (20.8)', async () => {
    const add = (person: Client, action: string, text: string) => person.post<OwnPhrase>(PHRASES, { action, text })
    const kept = await add(zhang, 'return', '  请补充\n证明材料 ')
    expect(kept.data).toMatchObject({ action: 'return', text: '请补充 证明材料' })
    expect(await add(zhang, 'return', '请补充 证明材料')).toMatchObject({ code: 4001, errKey: 'personal.phraseKnown' })
    expect((await add(zhang, 'return', '不行')).errors).toHaveProperty('text')
    expect((await add(zhang, 'approve', '长'.repeat(101))).errors).toHaveProperty('text')
    expect((await add(zhang, 'transfer', '请处理一下')).code).toBe(4000)
    for (let n = 0; n < MAX_OWN_PHRASES; n += 1) expect((await add(zhang, 'approve', `同意第${n}条`)).code).toBe(2000)
    expect(await add(zhang, 'approve', '再加一条')).toMatchObject({ code: 4001, errKey: 'personal.phrasesFull' })
    expect((await pan.get<OwnPhrase[]>(PHRASES)).data).toEqual([])
    expect((await pan.put(`${PHRASES}${kept.data.id}/`, { text: '别人的常用语' })).code).toBe(4004)
    expect((await pan.delete(`${PHRASES}${kept.data.id}/`)).code).toBe(4004)
    expect((await zhang.put<OwnPhrase>(`${PHRASES}${kept.data.id}/`, { text: '请补充发票' })).data.text).toBe(
      '请补充发票',
    )
    expect((await zhang.delete(`${PHRASES}${kept.data.id}/`)).code).toBe(2000)
  })

  it('offers the phrases of the bureau, which an administrator extends in the dictionary (20.8)', async () => {
    const admin = await app.as('fang54')
    const entry = {
      dictionaryKey: 'approvePhrase',
      label: '已阅，同意',
      labelEn: 'Read and approved',
      value: 'read',
      type: '0',
      sort: 9,
      status: true,
      isDefault: false,
    }
    expect((await admin.post('/api/system/dictionary_entry/', entry)).code).toBe(2000)
    expect((await pan.post('/api/system/dictionary_entry/', { ...entry, value: 'mine' })).code).toBe(4003)
  })
})
