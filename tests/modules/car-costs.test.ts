import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitments } from '#src/modules/budget/contract.ts'
import { judgeConsumption } from '#src/modules/car/fuel/consumption.server.ts'
import { sendDue } from '#src/modules/car/service/service-effects.server.ts'
import { read, write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'
import { act, submit, ticketOf } from '#tests/harness/tickets.ts'

const FUEL = 'officialCarRefueling'
const SERVICE = 'officialCarMaintenance'
const A = '示A0001警'
const B = '示A0002警'

describe.each(oneEngine)('refuels and repairs on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let yan: Client
  let line: number
  let cars: ReadonlyMap<string, number>
  let receipts = 0

  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> =>
    (await query.execute(app.database.db)).rows[0] as T
  const figures = () =>
    one(sql<{ frozen: string; used: string }>`select frozen, used from budget_line where id = ${line}`)
  const receipt = async (content?: string): Promise<number> => {
    receipts += 1
    const words = Buffer.from(`%${content ?? `receipt ${receipts}`}\n`)
    return (await upload(app, pan, 'receipt.pdf', Buffer.concat([tinyPdf, words]))).data.id
  }
  const cardOf = (plate: string) =>
    one(sql<{ id: number; balance: string }>`select id, balance from fuel_card where car_id = ${cars.get(plate)}`)
  const carIs = (plate: string) =>
    one(
      sql<{
        mileage: number
        status: string
      }>`select mileage, status from car where plate_no = ${plate}`,
    )
  const nextService = async (plate: string) => {
    const { data } = await yan.get<{ nextServiceKm: number; nextServiceOn: string }>(
      `/api/cars/car/${cars.get(plate)}/`,
    )
    return [data.nextServiceKm, data.nextServiceOn]
  }
  const refuel = async (at: string, km: number, more: Readonly<Record<string, unknown>> = {}) => ({
    reason: '公务出行加油',
    mobile: '10000000042',
    carId: cars.get(A),
    refuelAt: at,
    fuelType: 'gas92',
    volume: '40.00',
    unitPrice: '7.85',
    amount: '314.00',
    mileage: km,
    fullTank: true,
    station: '示例石化城东站',
    payMode: 'fuelCard',
    fuelCardId: (await cardOf(A)).id,
    receipt: [await receipt()],
    ...more,
  })
  const repair = (more: Readonly<Record<string, unknown>> = {}) => ({
    reason: '车辆到期保养',
    mobile: '10000000042',
    carId: cars.get(B),
    maintType: 'service',
    mileage: 20_000,
    faultDesc: '更换机油机滤，检查制动',
    planIn: '2026-03-12 09:00:00',
    planOut: '2026-03-12 18:00:00',
    items: [{ name: '机油机滤', qty: 2, price: '340.00' }],
    ...more,
  })

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, yan] = (await Promise.all(['pan42', 'yan26'].map((name) => app.as(name)))) as [Client, Client]
    line = (
      await one(
        sql<{
          id: number
        }>`select id from budget_line where subject_code = '30231' and scope = 'shared' and year = 2026`,
      )
    ).id
    const { rows } = await sql<{ plate: string; id: number }>`select plate_no as plate, id from car`.execute(
      app.database.db,
    )
    cars = new Map(rows.map(({ plate, id }) => [plate, id]))
    // Whose department has the card may refuel with it.
    await sql`update fuel_card set dept_id = (select dept_id from app_user where username = 'pan42') where car_id in (${cars.get(A)}, ${cars.get(B)})`.execute(
      app.database.db,
    )
    // Of these cars nothing was refuelled or repaired before.
    for (const [table, state] of [
      ['car_refuel', 'voided'],
      ['car_service', 'cancelled'],
    ] as const)
      await sql`update ${sql.table(table)} set state = ${state} where car_id in (${cars.get(A)}, ${cars.get(B)})`.execute(
        app.database.db,
      )
  })
  afterAll(() => app.close())

  it('22.3 a refuel by card is booked with its approval: record, odometer, card and budget together', async () => {
    const [before, card] = [await figures(), await cardOf(A)]
    const filed = await submit(pan, FUEL, await refuel('2026-03-10 18:00:00', 10_050))
    expect(filed).toMatchObject({ code: 2000, data: { amount: '314.00', formData: { budgetLineId: line } } })
    expect(await figures()).toEqual(before)
    expect((await act(yan, filed.data.id, 'approve')).data.status).toBe('completed')
    expect(Number((await figures()).used) - Number(before.used)).toBeCloseTo(314)
    expect(Number(card.balance) - Number((await cardOf(A)).balance)).toBeCloseTo(314)
    expect(await carIs(A)).toMatchObject({ mileage: 10_050 })
    const list = await yan.get<readonly object[]>('/api/cars/refuel/', {
      query: { carId: String(cars.get(A)), state: 'approved' },
    })
    expect(list.data).toEqual([
      expect.objectContaining({ volume: '40.00', consumption: null, isAbnormal: false, mileage: 10_050 }),
    ])
  })

  it('CAR-21 notifies the fleet when a car burnt more than 130 % of its standard between two full tanks', async () => {
    app.announced.messages.length = 0
    const filed = await submit(pan, FUEL, await refuel('2026-03-11 08:00:00', 10_350))
    expect((await act(yan, filed.data.id, 'approve')).code).toBe(2000)
    const found = await one(
      sql<object>`select consumption, is_abnormal from car_refuel where ticket_id = ${filed.data.id}`,
    )
    // 40 litres over 300 km; the standard is 8.5.
    expect(found).toEqual({ consumption: '13.3', isAbnormal: true })
    expect(app.announced.messages.map(({ title }) => (title as { key?: string }).key)).toContain('rule.CAR-21')
  })

  it('E8, C4 a paper that comes late stands between its neighbours and turns no odometer back', async () => {
    const late = await submit(pan, FUEL, await refuel('2026-03-10 20:00:00', 10_400))
    expect(late).toMatchObject({ errKey: 'car.mileageAhead', errors: { mileage: [expect.any(String)] } })
    const fits = await submit(pan, FUEL, await refuel('2026-03-10 20:00:00', 10_200))
    expect((await act(yan, fits.data.id, 'approve')).code).toBe(2000)
    expect(await carIs(A)).toMatchObject({ mileage: 10_350 })
    const back = await submit(pan, FUEL, await refuel('2026-03-11 09:30:00', 10_300))
    expect(back).toMatchObject({ errKey: 'car.mileageBackward' })
  })

  it('CAR-21 judges a fill anew when an earlier one is approved later, and again when that is voided', async () => {
    const consumptions = async () =>
      (
        await sql<{ mileage: number; consumption: string | null; isAbnormal: boolean }>`
          select mileage, consumption, is_abnormal from car_refuel where car_id = ${cars.get(A)} and state = 'approved' and mileage in (10200, 10350) order by mileage`.execute(
          app.database.db,
        )
      ).rows
    // 40 litres each, over 150 km instead of over 300.
    expect(await consumptions()).toEqual([
      { mileage: 10_200, consumption: '26.7', isAbnormal: true },
      { mileage: 10_350, consumption: '26.7', isAbnormal: true },
    ])
    const { ticketId } = await one(
      sql<{ ticketId: number }>`select ticket_id from car_refuel where car_id = ${cars.get(A)} and mileage = 10200`,
    )
    const fleet = await app.as('yan26')
    expect((await act(fleet, ticketId, 'void', { comment: '该笔加油记录登记错误，予以作废' })).code).toBe(2000)
    expect(await consumptions()).toEqual([{ mileage: 10_350, consumption: '13.3', isAbnormal: true }])
  })

  it('CAR-21 judges a fill anew when its reading is corrected', async () => {
    const correct = async (from: number, rightKm: number) => {
      const { id } = await one(
        sql<{
          id: number
        }>`select id from car_odometer where car_id = ${cars.get(A)} and km = ${from} and taken_out_at is null`,
      )
      const fleet = await app.as('yan26')
      const answer = await fleet.post(`/api/cars/reading/${id}/correct/`, {
        rightKm,
        reason: '里程登记有误，按照片更正',
      })
      expect([answer.msg, answer.code]).toEqual([answer.msg, 2000])
      return one(
        sql<object>`select mileage, consumption from car_refuel where car_id = ${cars.get(A)} and state = 'approved' and mileage = ${rightKm}`,
      )
    }
    // 40 litres over 200 km, then over 300 km again.
    expect(await correct(10_350, 10_250)).toEqual({ mileage: 10_250, consumption: '20.0' })
    expect(await correct(10_250, 10_350)).toEqual({ mileage: 10_350, consumption: '13.3' })
  })

  it.each([
    // The standard is 8.5: 30 % above it is 11.05, below it 5.95.
    ['33.00', '11.0', false],
    ['33.30', '11.1', true],
    ['18.00', '6.0', false],
    ['17.70', '5.9', true],
  ])('CAR-21, E16 %s litres over 300 km are %s, abnormal: %s', async (volume, consumption, isAbnormal) => {
    const [fill] = [
      await one(
        sql<{
          id: number
          refuelAt: Date
        }>`select id, refuel_at from car_refuel where car_id = ${cars.get(A)} and mileage = 10350`,
      ),
    ]
    await sql`update car_refuel set volume = ${volume}::numeric where id = ${fill.id}`.execute(app.database.db)
    await write(app.services, (unit) => judgeConsumption(unit, cars.get(A) ?? 0, fill.refuelAt))
    expect(await one(sql<object>`select consumption, is_abnormal from car_refuel where id = ${fill.id}`)).toEqual({
      consumption,
      isAbnormal,
    })
  })

  it('CAR-22 refuses a second refuel within half an hour and a receipt that was used', async () => {
    expect(await submit(pan, FUEL, await refuel('2026-03-11 08:20:00', 10_350))).toMatchObject({
      errKey: 'rule.CAR-22',
      errors: { refuelAt: [expect.any(String)] },
    })
    const same = async () => refuel('2026-03-11 09:10:00', 10_360, { receipt: [await receipt('the same slip')] })
    // Both wait at once, so that the second is refused by its approval.
    const [first, second] = [await submit(pan, FUEL, await same()), await submit(pan, FUEL, await same())]
    expect((await act(yan, first.data.id, 'approve')).code).toBe(2000)
    expect(await act(yan, second.data.id, 'approve')).toMatchObject({ errKey: 'car.receiptUsed' })
    expect((await ticketOf(pan, second.data.id)).status).toBe('running')
  })

  it('refuses figures that do not fit, each at its field and with its numbers', async () => {
    const tries = [
      [{ fuelType: 'diesel' }, 'car.fuelMismatch', 'fuelType'],
      [{ volume: '61.00', amount: '478.85' }, 'car.aboveTank', 'volume'],
      [{ amount: '320.00' }, 'car.amountDiffers', 'amount'],
      [{ refuelAt: '2026-03-11 12:00:00' }, 'car.refuelLater', 'refuelAt'],
      [{ refuelAt: '2026-01-11 12:00:00', mileage: 10_000 }, 'car.refuelTooOld', 'refuelAt'],
      [{ fuelCardId: (await cardOf(B)).id }, 'fuelCard.otherCar', 'fuelCardId'],
    ] as const
    for (const [values, errKey, field] of tries)
      expect(await submit(pan, FUEL, await refuel('2026-03-11 09:50:00', 10_370, values)), errKey).toMatchObject({
        errors: { [field]: [expect.any(String)] },
      })
    const card = await cardOf(A)
    await sql`update fuel_card set balance = 300 where id = ${card.id}`.execute(app.database.db)
    expect(await submit(pan, FUEL, await refuel('2026-03-11 09:50:00', 10_370))).toMatchObject({
      errKey: 'fuelCard.short',
      errors: { fuelCardId: [expect.any(String)] },
    })
    await sql`update fuel_card set balance = ${card.balance} where id = ${card.id}`.execute(app.database.db)
  })

  it('CAR-23 cash says why no card was taken; it is consumed and waits for the cashier', async () => {
    const cash = { payMode: 'cash', fuelCardId: null }
    expect(await submit(pan, FUEL, await refuel('2026-03-11 09:55:00', 10_380, cash))).toMatchObject({
      code: 4000,
      errors: { cashReason: [expect.any(String)] },
    })
    const before = await figures()
    const filed = await submit(
      pan,
      FUEL,
      await refuel('2026-03-11 09:55:00', 10_380, { ...cash, cashReason: '乡镇加油站不收油卡' }),
    )
    expect((await act(yan, filed.data.id, 'approve')).data.status).toBe('completed')
    expect(Number((await figures()).used) - Number(before.used)).toBeCloseTo(314)
    expect((await figures()).frozen).toBe(before.frozen)
    const paid = await one(
      sql<object>`select payee_type, payee_name, amount, pay_state from payment where ticket_id = ${filed.data.id}`,
    )
    expect(paid).toEqual({ payeeType: 'cash', payeeName: '潘示乙', amount: '314.00', payState: 'unpaid' })
  })

  it('40.1 a recharge adds to its card with a voucher', async () => {
    const { id, balance } = await cardOf(A)
    const { version } = await one(sql<{ version: number }>`select version from fuel_card where id = ${id}`)
    expect(
      await yan.post(`/api/cars/fuel_card/${id}/recharge/`, { version, amount: '500.00', voucher: [] }),
    ).toMatchObject({ code: 4000 })
    const voucher = (await upload(app, yan, 'voucher.pdf', tinyPdf)).data.id
    expect(
      (await yan.post(`/api/cars/fuel_card/${id}/recharge/`, { version, amount: '500.00', voucher: [voucher] })).code,
    ).toBe(2000)
    expect(Number((await cardOf(A)).balance) - Number(balance)).toBe(500)
    expect(
      (await pan.post(`/api/cars/fuel_card/${id}/recharge/`, { version, amount: '500.00', voucher: [voucher] })).code,
    ).toBe(4003)
  })

  it('CAR-39 a violation is the driver’s of the trip that covers it; without a trip the fleet names the driver', async () => {
    const trip = await one(sql<{ id: number; carId: number; driverId: number; at: string }>`
      select id, car_id, driver_id, to_char((departed_at + interval '10 minutes') at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at
      from car_trip where state = 'returned' order by departed_at desc limit 1`)
    const values = {
      carId: trip.carId,
      happenedAt: trip.at,
      place: '示例大道',
      code: '1345',
      points: 1,
      fine: '100.00',
      state: 'pending',
    }
    expect(await yan.post('/api/cars/violation/', values)).toMatchObject({
      code: 2000,
      data: { driverId: trip.driverId, tripId: trip.id },
    })
    const parked = { ...values, carId: cars.get(A), happenedAt: '2026-03-11 03:00:00' }
    expect(await yan.post('/api/cars/violation/', parked)).toMatchObject({
      errKey: 'rule.CAR-39',
      errors: { driverId: [expect.any(String)] },
    })
    expect((await yan.post('/api/cars/violation/', { ...parked, driverId: trip.driverId })).code).toBe(2000)
    expect((await pan.get('/api/cars/violation/')).code).toBe(4003)
  })

  describe('a repair', () => {
    let vendor: number
    let other: number
    /** When B was to be serviced next before any of these repairs. */
    let before: readonly unknown[]
    beforeAll(async () => {
      before = await nextService(B)
      vendor = (
        await one(
          sql<{ id: number }>`select id from vendor where is_car_repair and state = 'active' order by id limit 1`,
        )
      ).id
      other = (
        await one(sql<{ id: number }>`select id from vendor where is_canteen and state = 'active' order by id limit 1`)
      ).id
    })

    it('22.2 holds the estimate and the car, becomes the bill, and frees both; the bill waits for its payment (CAR-11, CAR-35)', async () => {
      const before = await figures()
      const filed = await submit(pan, SERVICE, repair({ vendorId: vendor }))
      expect(filed).toMatchObject({ code: 2000, data: { amount: '680.00' } })
      expect(await figures()).toEqual(before)
      const approved = await act(yan, filed.data.id, 'approve')
      expect(approved.data.current.map(({ state }) => state)).toEqual(['fleetFinish'])
      expect(Number((await figures()).frozen) - Number(before.frozen)).toBe(680)
      const board = await yan.get<{ trips: readonly { carId: number; state: string }[] }>('/api/cars/board/', {
        query: { from: '2026-03-12', days: '1' },
      })
      expect(board.data.trips.filter(({ state }) => state === 'maintenance')).toEqual([
        expect.objectContaining({ carId: cars.get(B), startAt: '2026-03-12 09:00:00', endAt: '2026-03-12 18:00:00' }),
      ])
      const past = await submit(
        pan,
        SERVICE,
        repair({ vendorId: vendor, planIn: '2026-03-10 09:00:00', planOut: '2026-03-10 18:00:00' }),
      )
      expect(past).toMatchObject({ errKey: 'car.startTooEarly', errors: { planIn: [expect.any(String)] } })
      // CAR-31: the block of a repair keeps others out.
      const twice = await submit(
        pan,
        SERVICE,
        repair({ vendorId: vendor, planIn: '2026-03-12 17:00:00', planOut: '2026-03-13 17:00:00' }),
      )
      expect(twice).toMatchObject({ errKey: 'car.serviceTwice', errors: { planIn: [expect.any(String)] } })

      // Before the car has gone in there is nothing to finish.
      const early = { finishMileage: 20_004, outAt: '2026-03-11 09:00:00', actualAmount: '700.00' }
      expect(await act(yan, filed.data.id, 'handle', { formData: early })).toMatchObject({
        errKey: 'car.outBeforeIn',
        params: ['2026-03-12 09:00:00'],
        errors: { outAt: [expect.any(String)] },
      })
      app.clock.set(new Date('2026-03-12T01:05:00Z'))
      await write(app.services, sendDue)
      expect(await carIs(B)).toMatchObject({ status: 'repairing' })

      app.clock.set(new Date('2026-03-12T08:00:00Z'))
      const done = { finishMileage: 20_004, outAt: '2026-03-12 15:30:00' }
      expect(await act(yan, filed.data.id, 'handle', { formData: { ...done, actualAmount: '748.01' } })).toMatchObject({
        errKey: 'rule.CAR-11',
        params: ['748.01', '680.00', '748.00'],
        errors: { actualAmount: [expect.any(String)] },
      })
      expect(
        (await act(yan, filed.data.id, 'handle', { formData: { ...done, actualAmount: '700.00' } })).data.status,
      ).toBe('completed')
      expect(Number((await figures()).frozen) - Number(before.frozen)).toBe(700)
      expect(await carIs(B)).toMatchObject({
        status: 'idle',
        mileage: 20_004,
      })
      expect(await nextService(B)).toEqual([30_004, '2026-09-12'])
      const [held] = await read(app.services, (unit) => unit.service(commitments).heldBy(filed.data.id))
      expect(held).toMatchObject({ kind: 'carMaint', amount: '700.00', remaining: '700.00', state: 'effective' })
      app.clock.set(new Date('2026-03-11T02:00:00Z'))
    })

    it('22.2 refuses a shop that is not listed, a tyre without a picture, and a time with trips, naming whom to call', async () => {
      const offered = await pan.get<{ id: number }[]>('/api/procurement/vendor/options/?isCarRepair=true&state=active')
      expect(offered.data.map(({ id }) => id)).toContain(vendor)
      expect(offered.data.map(({ id }) => id)).not.toContain(other)
      expect(
        await submit(
          pan,
          SERVICE,
          repair({ vendorId: other, planIn: '2026-03-17 09:00:00', planOut: '2026-03-17 18:00:00' }),
        ),
      ).toMatchObject({
        errKey: 'car.vendorUnfit',
        errors: { vendorId: [expect.any(String)] },
      })
      expect(await submit(pan, SERVICE, repair({ vendorId: vendor, maintType: 'tyre' }))).toMatchObject({
        code: 4000,
        errors: { photos: [expect.any(String)] },
      })
      const trip = await one(sql<{ carId: number; day: string; no: string; km: number }>`
        select t.car_id, (t.start_at at time zone 'Asia/Shanghai')::date as day, t.no, c.mileage as km from car_trip t join car c on c.id = t.car_id
        where t.state = 'reserved' order by t.start_at limit 1`)
      const times = { planIn: `${trip.day} 00:00:00`, planOut: `${trip.day} 23:00:00` }
      const refused = await submit(
        pan,
        SERVICE,
        repair({ vendorId: vendor, carId: trip.carId, mileage: trip.km, ...times }),
      )
      expect(refused).toMatchObject({ errKey: 'car.serviceConflict' })
      expect((refused as { params?: readonly unknown[] }).params?.[1]).toBe(trip.no)
    })

    it('CAR-13 a car that is out is sent in after its trip, CAR-12 a repair that comes again is said before it is approved', async () => {
      const trip = await one(sql<{ carId: number; km: number }>`
        select t.car_id, c.mileage as km from car_trip t join car c on c.id = t.car_id where t.state = 'reserved' order by t.start_at limit 1`)
      await sql`update car_trip set state = 'departed', departed_at = start_at, mileage_out = ${trip.km} where car_id = ${trip.carId} and state = 'reserved'
        and start_at = (select min(start_at) from car_trip where car_id = ${trip.carId} and state = 'reserved')`.execute(
        app.database.db,
      )
      const refused = await submit(
        pan,
        SERVICE,
        repair({
          vendorId: vendor,
          carId: trip.carId,
          mileage: trip.km,
          planIn: '2026-03-11 14:00:00',
          planOut: '2026-03-11 23:00:00',
        }),
      )
      expect(refused).toMatchObject({ errKey: 'rule.CAR-13', errors: { planIn: [expect.any(String)] } })
      const again = await submit(
        pan,
        SERVICE,
        repair({ vendorId: vendor, mileage: 20_004, planIn: '2026-03-20 09:00:00', planOut: '2026-03-20 18:00:00' }),
      )
      expect(again.code).toBe(2000)
      const { data } = await yan.get<{ warnings: readonly { key: string }[] }>(`/api/workflow/ticket/${again.data.id}/`)
      expect(JSON.stringify(data.warnings ?? data)).toContain('重复维修')
    })

    it('CAR-35 the next service follows the reading of the last one when it is corrected, and goes back when it is voided', async () => {
      const service = await one(sql<{ ticketId: number }>`
        select ticket_id from car_service where car_id = ${cars.get(B)} and state = 'finished' and ticket_id is not null`)
      const reading = await one(sql<{ id: number }>`
        select id from car_odometer where ticket_id = ${service.ticketId} and source = 'service' and taken_out_at is null`)
      const corrected = await yan.post(`/api/cars/reading/${reading.id}/correct/`, {
        rightKm: 20_001,
        reason: '出厂里程登记有误',
      })
      expect([corrected.msg, corrected.code]).toEqual([corrected.msg, 2000])
      expect(await nextService(B)).toEqual([30_001, '2026-09-12'])
      // The register of use is computed when it is read: what is voided costs nothing there, in all or for a kilometre.
      const use = async () => {
        const { data } = await yan.get<readonly { repairCost: string; cost: string; km: number; costPerKm: string }[]>(
          `/api/cars/use/?carId=${cars.get(B)}&quarter=2026Q1`,
        )
        const { repairCost = '', cost = '', km = 0, costPerKm = null } = data[0] ?? {}
        expect(Number(costPerKm)).toBeCloseTo(Number(cost) / km, 1)
        return Number(repairCost)
      }
      const costly = await use()
      const voided = await act(yan, service.ticketId, 'void', { comment: '该次保养登记错误，予以作废' })
      expect([voided.msg, voided.code]).toEqual([voided.msg, 2000])
      expect(await nextService(B)).toEqual(before)
      expect(costly - (await use())).toBeCloseTo(700)
    })
  })
})
