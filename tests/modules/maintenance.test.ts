import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  nextWorkOrderState,
  type WorkOrderEventName,
  type WorkOrderState,
  workOrderMachine,
  workOrderStates,
} from '#machines/workOrder/workOrder.ts'
import { ticketActions } from '#src/define/services.ts'
import type { CalendarPlan } from '#src/modules/maintenance/calendar/calendar.types.ts'
import { plannedDays } from '#src/modules/maintenance/calendar/plannedDays.ts'
import type { Contractor } from '#src/modules/maintenance/contractors/contractor.types.ts'
import { openRounds } from '#src/modules/maintenance/inspection/inspection.server.ts'
import { notifyLate } from '#src/modules/maintenance/orders/jobs.server.ts'
import type { OwnRepairs, ReportPlace, TicketOrder } from '#src/modules/maintenance/orders/order.types.ts'
import { dueOf, minutesBetween, pause, resume } from '#src/modules/maintenance/sla.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, plusDays, repairForm as report, submit, ticketOf } from '#tests/harness/tickets.ts'
import { longPathsCoveringTransitions } from '#tests/models/model.ts'

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
  /** What the applicant says of the result. */
  const sayOf = (who: string, ticket: number, what: 'accept' | 'rate' | 'reopen', body: object) =>
    as(who).post(`/api/maintenance/ticket/${ticket}/${what}/`, { ...body })
  const orderShown = async (ticket: number): Promise<TicketOrder> =>
    (await as('pan42').get<TicketOrder>(`/api/maintenance/ticket/${ticket}/`)).data
  /** Notices with this title about the order that a person got. */
  const noticesOf = async (who: string, key: string, order: number): Promise<number> =>
    (
      await one(sql<{ n: number }>`
        select count(*)::int as n from notice where title->>'key' = ${key} and recipient_id = ${await userId(who)}
          and title->'params'->>0 = (select no from work_order where id = ${order})`)
    ).n
  const done = { result: '已更换镇流器，恢复照明', ownHours: '1.5' }
  /** The worker takes the order and reports it done. */
  const finished = async (order: number, who = 'zou34') => {
    for (const action of ['accept', 'start']) expect(await onOrder(who, order, action)).toMatchObject({ code: 2000 })
    expect(await onOrder(who, order, 'finish', done)).toMatchObject({ code: 2000 })
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    for (const name of ['pan42', 'yang15', 'zou34', 'yu35', 'han14', 'you18', 'qian02', 'ge43', 'zhang39'])
      people.set(name, await app.as(name))
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

  it('22.4 the hours of an order are no more than it exists and a working day before, and no repair is planned for the past', async () => {
    const workerId = await userId('zou34')
    const { deptId } = await one(sql<{ deptId: number }>`select dept_id from app_user where username = 'yang15'`)
    const { reason: _, ...fault } = report()
    const opened = await as('yang15').post<{ id: number }>('/api/maintenance/order/', {
      ...fault,
      urgency: 'normal',
      deptId,
      photos: [],
      roomId: null,
    })
    expect([opened.msg, opened.code]).toEqual([opened.msg, 2000])
    const order = opened.data.id
    const plan = (planAt: string) => onOrder('yang15', order, 'dispatch', { workerId, planAt })
    expect(await plan('2026-03-11 09:59:59')).toMatchObject({ errKey: 'maintenance.planPast' })
    expect(await plan('2026-03-11 10:00:00')).toMatchObject({ code: 2000 })
    for (const action of ['accept', 'start'])
      expect(await onOrder('zou34', order, action)).toMatchObject({ code: 2000 })
    expect(await onOrder('zou34', order, 'finish', { ...done, ownHours: '8.5' })).toMatchObject({
      errKey: 'maintenance.hoursTooMany',
      errors: { ownHours: [expect.any(String)] },
    })
    // Of one person all that was entered counts.
    const labour = [{ userId: workerId, hours: '7.0' }]
    expect(await onOrder('zou34', order, 'finish', { ...done, ownHours: '1.5', labour })).toMatchObject({ code: 4001 })
    expect(await onOrder('zou34', order, 'finish', { ...done, ownHours: '8.0' })).toMatchObject({ code: 2000 })
  })

  it('40.3 an order takes on the server every step that its machine takes, and refuses every other', async () => {
    const inputs: Partial<Record<WorkOrderEventName, () => Promise<Readonly<Record<string, unknown>>>>> = {
      dispatch: async () => ({ workerId: await userId('zou34') }),
      suspend: async () => ({ suspendReason: 'parts', suspendNote: '等待配件' }),
      finish: async () => done,
      verify: async () => ({ rating: 5 }),
      reopen: async () => ({ reason: '处理后仍不亮，请再看' }),
    }
    const worker = new Set<string>(['accept', 'start', 'suspend', 'resume', 'finish'])
    // A ticket takes its own order; one of the duty desk is accepted by its officer.
    const { reason: _, ...fault } = report({ category: 'other', location: '主楼4层走廊' })
    const { deptId } = await one(sql<{ deptId: number }>`select dept_id from app_user where username = 'yang15'`)
    const made = await as('yang15').post<{ id: number }>('/api/maintenance/order/', {
      ...fault,
      urgency: 'normal',
      deptId,
      photos: [],
      roomId: null,
    })
    expect(made).toMatchObject({ code: 2000 })
    const order = made.data.id
    const stateNow = async () =>
      (await one(sql<{ state: WorkOrderState }>`select state from work_order where id = ${order}`)).state
    const send = async (type: WorkOrderEventName) =>
      onOrder(worker.has(type) ? 'zou34' : 'yang15', order, type, (await inputs[type]?.()) ?? {})
    const types = ['dispatch', 'accept', 'start', 'suspend', 'resume', 'finish', 'verify', 'reopen', 'close'] as const
    const [path] = longPathsCoveringTransitions(workOrderMachine, { events: types.map((type) => ({ type })) })
    const tried = new Set<string>()
    for (const { event, state } of path?.steps ?? []) {
      const before = await stateNow()
      if (!tried.has(before)) {
        tried.add(before)
        for (const type of types.filter((one) => nextWorkOrderState(before, one) === null))
          expect([before, type, (await send(type)).code]).not.toEqual([before, type, 2000])
        expect(await stateNow()).toBe(before)
      }
      const answer = await send(event.type as WorkOrderEventName)
      expect([before, event.type, answer.code, answer.msg]).toEqual([before, event.type, 2000, answer.msg])
      expect(await stateNow()).toBe(state.value)
    }
    expect(tried).toEqual(new Set(workOrderStates))
  })

  it('MNT-01 one asset has one open order of a category, and a second reporter follows it (E9)', async () => {
    const asset = await one(sql<{ id: number; no: string }>`
      select a.id, a.asset_no as no from asset a join app_user u on u.id = a.holder_id where u.username = 'pan42' and a.state = 'inUse' order by a.id limit 1`)
    const { ticket, order } = await dispatched({ assetId: asset.id })
    const stateOf = async () =>
      (await one(sql<{ state: string }>`select state from asset where id = ${asset.id}`)).state
    expect(await stateOf()).toBe('repairing')
    const own = await one(sql<{ id: number; deptId: number }>`
      select a.id, a.dept_id from asset a join app_user u on u.dept_id = a.dept_id where u.username = 'yang15' and a.state = 'inUse' order by a.id limit 1`)
    const { reason: _, ...fault } = report({ assetId: own.id })
    const found = { ...fault, urgency: 'normal', deptId: own.deptId, photos: [], roomId: null }
    expect(await as('yang15').post('/api/maintenance/order/', found)).toMatchObject({ code: 2000 })
    expect(await as('yang15').post('/api/maintenance/order/', found)).toMatchObject({
      errKey: 'rule.MNT-01',
      errors: { assetId: [expect.any(String)] },
    })
    // A stranger to the asset learns neither its name nor what is broken, and does not follow its repair.
    const stranger = await as('yu35').get<ReportPlace>('/api/maintenance/place/', {
      query: { assetId: String(asset.id) },
    })
    expect(stranger.data).toEqual({ assetId: null, asset: null, roomId: null, location: null, open: [], past: [] })
    expect((await as('yu35').post(`/api/maintenance/order/${order}/follow/`, { isFollowed: true })).code).toBe(4004)
    const place = await as('zhang39').get<ReportPlace>('/api/maintenance/place/', { query: { assetNo: asset.no } })
    expect(place.data).toMatchObject({ assetId: asset.id, open: [{ id: order, isFollowed: false }] })
    expect((await as('zhang39').post(`/api/maintenance/order/${order}/follow/`, { isFollowed: true })).code).toBe(2000)
    const followed = await as('zhang39').get<ReportPlace>('/api/maintenance/place/', { query: { assetNo: asset.no } })
    expect(followed.data.open).toMatchObject([{ isFollowed: true }])
    await onOrder('zou34', order, 'finish', { ...done, ownHours: '1.0' }).then(async (early) => {
      // An order that was not started cannot be finished.
      expect(early).toMatchObject({ code: 4001 })
    })
    await onOrder('zou34', order, 'accept')
    await onOrder('zou34', order, 'start')
    expect(await onOrder('zou34', order, 'finish', done)).toMatchObject({ code: 2000 })
    const { n } = await one(sql<{ n: number }>`
      select count(*)::int as n from notice where title->>'key' = 'maintenance.followedFinished' and recipient_id = ${await userId('zhang39')}`)
    expect(n).toBe(1)
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({ code: 2000 })
    expect(await stateOf()).toBe('inUse')
    expect((await as('zhang39').post(`/api/maintenance/order/${order}/follow/`, { isFollowed: true })).code).toBe(4001)
  })

  it('MNT-01, E9 hints at a report of the same place and category within 24 hours, with its number, and takes it all the same', async () => {
    const place = { category: 'other', location: '主楼1层西侧走廊' }
    const check = async (more: object = {}) =>
      (
        await as('pan42').post<{ warnings: readonly string[] }>('/api/workflow/ticket/check/', {
          type: 'internalMaintenance',
          formData: report({ ...place, ...more }),
        })
      ).data.warnings
    expect(await check()).toEqual([])
    const first = await submit(as('yu35'), 'internalMaintenance', report(place))
    expect(await check()).toEqual([expect.stringContaining(first.data.no)])
    expect(await check({ location: '主楼2层西侧走廊' })).toEqual([])
    expect((await submit(as('pan42'), 'internalMaintenance', report(place))).code).toBe(2000)
    const before = app.clock.now()
    app.clock.set(new Date(before.getTime() + 25 * 3_600_000))
    expect(await check()).toEqual([])
    app.clock.set(before)
  })

  it('MNT-01, E9 what is reported in spite of an open order is shown as its possible duplicate, and the asset is in use again when both are done', async () => {
    const asset = await one(sql<{ id: number }>`
      select a.id from asset a join app_user u on u.id = a.holder_id where u.username = 'pan42' and a.state = 'inUse' order by a.id desc limit 1`)
    const category = 'network'
    const warningsOf = async (ticket: number) =>
      (await as('yang15').get<{ warnings: readonly string[] }>(`/api/workflow/ticket/${ticket}/`)).data.warnings
    const file = async () =>
      (await submit(as('pan42'), 'internalMaintenance', report({ assetId: asset.id, category }))).data
    const [first, second] = [await file(), await file()]
    expect(await warningsOf(second.id)).toEqual([`该资产已有同类报修待派工（${first.no}），同一故障不必重复报修`])
    const dispatch = async (ticket: number) => {
      expect(
        await act(as('yang15'), ticket, 'approve', { formData: { workerId: await userId('zou34') } }),
      ).toMatchObject({
        code: 2000,
      })
      return one(sql<{ id: number; no: string; repeatsId: number | null }>`
        select id, no, repeats_id from work_order where ticket_id = ${ticket}`)
    }
    const open = await dispatch(first.id)
    expect(await warningsOf(second.id)).toEqual([
      `该资产已有同类维修在办（${open.no}）。同一故障请关注进展，不必重复报修`,
    ])
    const repeated = await dispatch(second.id)
    expect([open.repeatsId, repeated.repeatsId]).toEqual([null, open.id])
    const stateAfter = async (ticket: number, order: number) => {
      await finished(order)
      expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({ code: 2000 })
      return (await one(sql<{ state: string }>`select state from asset where id = ${asset.id}`)).state
    }
    expect(await stateAfter(first.id, open.id)).toBe('repairing')
    expect(await stateAfter(second.id, repeated.id)).toBe('inUse')
    const later = await dispatch((await file()).id)
    const refused = { reason: '同一接口再次中断' }
    expect(await onOrder('yang15', open.id, 'reopen', refused)).toMatchObject({ code: 2000 })
    expect(await one(sql`select state, repeats_id from work_order where id = ${open.id}`)).toEqual({
      state: 'working',
      repeatsId: later.id,
    })
  })

  it('MNT-05 an order whose ticket ended by silence while it was reopened is accepted by logistics, and the pictures of the worker stay with it', async () => {
    const { ticket, order } = await dispatched()
    expect(await onOrder('zou34', order, 'photograph', { beforePhotos: [] })).toMatchObject({ code: 4001 })
    await onOrder('zou34', order, 'accept')
    const before = await uploadPdf(app, as('zou34'))
    expect(await onOrder('zou34', order, 'photograph', { beforePhotos: [before] })).toMatchObject({ code: 2000 })
    await onOrder('zou34', order, 'start')
    await onOrder('zou34', order, 'finish', done)
    const verify = { rating: 4 }
    expect(await onOrder('yang15', order, 'verify', verify)).toMatchObject({ errKey: 'record.stateInvalid' })
    await as('pan42').post(`/api/maintenance/ticket/${ticket}/reopen/`, { reason: '灯仍然闪烁' })
    await write(app.services, (unit) => unit.service(ticketActions).expire(ticket, 'silence'))
    expect((await ticketOf(as('pan42'), ticket)).status).toBe('completed')
    expect(await orderOf(ticket)).toMatchObject({ state: 'working' })
    expect(await onOrder('zou34', order, 'finish', done)).toMatchObject({ code: 2000 })
    expect(await onOrder('pan42', order, 'verify', verify)).toMatchObject({ code: 4003 })
    expect(await onOrder('yang15', order, 'verify', verify)).toMatchObject({ code: 2000 })
    expect(
      await one(
        sql<object>`select state, rating, is_default_rating, before_photos from work_order where id = ${order}`,
      ),
    ).toEqual({ state: 'verified', rating: 4, isDefaultRating: false, beforePhotos: [before] })
    // The word of logistics is not that of the applicant, who has one as well.
    expect(await sayOf('pan42', ticket, 'rate', { rating: 3 })).toMatchObject({ code: 2000 })
    expect(await one(sql<object>`select rating from work_order where id = ${order}`)).toEqual({ rating: 3 })
  })

  it('40.3 an applicant accepts or refuses what is finished after the ticket ended, and no other person does', async () => {
    const { ticket, order } = await dispatched()
    await finished(order)
    await sayOf('pan42', ticket, 'reopen', { reason: '灯仍然闪烁' })
    await write(app.services, (unit) => unit.service(ticketActions).expire(ticket, 'silence'))
    expect(await sayOf('pan42', ticket, 'accept', { rating: 4 })).toMatchObject({ code: 4003 })
    const worked = async () => expect(await onOrder('zou34', order, 'finish', done)).toMatchObject({ code: 2000 })
    await worked()
    expect(await noticesOf('pan42', 'maintenance.acceptNow', order)).toBe(1)
    expect(await sayOf('ge43', ticket, 'accept', { rating: 4 })).toMatchObject({ code: 4003 })
    expect((await orderShown(ticket)).mayAccept).toBe(true)
    expect(await sayOf('pan42', ticket, 'reopen', { reason: '开关仍接触不良' })).toMatchObject({ code: 2000 })
    await worked()
    expect(await sayOf('pan42', ticket, 'accept', { rating: 1 })).toMatchObject({
      errors: { ratingNote: [expect.any(String)] },
    })
    expect(await sayOf('pan42', ticket, 'accept', { rating: 1, ratingNote: '返修两次' })).toMatchObject({ code: 2000 })
    expect(await orderShown(ticket)).toMatchObject({
      state: 'verified',
      rating: 1,
      ratingNote: '返修两次',
      isDefaultRating: false,
      mayRate: false,
      mayAccept: false,
    })
  })

  it('WF-07 a report is not withdrawn once a worker took its order, and the worker learns why an order was cancelled', async () => {
    const taken = await dispatched()
    await onOrder('zou34', taken.order, 'accept')
    const reason = { comment: '已自行修好，不再需要' }
    expect(await act(as('pan42'), taken.ticket, 'withdraw', reason)).toMatchObject({
      code: 4001,
      errKey: 'maintenance.withdrawTaken',
    })
    expect(await orderOf(taken.ticket)).toMatchObject({ state: 'accepted' })
    expect((await ticketOf(as('pan42'), taken.ticket)).status).toBe('handling')
    expect(await act(as('yang15'), taken.ticket, 'void', { comment: '该处即将整体改造，不再维修' })).toMatchObject({
      code: 2000,
    })
    const fresh = await dispatched()
    expect(await act(as('pan42'), fresh.ticket, 'withdraw', reason)).toMatchObject({ code: 2000 })
    for (const { ticket, order } of [taken, fresh]) {
      expect(await orderOf(ticket)).toMatchObject({ state: 'closed' })
      expect(await noticesOf('zou34', 'maintenance.cancelled', order)).toBe(1)
    }
  })

  it('22.4 a report that is withdrawn cancels its order, and when it is filed again its approval opens another that can be finished', async () => {
    const { ticket, order } = await dispatched()
    expect(await act(as('pan42'), ticket, 'withdraw', { comment: '地点填写有误，重新填报' })).toMatchObject({
      code: 2000,
    })
    expect(await orderOf(ticket)).toMatchObject({ id: order, state: 'closed' })
    expect(await onOrder('yang15', order, 'reopen', { reason: '又出现故障' })).toMatchObject({
      errKey: 'record.stateInvalid',
    })
    expect(await act(as('pan42'), ticket, 'submit')).toMatchObject({ code: 2000 })
    expect(await act(as('yang15'), ticket, 'approve', { formData: { workerId: await userId('yu35') } })).toMatchObject({
      code: 2000,
    })
    const next = await one(sql<{ id: number }>`select max(id) as id from work_order where ticket_id = ${ticket}`)
    expect(next.id).not.toBe(order)
    await finished(next.id, 'yu35')
    const shown = await as('pan42').get<TicketOrder>(`/api/maintenance/ticket/${ticket}/`)
    expect(shown.data).toMatchObject({ id: next.id, state: 'finished' })
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({ code: 2000 })
  })

  it('90 B 2 a duplicate is merged into the order that goes on, and who reported it follows that one', async () => {
    const opened = async (location: string): Promise<number> => {
      const made = await as('yang15').post<{ id: number }>('/api/maintenance/order/', {
        category: 'electric',
        location,
        description: '走廊照明不亮，需要更换',
        urgency: 'normal',
        deptId: (await one(sql<{ id: number }>`select dept_id as id from app_user where username = 'yang15'`)).id,
        contactName: '杨示甲',
        mobile: '10000000015',
        photos: [],
        roomId: null,
        assetId: null,
      })
      expect(made).toMatchObject({ code: 2000 })
      return made.data.id
    }
    const [kept, duplicate] = [await opened('主楼4层走廊'), await opened('主楼4层东侧走廊')]
    const reason = '同一处照明故障，合并处理'
    expect(await onOrder('yang15', kept, 'merge', { intoId: kept, reason })).toMatchObject({
      errKey: 'maintenance.mergeSelf',
    })
    expect(await onOrder('yang15', duplicate, 'merge', { intoId: kept, reason })).toMatchObject({ code: 2000 })
    expect(
      await one(sql<{ state: string; into: number; followers: number }>`
        select o.state, o.merged_into_id as into, (select count(*)::int from work_order_follower f where f.order_id = ${kept}) as followers
        from work_order o where o.id = ${duplicate}`),
    ).toEqual({ state: 'closed', into: kept, followers: 1 })
    expect((await onOrder('yang15', duplicate, 'merge', { intoId: kept, reason })).code).not.toBe(2000)
  })

  it('MNT-02, M1 the clock counts working time but runs day and night for what is critical, and stands while it waits', async () => {
    const calendar = app.services.calendar
    const at = (text: string) => new Date(`${text}:00+08:00`)
    // Friday 15:00; the limit of 8 hours ends on Monday at 14:00.
    const [friday, monday] = [at('2026-03-13T15:00'), at('2026-03-16T14:00')]
    const clock = { minutes: 0, since: friday }
    expect(dueOf(clock, 'urgent', 8, calendar)).toEqual(monday)
    expect(dueOf(clock, 'critical', 2, calendar)).toEqual(at('2026-03-13T17:00'))
    const stopped = pause(clock, 'urgent', at('2026-03-13T17:00'), calendar)
    expect(stopped).toEqual({ minutes: 120, since: null })
    expect(dueOf(stopped, 'urgent', 8, calendar)).toBeNull()
    // A weekend between pause and end costs nothing.
    expect(dueOf(resume(stopped, at('2026-03-16T09:00')), 'urgent', 8, calendar)).toEqual(at('2026-03-16T15:00'))
    // The sum of the parts is the whole, over weekends, holidays and worked weekends.
    const minute = fc.integer({ min: 0, max: 60 * 24 * 60 })
    fc.assert(
      fc.property(minute, minute, minute, fc.constantFrom('normal', 'critical'), (one, two, three, urgency) => {
        const [from, cut, to] = [one, two, three]
          .sort((a, b) => a - b)
          .map((n) => new Date(at('2026-09-20T00:00').getTime() + n * 60_000))
        const parts = minutesBetween(urgency, from!, cut!, calendar) + minutesBetween(urgency, cut!, to!, calendar)
        expect(parts).toBeCloseTo(minutesBetween(urgency, from!, to!, calendar), 6)
      }),
    )
    const { order } = await dispatched({ urgency: 'critical' })
    await onOrder('zou34', order, 'accept')
    expect(
      await onOrder('zou34', order, 'suspend', { suspendReason: 'parts', suspendNote: '等待灯具到货' }),
    ).toMatchObject({ code: 2000 })
    const row = await as('yang15').get<{ slaLight: string; dueAt: string | null }>(`/api/maintenance/order/${order}/`)
    expect(row.data).toMatchObject({ slaLight: 'paused', dueAt: null })
    expect(await onOrder('zou34', order, 'resume')).toMatchObject({ code: 2000 })
    await sql`update work_order set resolve_due = ${new Date(app.clock.now().getTime() - 60_000)} where id = ${order}`.execute(
      app.database.db,
    )
    await write(app.services, notifyLate)
    await write(app.services, notifyLate)
    expect(await noticesOf('han14', 'maintenance.resolveLate', order)).toBe(1)
  })

  it('MNT-02 a holiday that is entered late moves the limits of open orders, and they go back when it is taken out', async () => {
    const start = app.clock.now()
    const { order } = await dispatched()
    expect(await onOrder('zou34', order, 'accept')).toMatchObject({ code: 2000 })
    const wait = { suspendReason: 'parts', suspendNote: '等待灯具到货' }
    const at = (moment: string) => app.clock.set(new Date(`${moment}+08:00`))
    // It ran the Thursday, and waits over the Friday.
    at('2026-03-12T18:30')
    people.set('zou34', await app.as('zou34'))
    expect(await onOrder('zou34', order, 'suspend', wait)).toMatchObject({ code: 2000 })
    at('2026-03-16T09:00')
    people.set('zou34', await app.as('zou34'))
    expect(await onOrder('zou34', order, 'resume')).toMatchObject({ code: 2000 })
    const figures = () =>
      one(sql<{ minutes: string; due: Date; notified: boolean }>`
        select clock_minutes as minutes, resolve_due as due, resolve_notified as notified from work_order where id = ${order}`)
    const before = await figures()
    const mark = async (day: string, kind: 'holiday' | null) => {
      expect(
        await (await app.as('fang54')).put('/api/system/work_calendar/', { days: [{ day, kind, name: '示例假期' }] }),
      ).toMatchObject({ code: 2000 })
      await app.services.caches.load()
      await write(app.services, notifyLate)
      return figures()
    }
    // The Thursday was a holiday: its nine hours did not run, and the limit comes that much later.
    const late = await mark('2026-03-12', 'holiday')
    expect(Number(before.minutes) - Number(late.minutes)).toBe(9 * 60)
    const calendar = app.services.calendar
    expect(calendar.hoursBetween(before.due, late.due)).toBeCloseTo(9, 1)
    // Who was notified of an order that turns out to have time is notified again when it is over.
    await sql`update work_order set resolve_notified = true where id = ${order}`.execute(app.database.db)
    expect(await mark('2026-03-12', null)).toEqual({ ...before, notified: false })
    app.clock.set(start)
    people.set('zou34', await app.as('zou34'))
  })

  it('MNT-03, MNT-12, M3 parts leave the store with the result, once for each result, and dear ones wait for the head of logistics', async () => {
    const item = await one(sql<{ id: number; value: string; available: number }>`
      select i.id, v.value / v.qty as value, b.on_hand - b.reserved as available from stock_item i join stock_value v on v.item_id = i.id
        join stock_balance b on b.item_id = i.id and b.size = '' where i.category in ('equipment', 'cleaning', 'other') and i.state = 'active' and not i.serial_managed and v.qty > 30 and b.on_hand - b.reserved > 30
      order by v.value / v.qty desc limit 1`)
    const onHand = async () =>
      Number((await one(sql<{ qty: number }>`select qty from stock_value where item_id = ${item.id}`)).qty)
    const before = await onHand()
    const { ticket, order } = await dispatched()
    await onOrder('zou34', order, 'accept')
    await onOrder('zou34', order, 'start')
    const tooMany = await onOrder('zou34', order, 'finish', { ...done, parts: [{ itemId: item.id, qty: 999 }] })
    expect(tooMany).toMatchObject({ errKey: 'stock.insufficient', errors: { 'parts.0.qty': [expect.any(String)] } })
    expect(await onHand()).toBe(before)
    const finished = await onOrder('zou34', order, 'finish', { ...done, parts: [{ itemId: item.id, qty: 2 }] })
    expect(finished).toMatchObject({ code: 2000 })
    expect(await onHand()).toBe(before - 2)
    // Refused, and repaired once more: what was used stays used, and more comes to it.
    expect((await as('zou34').post(`/api/maintenance/ticket/${ticket}/reopen/`, { reason: '不是验收人' })).code).toBe(
      4003,
    )
    expect(await as('pan42').post(`/api/maintenance/ticket/${ticket}/reopen/`, { reason: '灯仍然闪烁' })).toMatchObject(
      { code: 2000 },
    )
    expect(await orderOf(ticket)).toMatchObject({ state: 'working', reopenCount: 1 })
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({
      errKey: 'maintenance.notFinished',
    })
    await sql`update work_order set parts_value = 1500 where id = ${order}`.execute(app.database.db)
    const labour = [{ userId: await userId('yu35'), hours: '2.0' }]
    const more = { ...done, ownHours: '0.5', labour, parts: [{ itemId: item.id, qty: 1 }] }
    expect(await onOrder('zou34', order, 'finish', more)).toMatchObject({ code: 2000 })
    expect(await onHand()).toBe(before - 3)
    expect(await orderOf(ticket)).toMatchObject({ workHours: '4.0' })
    expect(await onOrder('zou34', order, 'finish', more)).toMatchObject({ code: 4001 })
    expect(await onHand()).toBe(before - 3)
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({
      errKey: 'rule.MNT-03',
    })
    expect((await as('yang15').post(`/api/maintenance/order/${order}/comment/`, { comment: '同意' })).code).toBe(4003)
    const own = await as('han14').get<OwnRepairs>('/api/maintenance/own/')
    expect(own.data.toComment.map(({ id }) => id)).toEqual([order])
    expect(
      (await as('han14').post(`/api/maintenance/order/${order}/comment/`, { comment: '用料属实，同意' })).code,
    ).toBe(2000)
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({ code: 2000 })
  })

  it('E4 parts used by a repair that is voided come back by the keeper’s word', async () => {
    const item = await one(sql<{ id: number }>`
      select i.id from stock_item i join stock_value v on v.item_id = i.id join stock_balance b on b.item_id = i.id and b.size = ''
      where i.category in ('equipment', 'cleaning', 'other') and i.state = 'active' and not i.serial_managed and b.on_hand - b.reserved > 20 order by i.id limit 1`)
    const onHand = async () =>
      Number((await one(sql<{ qty: number }>`select qty from stock_value where item_id = ${item.id}`)).qty)
    const before = await onHand()
    const { ticket, order } = await dispatched({ location: '主楼5层509室' })
    for (const action of ['accept', 'start']) await onOrder('zou34', order, action)
    expect(await onOrder('zou34', order, 'finish', { ...done, parts: [{ itemId: item.id, qty: 3 }] })).toMatchObject({
      code: 2000,
    })
    expect(await act(as('yang15'), ticket, 'void', { comment: '重复报修，按另一工单处理' })).toMatchObject({
      code: 2000,
    })
    const expected = await one(sql<{ id: number; version: number; kind: string; qty: number }>`
      select id, version, kind, qty::float8 as qty from supply_return where ticket_id = ${ticket}`)
    expect(expected).toMatchObject({ kind: 'voided', qty: 3 })
    expect(await onHand()).toBe(before - 3)
    const keeper = await app.as('zhang23')
    const confirmed = await keeper.post(`/api/supplies/return/${expected.id}/confirm/`, {
      version: expected.version,
      cameBack: 2,
      note: '1件已拆封损坏',
    })
    expect(confirmed).toMatchObject({ code: 2000 })
    expect(await onHand()).toBe(before - 1)
    // A third of the value stays used, and with it what the order has cost.
    const { rows: issued } = await sql<{ value: string }>`
      select sum(value)::numeric(16,2) as value from stock_issue where ticket_id = ${ticket}`.execute(app.database.db)
    const all = Number(issued[0]?.value)
    expect(all).toBeGreaterThan(0)
    const { data } = await as('yang15').get<{ partsValue: string; cost: string }>(`/api/maintenance/order/${order}/`)
    expect(Number(data.partsValue)).toBeCloseTo(all / 3, 1)
    expect(data.cost).toBe(data.partsValue)
    const { data: rest } = await keeper.get<{ version: number }>(`/api/supplies/return/${expected.id}/`)
    expect(
      await keeper.post(`/api/supplies/return/${expected.id}/confirm/`, { version: rest.version, cameBack: 1 }),
    ).toMatchObject({ code: 2000 })
    const { data: after } = await as('yang15').get<{ cost: string }>(`/api/maintenance/order/${order}/`)
    expect(after.cost).toBe('0.00')
  })

  it('MNT-05 without an answer a result is accepted with the best rating, marked as such', async () => {
    const { ticket, order } = await dispatched()
    await onOrder('zou34', order, 'accept')
    await onOrder('zou34', order, 'start')
    await onOrder('zou34', order, 'finish', done)
    await write(app.services, (unit) => unit.service(ticketActions).expire(ticket, 'silence'))
    expect(await one(sql<object>`select state, rating, is_default_rating from work_order where id = ${order}`)).toEqual(
      {
        state: 'verified',
        rating: 5,
        isDefaultRating: true,
      },
    )
    expect(await noticesOf('pan42', 'maintenance.rateNow', order)).toBe(1)
    const own = await as('pan42').get<OwnRepairs>('/api/maintenance/own/')
    expect(own.data.toRate).toMatchObject([{ id: order, ticketId: ticket }])
    expect(await sayOf('ge43', ticket, 'rate', { rating: 1, ratingNote: '无关人员' })).toMatchObject({ code: 4003 })
    expect(await sayOf('pan42', ticket, 'rate', { rating: 2 })).toMatchObject({
      errors: { ratingNote: [expect.any(String)] },
    })
    // Averages leave out what silence rated, so the word of the applicant moves them.
    const average = async () =>
      (await as('yang15').get<readonly object[]>('/api/maintenance/order/chart/', { query: { chart: 'ratings' } })).data
    const before = JSON.stringify(await average())
    expect(await sayOf('pan42', ticket, 'rate', { rating: 2, ratingNote: '等候时间过长' })).toMatchObject({
      code: 2000,
    })
    expect(JSON.stringify(await average())).not.toBe(before)
    expect(await sayOf('pan42', ticket, 'rate', { rating: 5 })).toMatchObject({ errKey: 'maintenance.ratedBefore' })
    expect(await orderShown(ticket)).toMatchObject({ rating: 2, ratingNote: '等候时间过长', isDefaultRating: false })
    expect((await as('pan42').get<OwnRepairs>('/api/maintenance/own/')).data.toRate).toEqual([])
  })

  it('MNT-11 a worker sees the own orders only, and the work of the ticket goes where the order goes', async () => {
    const { ticket, order } = await dispatched()
    const seen = async (who: string) => (await as(who).get(`/api/maintenance/order/${order}/`)).code
    expect(await Promise.all(['zou34', 'yu35', 'pan42'].map(seen))).toEqual([2000, 4004, 4003])
    expect(
      await onOrder('yang15', order, 'dispatch', { workerId: await userId('yu35'), note: '邹师傅请假' }),
    ).toMatchObject({ code: 2000 })
    expect(await Promise.all(['zou34', 'yu35'].map(seen))).toEqual([4004, 2000])
    await onOrder('yu35', order, 'accept')
    await onOrder('yu35', order, 'start')
    expect(await onOrder('yu35', order, 'finish', done)).toMatchObject({ code: 2000 })
    const shown = await as('pan42').get<TicketOrder>(`/api/maintenance/ticket/${ticket}/`)
    expect(shown.data.steps.filter(({ event }) => event === 'dispatch')).toMatchObject([{ note: '邹师傅请假' }])
  })

  it('MNT-14, MNT-16 a result refused twice is reported to the head of logistics, and a month after its end nothing is reopened', async () => {
    const { ticket, order } = await dispatched()
    await onOrder('zou34', order, 'accept')
    await onOrder('zou34', order, 'start')
    for (const reason of ['接触不良仍未修好', '开关面板松动']) {
      await onOrder('zou34', order, 'finish', done)
      expect((await as('pan42').post(`/api/maintenance/ticket/${ticket}/reopen/`, { reason })).code).toBe(2000)
    }
    expect(await noticesOf('han14', 'maintenance.reopenedOften', order)).toBe(1)
    const watched = await as('han14').get<OwnRepairs>('/api/maintenance/own/')
    expect(watched.data.toWatch.map(({ id }) => id)).toContain(order)
    expect((await as('zou34').get<OwnRepairs>('/api/maintenance/own/')).data.toWatch).toEqual([])
    await onOrder('zou34', order, 'finish', done)
    await act(as('pan42'), ticket, 'handle', { formData: { rating: 4 } })
    await onOrder('yang15', order, 'close')
    expect(await onOrder('yang15', order, 'reopen', { reason: '又出现故障' })).toMatchObject({ code: 2000 })
    await onOrder('zou34', order, 'finish', done)
    await sql`update work_order set state = 'closed', closed_at = ${new Date(app.clock.now().getTime() - 31 * 86_400_000)} where id = ${order}`.execute(
      app.database.db,
    )
    expect(await onOrder('yang15', order, 'reopen', { reason: '又出现故障' })).toMatchObject({ errKey: 'rule.MNT-16' })
  })

  it('S07, MNT-04, MNT-13, MNT-15 a public repair is surveyed, held in the budget and accepted within its estimate', async () => {
    const vendor = async (name: string) =>
      (await one(sql<{ id: number }>`select id from vendor where name = ${name}`)).id
    const line = await one(sql<{ id: number }>`
      select l.id from budget_line l join department d on d.id = l.dept_id where d.key = 'D08' and l.subject_code = '30213' and l.year = 2026`)
    const frozen = async () =>
      Number((await one(sql<{ frozen: string }>`select frozen from budget_line where id = ${line.id}`)).frozen)
    const before = await frozen()
    const photo = await uploadPdf(app, as('pan42'))
    const filed = await submit(
      as('pan42'),
      'publicMaintenance',
      report({ category: 'elevator', location: '主楼2号电梯', description: '电梯运行异响，平层不准', photos: [photo] }),
    )
    expect(filed).toMatchObject({ code: 2000 })
    const ticket = filed.data.id
    const survey = async (estimate: string, name = '示例供应商05') =>
      act(as('yang15'), ticket, 'approve', {
        formData: { estimate, vendorId: await vendor(name), budgetLineId: line.id, workerId: await userId('zou34') },
      })
    expect(await survey('50000.01')).toMatchObject({
      errKey: 'rule.MNT-04',
      errors: { estimate: [expect.any(String)] },
    })
    expect(await survey('8000.00', '示例供应商09')).toMatchObject({ errKey: 'rule.MNT-15' })
    expect(await survey('8000.00', '示例供应商06')).toMatchObject({ errKey: 'maintenance.vendorUnfit' })
    expect(await survey('8000.00')).toMatchObject({ code: 2000 })
    for (const who of ['han14', 'you18', 'qian02']) {
      const { current } = await ticketOf(as('yang15'), ticket)
      if (current.some(({ state }) => state === 'repair')) break
      const next = await act(as(who), ticket, 'approve')
      expect(next, `${who} at ${current.map(({ state }) => state).join()}`).toMatchObject({ code: 2000 })
    }
    expect(await frozen()).toBe(before + 8000)
    const { id: order } = await orderOf(ticket)
    await onOrder('zou34', order, 'accept')
    await onOrder('zou34', order, 'start')
    expect(await onOrder('zou34', order, 'finish', { ...done, actualAmount: '8000.01' })).toMatchObject({
      errKey: 'rule.MNT-13',
    })
    expect(await onOrder('zou34', order, 'finish', { ...done, actualAmount: '7600.00' })).toMatchObject({ code: 2000 })
    expect(
      (await as('yang15').post(`/api/maintenance/ticket/${ticket}/reopen/`, { reason: '平层仍有误差' })).code,
    ).toBe(2000)
    expect(await onOrder('zou34', order, 'finish', { ...done, actualAmount: '7600.00' })).toMatchObject({ code: 2000 })
    expect(await act(as('pan42'), ticket, 'handle')).toMatchObject({ errors: { rating: [expect.any(String)] } })
    expect(await act(as('pan42'), ticket, 'handle', { formData: { rating: 3 } })).toMatchObject({ code: 2000 })
    // The rating is the applicant's, whatever the officer writes beside it.
    expect(await act(as('yang15'), ticket, 'handle', { formData: { rating: 5 } })).toMatchObject({ code: 2000 })
    expect(await orderOf(ticket)).toMatchObject({ state: 'verified', reopenCount: 1 })
    expect(await orderShown(ticket)).toMatchObject({ rating: 3, isDefaultRating: false })
    expect(await frozen()).toBe(before + 7600)
    const contractors = await as('yang15').get<readonly Contractor[]>('/api/maintenance/contractor/')
    const sums = await one(sql<{ cost: string; rating: string }>`
      select sum(actual_amount)::numeric(14,2) as cost, round(avg(rating) filter (where not is_default_rating), 1) as rating
      from work_order where vendor_id = ${await vendor('示例供应商05')} and state in ('verified', 'closed') and not is_cancelled`)
    expect(contractors.data.find(({ name }) => name === '示例供应商05')).toMatchObject(sums)
    expect((await as('zou34').get('/api/maintenance/contractor/')).code).toBe(4003)
    const sources = await as('yang15').get<readonly { label: string }[]>('/api/finance/payment_source/choices/')
    expect(sources.data.some(({ label }) => label.includes('7,600.00'))).toBe(true)
  })

  it('M2 the generator opens one round for each plan however often it runs and however long it stood, and what fails becomes an order', async () => {
    const plan = {
      item: '消防应急灯',
      location: '附楼2层走廊',
      category: 'fire',
      workerId: await userId('zou34'),
      checklist: [{ name: '主电指示' }, { name: '备用电源切换' }],
    }
    const make = async (more: object) =>
      (await as('yang15').post<{ id: number }>('/api/maintenance/plan/', { ...plan, ...more })).data.id
    const calendar = await make({ basis: 'calendar', cycleDays: 2, nextDue: '2026-03-04' })
    const completion = await make({ basis: 'completion', cycleDays: 7, nextDue: '2026-03-04' })
    await write(app.services, openRounds)
    await Promise.all([write(app.services, openRounds), write(app.services, openRounds)])
    const rounds = async (id: number) =>
      (
        await sql<{
          id: number
          dueOn: string
          state: string
        }>`select id, due_on, state from inspect_round where plan_id = ${id} order by id`.execute(app.database.db)
      ).rows
    const [round, ...others] = await rounds(calendar)
    expect([round, ...others]).toMatchObject([{ dueOn: '2026-03-04', state: 'due' }])
    const next = async (id: number) =>
      (await one(sql<{ nextDue: string | null }>`select next_due from inspect_plan where id = ${id}`)).nextDue
    expect([await next(calendar), await next(completion)]).toEqual(['2026-03-12', null])
    // A clock set back finds the same day due again.
    await sql`update inspect_plan set next_due = '2026-03-04' where id = ${calendar}`.execute(app.database.db)
    await write(app.services, openRounds)
    expect(await rounds(calendar)).toHaveLength(1)
    const report = (items: readonly object[]) =>
      as('zou34').post(`/api/maintenance/round/${round!.id}/report/`, { version: 1, items })
    expect(await report([{ result: 'pass' }])).toMatchObject({ errKey: 'maintenance.roundIncomplete' })
    expect((await report([{ result: 'pass' }, { result: 'fail' }])).code).toBe(4000)
    expect(await report([{ result: 'pass' }, { result: 'fail', note: '切换后不亮' }])).toMatchObject({ code: 2000 })
    expect(
      await one(sql<object>`select source, state, location from work_order where round_id = ${round!.id}`),
    ).toEqual({
      source: 'inspection',
      state: 'pending',
      location: '附楼2层走廊',
    })
    const [other] = await rounds(completion)
    expect(
      (await as('yang15').post(`/api/maintenance/round/${other!.id}/skip/`, { version: 1, reason: '设备已更换' })).code,
    ).toBe(2000)
    expect(await next(completion)).toBe('2026-03-18')
  })

  it('90 B 2 a plan takes its checks from a template, asks for their proof, and the picture of a failed check stands in its order', async () => {
    const checklist = [
      { name: '水泵压力', needsPhoto: false, unit: 'MPa' },
      { name: '泵房地面', needsPhoto: true, unit: null },
    ]
    const template = await as('yang15').post<{ id: number }>('/api/maintenance/template/', {
      name: '消防泵房',
      category: 'fire',
      checklist,
    })
    expect(template).toMatchObject({ code: 2000 })
    const plan = {
      item: '消防泵房',
      location: '地下1层消防泵房',
      category: 'fire',
      basis: 'calendar',
      cycleDays: 30,
      nextDue: app.clock.today(),
      workerId: await userId('zou34'),
      checklist: [],
    }
    expect(await as('yang15').post('/api/maintenance/plan/', plan)).toMatchObject({
      errKey: 'maintenance.checksNeeded',
      errors: { checklist: [expect.any(String)] },
    })
    const made = await as('yang15').post<{ id: number }>('/api/maintenance/plan/', {
      ...plan,
      templateId: template.data.id,
    })
    expect(made).toMatchObject({ code: 2000, data: { checklist } })
    await write(app.services, openRounds)
    const round = await one(sql<{ id: number }>`select id from inspect_round where plan_id = ${made.data.id}`)
    const send = (items: readonly object[]) =>
      as('zou34').post(`/api/maintenance/round/${round.id}/report/`, { version: 1, items })
    const photo = await uploadPdf(app, as('zou34'))
    const leak = { result: 'fail', note: '地面积水' }
    expect(await send([{ result: 'pass' }, { ...leak, photos: [photo] }])).toMatchObject({
      errKey: 'maintenance.readingNeeded',
      errors: { 'items.0.reading': ['请填写“水泵压力”的读数（MPa）'] },
    })
    expect(await send([{ result: 'pass', reading: '0.45' }, leak])).toMatchObject({
      errKey: 'maintenance.photoNeeded',
      errors: { 'items.1.photos': [expect.any(String)] },
    })
    expect(
      await send([
        { result: 'pass', reading: '0.45' },
        { ...leak, photos: [photo] },
      ]),
    ).toMatchObject({ code: 2000 })
    const order = await one(sql<{ id: number; description: string; photos: readonly number[] }>`
      select id, description, photos from work_order where round_id = ${round.id}`)
    expect(order).toMatchObject({ description: '消防泵房 · 泵房地面 · 地面积水', photos: [photo] })
    // The photo that the check asked for is asked of its repair as well.
    await onOrder('yang15', order.id, 'dispatch', { workerId: await userId('zou34') })
    for (const step of ['accept', 'start']) await onOrder('zou34', order.id, step)
    expect(await onOrder('zou34', order.id, 'finish', done)).toMatchObject({
      errKey: 'maintenance.resultPhotoNeeded',
      errors: { resultPhotos: [expect.any(String)] },
    })
    const repaired = await uploadPdf(app, as('zou34'))
    expect(await onOrder('zou34', order.id, 'finish', { ...done, resultPhotos: [repaired] })).toMatchObject({
      code: 2000,
    })
    // Who reads the order reads its pictures, and the orders of a round are found from it.
    expect((await as('yang15').get(`/api/system/file/${photo}/`)).code).toBe(2000)
    const year = await as('yang15').get<readonly CalendarPlan[]>('/api/maintenance/calendar/', {
      query: { year: app.clock.today().slice(0, 4) },
    })
    const days = year.data.find(({ id }) => id === made.data.id)?.days ?? []
    expect(days.slice(0, 3)).toEqual([
      { day: app.clock.today(), state: 'done', failed: 1, roundId: round.id },
      { day: plusDays(app.clock.today(), 30), state: 'planned', failed: 0, roundId: null },
      { day: plusDays(app.clock.today(), 60), state: 'planned', failed: 0, roundId: null },
    ])
    expect((await as('zou34').get('/api/maintenance/calendar/', { query: { year: '2026' } })).code).toBe(4003)
  })

  it('40.3 costs add up, what is missing goes to the demand pool, and an order becomes the repair of an asset', async () => {
    const { order } = await dispatched()
    const cost = { costName: '外购灯具', costAmount: '86.50' }
    expect(await onOrder('zou34', order, 'addCost', cost)).toMatchObject({ errKey: 'record.stateInvalid' })
    await onOrder('zou34', order, 'accept')
    expect(await onOrder('yu35', order, 'addCost', cost)).toMatchObject({ code: 4004 })
    expect(await onOrder('zou34', order, 'addCost', { ...cost, costAmount: '0' })).toMatchObject({
      errors: { costAmount: [expect.any(String)] },
    })
    expect(await onOrder('zou34', order, 'addCost', cost)).toMatchObject({ code: 2000 })
    expect(await onOrder('zou34', order, 'addCost', { ...cost, costAmount: '13.50' })).toMatchObject({
      code: 2000,
      data: { extraCost: '100.00', cost: '100.00' },
    })
    const demand = { itemId: null, itemName: '感应灯头', qty: 4, needAt: plusDays(app.clock.today(), 7) }
    expect(await onOrder('zou34', order, 'demand', { ...demand, itemName: null })).toMatchObject({
      errors: { itemName: [expect.any(String)] },
    })
    expect(await onOrder('zou34', order, 'demand', demand)).toMatchObject({ code: 2000 })
    expect(
      await one(sql<object>`
        select d.item_name, d.qty::int as qty, d.state from purchase_demand d join work_order o on o.id = ${order} where d.reason like o.no || '%'`),
    ).toEqual({ itemName: '感应灯头', qty: 4, state: 'open' })
    const asset = await one(sql<{ id: number }>`
      select a.id from asset a join app_user u on u.dept_id = a.dept_id where u.username = 'yang15' and a.state = 'inUse' order by a.id desc limit 1`)
    const link = { repairedAssetId: asset.id }
    expect(await onOrder('yang15', order, 'linkAsset', link)).toMatchObject({ code: 2000, data: { assetId: asset.id } })
    expect(await one(sql<object>`select state from asset where id = ${asset.id}`)).toEqual({ state: 'repairing' })
    expect(await onOrder('yang15', order, 'linkAsset', link)).toMatchObject({ errKey: 'record.stateInvalid' })
    const chart = async (name: string) =>
      (await as('yang15').get<{ total: number }>('/api/maintenance/order/chart/', { query: { chart: name } })).data
        .total
    for (const name of ['months', 'responses', 'repairs']) expect(await chart(name), name).toBeGreaterThan(0)
  })

  it('40.3 many orders go to one worker at once, those that cannot are counted, and only within reach', async () => {
    const [one1, two] = [await dispatched(), await dispatched()]
    await finished(two.order)
    const send = (who: string, workerId: number) =>
      as(who).post('/api/maintenance/dispatch/', { ids: [one1.order, two.order, 999_999], workerId })
    const yu = await userId('yu35')
    expect(await send('zou34', yu)).toMatchObject({ code: 4003 })
    expect(await send('yang15', await userId('pan42'))).toMatchObject({ errKey: 'maintenance.notWorker' })
    expect(await send('yang15', yu)).toMatchObject({ code: 2000, data: { dispatched: 1, skipped: 2 } })
    expect(await one(sql<object>`select worker_id from work_order where id = ${one1.order}`)).toEqual({ workerId: yu })
    expect(await noticesOf('yu35', 'maintenance.dispatched', one1.order)).toBe(1)
  })

  it('90 B 2 a planned outage is announced to the departments it affects only', async () => {
    const room = await one(sql<{ id: number; building: string }>`
      select r.id, r.building from asset_room r join app_user u on u.dept_id = r.dept_id where u.username = 'pan42' and r.building is not null order by r.id limit 1`)
    const filed = await submit(as('pan42'), 'internalMaintenance', report({ category: 'water', roomId: room.id }))
    await act(as('yang15'), filed.data.id, 'approve', { formData: { workerId: await userId('zou34') } })
    const { id: order } = await orderOf(filed.data.id)
    const row = await as('yang15').get<{ outageDeptIds: readonly number[] }>(`/api/maintenance/order/${order}/`)
    const dept = await one(sql<{ id: number }>`select dept_id as id from app_user where username = 'pan42'`)
    expect(row.data.outageDeptIds).toContain(dept.id)
    const outage = { outageKind: 'water', area: '主楼3层', outageDeptIds: [dept.id], outageNote: '请提前储水' }
    const [startAt, endAt] = ['2026-03-20 09:00:00', '2026-03-20 12:00:00']
    expect(await onOrder('yang15', order, 'announce', { ...outage, startAt: endAt, endAt: startAt })).toMatchObject({
      errKey: 'maintenance.outageEnds',
      errors: { endAt: [expect.any(String)] },
    })
    expect(await onOrder('zou34', order, 'announce', { ...outage, startAt, endAt })).toMatchObject({ code: 4003 })
    expect(await onOrder('yang15', order, 'announce', { ...outage, startAt, endAt })).toMatchObject({ code: 2000 })
    const title = '停水通知：主楼3层（2026-03-20 09:00 至 2026-03-20 12:00）'
    const read = async (who: string) =>
      (await as(who).get<readonly { title: string }[]>('/api/article/published/')).data.some(
        (one) => one.title === title,
      )
    expect([await read('pan42'), await read('yang15')]).toEqual([true, false])
    const { n, others } = await one(sql<{ n: number; others: number }>`
      select count(*)::int as n, count(*) filter (where u.dept_id <> ${dept.id})::int as others from notice m join app_user u on u.id = m.recipient_id where m.title->>'key' = 'article.announced'`)
    expect([n > 0, others]).toEqual([true, 0])
  })

  it('90 B 2 the planned days of a year go on from the next one, before and after it', () => {
    const plan = { next: '2026-12-20', cycleDays: 10 }
    expect(plannedDays(plan, 2026, '2026-12-11')).toEqual(['2026-12-20', '2026-12-30'])
    expect(plannedDays(plan, 2027, '2026-12-11').slice(0, 2)).toEqual(['2027-01-09', '2027-01-19'])
    expect(plannedDays(plan, 2025, '2026-12-11')).toEqual([])
    expect(plannedDays({ next: null, cycleDays: 365 }, 2026, '2026-01-01')).toEqual([])
    expect(plannedDays({ next: null, cycleDays: 364 }, 2026, '2026-01-01')).toEqual(['2026-12-31'])
  })
})
