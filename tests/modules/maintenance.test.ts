import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#src/modules/maintenance/orders/order-wire.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, submit, ticketOf } from '#tests/harness/tickets.ts'

/** A report that passes. */
const report = (more: Readonly<Record<string, unknown>> = {}) => ({
  reason: '办公室照明故障影响办公',
  mobile: '10000000042',
  category: 'electric',
  location: '主楼3层302室',
  description: '302室日光灯不亮，更换灯管无效',
  contactName: '潘示乙',
  ...more,
})

describe.each(oneEngine)('repairs on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: string): Client => people.get(name)!
  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(app.database.db)).rows[0]!
  const orderOf = (ticket: number) =>
    one(sql<{ id: number; state: string; version: number; partsValue: string; reopenCount: number; workHours: string }>`
      select id, state, version, parts_value, reopen_count, work_hours from work_order where ticket_id = ${ticket}`)
  const onOrder = async (
    who: string,
    order: number,
    action: string,
    values: Readonly<Record<string, unknown>> = {},
  ) => {
    const { version } = await one(sql<{ version: number }>`select version from work_order where id = ${order}`)
    return as(who).post(`/api/maintenance/order/${order}/${action}/`, { version, ...values })
  }
  const userId = async (name: string) =>
    (await one(sql<{ id: number }>`select id from app_user where username = ${name}`)).id
  /** Files an internal repair and has it dispatched to a worker. Answers ticket and order. */
  const dispatched = async (values: Readonly<Record<string, unknown>> = {}, worker = 'zou34') => {
    const filed = await submit(as('pan42'), 'internalMaintenance', report(values))
    expect(filed).toMatchObject({ code: 2000 })
    const ticket = filed.data.id
    expect(await act(as('yang15'), ticket, 'approve', { formData: { workerId: await userId(worker) } })).toMatchObject({
      code: 2000,
    })
    return { ticket, order: (await orderOf(ticket)).id }
  }
  const done = { result: '已更换镇流器，恢复照明', workHours: '1.5' }

  beforeAll(async () => {
    app = await startApp({ engine })
    for (const name of ['pan42', 'yang15', 'zou34', 'yu35', 'han14']) people.set(name, await app.as(name))
  })
  afterAll(() => app.close())

  it('22.4 an internal repair is dispatched, accepted, repaired with parts and accepted by its applicant', async () => {
    const { ticket, order } = await dispatched()
    expect(await orderOf(ticket)).toMatchObject({ state: 'assigned' })
    expect(await onOrder('zou34', order, 'accept')).toMatchObject({ code: 2000 })
    expect(await onOrder('zou34', order, 'start')).toMatchObject({ code: 2000 })
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).not.toMatchObject({ code: 2000 })
    expect(await onOrder('zou34', order, 'finish', done)).toMatchObject({ code: 2000 })
    expect(await orderOf(ticket)).toMatchObject({ state: 'finished', workHours: '1.5' })
    expect((await ticketOf(as('pan42'), ticket)).current.map(({ state }) => state)).toEqual(['applicantVerify'])
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 2 } })).toMatchObject({ code: 4000 })
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 4 } })).toMatchObject({ code: 2000 })
    expect(await orderOf(ticket)).toMatchObject({ state: 'verified' })
    const shown = await as('pan42').get<TicketOrder>(`/api/maintenance/ticket/${ticket}/`)
    expect(shown.data.steps.map(({ event }) => event)).toEqual(['open', 'accept', 'start', 'finish', 'verify'])
    expect(await onOrder('yang15', order, 'close')).toMatchObject({ code: 2000 })
  })
})
