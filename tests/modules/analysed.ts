/** What the budget and the claims add up to (30.6, 30.8): asked on the application of the daily expenses, after everything else there. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { BudgetExecution } from '#src/define/home.ts'
import { findAnomalies } from '#src/modules/analysis/budget/anomalies.server.ts'
import type { BudgetAnalysis, EntryRow, FrozenRow } from '#src/modules/analysis/budget/budget.types.ts'
import { percentOf } from '#src/modules/analysis/figures.ts'
import type {
  CapitaRow,
  SpendRow,
  StepRow,
  TravelFigures,
  VehicleFigures,
  VendorRow,
} from '#src/modules/analysis/finance/finance.types.ts'
import { readTable } from '#src/server/uploads/process/table.ts'
import { write } from '#src/server/work.ts'
import type { Client } from '#tests/harness/app.ts'
import { act, claimForm, submit, type WireTicket } from '#tests/harness/tickets.ts'
import type { Office } from './payments.ts'

const url = '/api/budget/analysis/'
const sum = (amounts: readonly string[]): string =>
  (amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

export function analysedCases(office: () => Office): void {
  let qin: Client
  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
    (await query.execute(office().app.database.db)).rows[0]
  const analysis = async (person: Client, query: Record<string, string> = {}): Promise<BudgetAnalysis> =>
    (await person.get<BudgetAnalysis>(url, { query })).data

  beforeAll(async () => {
    qin = await office().app.as('qin17')
  })

  it('BUD-61 the totals are those of the lines, and every chart adds up to them', async () => {
    const data = await analysis(qin)
    const lines = await one(sql<{ approved: string; used: string; frozen: string; available: string }>`
      select sum(approved) as approved, sum(used) as used, sum(frozen) as frozen, sum(approved + adjust - frozen - used) as available from budget_line
      where year = 2026 and deleted_at is null`)
    expect(data.totals).toMatchObject(lines ?? {})
    for (const figure of ['approved', 'used', 'frozen', 'available'] as const) {
      expect(sum(data.pivot.map((cell) => cell[figure]))).toBe(data.totals[figure])
      expect(sum(data.departments.map((row) => row[figure]))).toBe(data.totals[figure])
      expect(sum(data.subjects.map((row) => row[figure]))).toBe(data.totals[figure])
    }
    expect(sum(data.months.map(({ used }) => used))).toBe(data.totals.used)
    expect(sum(data.frozen.map(({ amount }) => amount))).toBe(data.totals.frozen)
    const behind = await Promise.all(
      data.frozen.map(({ band }) => qin.get<readonly FrozenRow[]>(`${url}frozen/`, { query: { band, limit: '100' } })),
    )
    expect(behind.map((answer) => sum(answer.data.map(({ amount }) => amount)))).toEqual(
      data.frozen.map(({ amount }) => amount),
    )
    const [cell] = data.pivot
    const query = { deptId: String(cell?.deptId), subject: String(cell?.subjectCode) }
    const narrowed = await analysis(qin, query)
    expect(narrowed.totals.used).toBe(cell?.used)
    const entries = await qin.get<readonly EntryRow[]>(`${url}ledger/`, { query: { ...query, limit: '100' } })
    expect(
      sum(
        entries.data.flatMap(({ type, amount }) =>
          type === 'consume' ? [amount] : type === 'refund' ? [`-${amount}`] : [],
        ),
      ),
    ).toBe(cell?.used)
    const { rows: sheet } = await readTable((await qin.get(`${url}export_data/`)).raw.rawPayload, { rows: 2000 })
    expect(sheet.length - 1).toBe(data.pivot.length)
  })

  it('BUD-61 every other chart of 30.6 is what its list holds', async () => {
    const data = await analysis(qin)
    const lines = await qin.get<readonly { used: string; approved: string; adjust: string }[]>('/api/budget/line/', {
      query: { year: '2026', subjectCode: '30217', limit: '100' },
    })
    expect(data.threePublic.find(({ kind }) => kind === 'reception')).toMatchObject({
      used: sum(lines.data.map(({ used }) => used)),
      budget: sum(lines.data.flatMap(({ approved, adjust }) => [approved, adjust])),
    })
    const last = await one(sql<{ used: string }>`
      select coalesce(sum(used), 0)::numeric(14,2) as used from budget_line where year = 2025 and subject_code = '30217'`)
    expect(data.threePublic.find(({ kind }) => kind === 'reception')?.lastUsed).toBe(last?.used)
    const former = await analysis(qin, { year: '2025' })
    expect(data.months.map(({ lastUsed }) => lastUsed)).toEqual(former.months.map(({ used }) => used))
    const planned = await one(sql<{ plan: string }>`
      select sum(amount)::numeric(14,2) as plan from budget_line, unnest(monthly) amount where year = 2026 and deleted_at is null`)
    expect(sum(data.months.map(({ plan }) => plan))).toBe(planned?.plan)
    const { rows: claims } = await sql<{ amount: string }>`
      select claim.amount from expense_claim claim join budget_line line on line.id = claim.budget_line_id
      where line.year = 2026 and claim.pay_state <> 'voided' order by claim.amount desc`.execute(
      office().app.database.db,
    )
    expect(data.largest.map(({ amount }) => amount)).toEqual(claims.slice(0, 10).map(({ amount }) => amount))
    expect(data.claims).toBe(claims.length)

    const [project] = data.projects
    const ofProject = await analysis(qin, { projectId: String(project?.id) })
    const its = await one(sql<{ used: string; approved: string }>`
      select sum(used) as used, sum(approved) as approved from budget_line where year = 2026 and project_id = ${project?.id ?? 0} and deleted_at is null`)
    expect(ofProject.totals).toMatchObject(its ?? {})
  })

  it('BUD-34 the share of unplanned spending is that of the lists of the fund plans', async () => {
    const { data: plans } = await qin.get<readonly { id: number; deptId: number }[]>('/api/budget/fund_plan/', {
      query: { year: '2026', state: 'executing,closed', limit: '100' },
    })
    interface PlanExecution {
      readonly lines: readonly { readonly lineId: number; readonly actual: string }[]
      readonly unplannedTotal: string
      readonly unplanned: readonly { readonly lineId: number; readonly amount: string }[]
    }
    const totals = new Map<number, { used: string[]; beside: string[] }>()
    for (const { id, deptId } of plans) {
      const { data } = await qin.get<PlanExecution>(`/api/budget/fund_plan/${id}/execution/`)
      const of = totals.get(deptId) ?? { used: [], beside: [] }
      const planned = new Set(data.lines.map(({ lineId }) => lineId))
      of.beside.push(data.unplannedTotal)
      of.used.push(
        ...data.lines.map(({ actual }) => actual),
        ...data.unplanned.filter(({ lineId }) => !planned.has(lineId)).map(({ amount }) => amount),
      )
      totals.set(deptId, of)
    }
    const { departments } = await analysis(qin)
    const shown = departments.flatMap(({ deptId, unplanned }) => (unplanned === null ? [] : [[deptId, unplanned]]))
    const listed = [...totals]
      .filter(([, { used }]) => sum(used) !== '0.00')
      .map(([deptId, { used, beside }]) => [deptId, percentOf(sum(beside), sum(used))])
    expect(listed.length).toBeGreaterThan(0)
    expect(shown.toSorted()).toEqual(listed.toSorted())
  })

  it('INV-11 a department leader sees the lines of the own department alone', async () => {
    const { zhang, pan } = office()
    const data = await analysis(zhang)
    expect(new Set(data.departments.map(({ deptId }) => deptId)).size).toBe(1)
    const own = await one(sql<{
      used: string
    }>`select sum(line.used) as used from budget_line line join department on department.id = line.dept_id
      where department.key = 'D10' and line.year = 2026`)
    expect(data.totals.used).toBe(own?.used)
    expect((await pan.get(url)).code).toBe(4003)
    expect((await zhang.get(`${url}export_data/`)).code).toBe(4003)
  })

  it('BUD-62 a claim that was voided shows in neither used nor count', async () => {
    const { pan, zhang, you, line, file } = office()
    const before = await analysis(qin)
    const filed = await submit(pan, 'financialReimbursementOne', claimForm(line, '41.00', '2026-03-11', file))
    await act(zhang, filed.data.id, 'approve')
    await act(you, filed.data.id, 'claim')
    await act(you, filed.data.id, 'approve')
    const during = await analysis(qin)
    expect(during.claims).toBe(before.claims + 1)
    expect(sum([during.totals.used, `-${before.totals.used}`])).toBe('41.00')
    expect((await act(qin, filed.data.id, 'void', { comment: '与上月报销重复，经核实予以作废' })).code).toBe(2000)
    const after = await analysis(qin)
    expect([after.claims, after.totals.used]).toEqual([before.claims, before.totals.used])
  })

  it('30.6 Warn tells the leaders the figures of the page, each at most once a week', async () => {
    const { app, you } = office()
    const { departments, lagLimit, timePercent } = await analysis(qin)
    const late = departments.filter(({ lag }) => lag > lagLimit)
    expect(late.length).toBeGreaterThan(0)
    const body = { year: 2026, deptIds: late.map(({ deptId }) => deptId) }
    expect((await you.post(`${url}warn/`, body)).code).toBe(4003)
    expect(await qin.post(`${url}warn/`, body)).toMatchObject({ code: 2000, data: { warned: late.length } })
    expect(app.announced.messages.at(-1)).toMatchObject({
      title: { key: 'analysis.notice.warning', params: expect.arrayContaining([late.at(-1)?.rate, timePercent]) },
    })
    expect(await qin.post(`${url}warn/`, body)).toMatchObject({ code: 4001, errKey: 'analysis.warnedLately' })
    app.clock.advance(7 * 86_400_000)
    expect((await qin.post(`${url}warn/`, body)).code).toBe(2000)
    app.clock.advance(-7 * 86_400_000)
  })

  it('30.8 the charts are the sums of the lists behind them', async () => {
    const base = '/api/finance/analysis/'
    const spend = await qin.get<readonly SpendRow[]>(`${base}spend/`, { query: { year: '2026' } })
    expect(sum(spend.data.filter(({ year }) => year === 2026).map(({ amount }) => amount))).toBe(
      (await analysis(qin)).totals.used,
    )
    const vendors = await qin.get<readonly VendorRow[]>(`${base}vendors/`)
    const [first] = vendors.data
    const invoices = await one(sql<{
      amount: string
      n: number
    }>`select sum(amount) as amount, count(*)::int as n from invoice
      where state = 'used' and seller_name = ${first?.seller ?? ''} and extract(year from invoice_date) = 2026`)
    expect([first?.amount, first?.invoices]).toEqual([invoices?.amount, invoices?.n])
    const steps = await qin.get<{ claims: number; steps: readonly StepRow[] }>(`${base}steps/`)
    expect(steps.data.steps.find(({ state }) => state === 'financeAudit')).toMatchObject({
      name: expect.stringMatching('审'),
    })
    // The hours of a step are those of its tasks in the tickets behind them.
    const audits = steps.data.steps.find(({ state }) => state === 'financeAudit')
    const spans = await one(sql<{ n: number; hours: number }>`
      select count(distinct task.ticket_id)::int as n, round(avg(extract(epoch from task.decided_at - task.opened_at)) / 3600, 1)::float8 as hours
      from ticket_task task join expense_claim claim on claim.ticket_id = task.ticket_id
      where task.state = 'financeAudit' and task.status = 'done' and task.kind <> 'cc' and claim.pay_state <> 'voided'
        and extract(year from claim.created_at at time zone 'Asia/Shanghai') = 2026`)
    expect([audits?.claims, audits?.hours]).toEqual([spans?.n, spans?.hours])
    expect(Math.max(...steps.data.steps.map(({ claims }) => claims))).toBeLessThanOrEqual(steps.data.claims)
    const { totals, departments, threePublic } = await analysis(qin)
    const capita = await qin.get<readonly CapitaRow[]>(`${base}capita/`)
    // Sections without a budget of their own live on that of the department above them (70.1), so everybody counts once.
    const { rows: served } = await sql<{ key: string; people: number }>`
      select department.key, count(*)::int as people from app_user join department on department.id = app_user.dept_id where app_user.state group by 1`.execute(
      office().app.database.db,
    )
    const staff = new Map(served.map(({ key, people }) => [key, people]))
    const logistics = await one(sql<{ id: number }>`select id from department where key = 'D04'`)
    expect(capita.data.find(({ deptId }) => deptId === logistics?.id)?.people).toBe(
      ['D04', 'D05', 'D06', 'D09'].reduce((people, key) => people + (staff.get(key) ?? 0), 0),
    )
    expect(capita.data.reduce((people, row) => people + row.people, 0)).toBe(
      [...staff.values()].reduce((a, b) => a + b),
    )
    for (const row of capita.data) {
      expect(row.used).toBe(departments.find(({ deptId }) => deptId === row.deptId)?.used)
      // A share is rounded to the cent.
      expect(Math.abs(Number(row.perHead) * row.people - Number(row.used))).toBeLessThanOrEqual(row.people / 200 + 1e-6)
    }
    // 30.8: cost per kilometre out of the refuels, repairs, insurances and tolls themselves; a quarter has its own.
    for (const [query, from, until] of [
      [{ year: '2026' }, '2026-01-01', '2027-01-01'],
      [{ year: '2025', period: 'q4' }, '2025-10-01', '2026-01-01'],
    ] as const) {
      const { data: vehicles } = await qin.get<VehicleFigures>(`${base}vehicles/`, { query })
      const spent = await one(sql<{ km: number; amount: string }>`
        with span as (select (${from}::date)::timestamp at time zone 'Asia/Shanghai' as since, (${until}::date)::timestamp at time zone 'Asia/Shanghai' as until)
        select (select sum(mileage_in - mileage_out)::int from car_trip, span where state = 'returned' and returned_at >= since and returned_at < span.until) as km,
          (coalesce((select sum(amount) from car_refuel, span where state = 'approved' and refuel_at >= since and refuel_at < span.until), 0)
            + coalesce((select sum(actual_amount) from car_service, span where state = 'finished' and out_at >= since and out_at < span.until), 0)
            + coalesce((select sum(tolls) from car_trip, span where state = 'returned' and returned_at >= since and returned_at < span.until), 0)
            + coalesce((select sum((line ->> 'amount')::numeric) from car, jsonb_array_elements(insurances) line where (line ->> 'start')::date >= ${from}::date and (line ->> 'start')::date < ${until}::date), 0))::numeric(14,2) as amount`)
      expect(vehicles).toMatchObject({ km: spent?.km, amount: spent?.amount })
      expect(Number(vehicles.perKm)).toBeCloseTo(Number(spent?.amount) / Number(spent?.km), 1)
    }
    const travel = await qin.get<TravelFigures>(`${base}travel/`)
    const trips = await one(sql<{ n: number; days: number; amount: string }>`
      select count(*)::int as n, sum(days)::int as days, coalesce(sum(actual), 0)::numeric(14,2) as amount from travel_trip
      where state not in ('cancelled', 'expired') and extract(year from start_date) = 2026`)
    expect(travel.data).toMatchObject({ trips: trips?.n, days: trips?.days, amount: trips?.amount })
    interface Trip {
      readonly destinations: string
      readonly startDate: string
      readonly days: number
      readonly actual: string | null
      readonly state: string
      readonly claimTicketId: number | null
    }
    const { data: listed } = await qin.get<readonly Trip[]>('/api/travel/trip/', { query: { limit: '100' } })
    const counted = listed.filter(
      ({ state, startDate }) => state !== 'cancelled' && state !== 'expired' && startDate.startsWith('2026'),
    )
    for (const city of travel.data.cities) {
      const there = counted.filter(({ destinations }) => destinations === city.city)
      expect([city.trips, city.days, city.amount]).toEqual([
        there.length,
        there.reduce((days, trip) => days + trip.days, 0),
        sum(there.map(({ actual }) => actual ?? '0')),
      ])
    }
    const claimed = [...new Set(counted.flatMap(({ claimTicketId }) => claimTicketId ?? []))]
    const nights = await Promise.all(
      claimed.map(async (id) => {
        const { data } = await qin.get<WireTicket>(`/api/workflow/ticket/${id}/`)
        const { lodging } = data.formData as { lodging?: readonly { selfPaid: string | null }[] | null }
        return (lodging ?? []).filter(({ selfPaid }) => Number(selfPaid ?? 0) > 0).length
      }),
    )
    expect(travel.data.over).toBe(nights.reduce((all, some) => all + some, 0))
    for (const chart of ['capita', 'three_public', 'travel']) {
      expect((await qin.get(`${base}${chart}/`, { query: { period: 'q1' } })).code).toBe(2000)
      expect((await qin.get(`${base}${chart}/export_data/`)).raw.statusCode).toBe(200)
    }
    const widget = await qin.get<{ kinds: readonly { kind: string; budget: string; used: string }[] }>(
      '/api/home/three_public/',
    )
    const reception = await one(sql<{ budget: string; used: string }>`
      select sum(approved + adjust) as budget, sum(used) as used from budget_line where year = 2026 and subject_code = '30217'`)
    expect(widget.data.kinds.find(({ kind }) => kind === 'reception')).toMatchObject(reception ?? {})
    expect(widget.data.kinds.map(({ used }) => used)).toEqual(threePublic.map(({ used }) => used))
    const execution = await qin.get<BudgetExecution>('/api/home/budget_exec/')
    expect(execution.data).toMatchObject({
      approved: sum([totals.approved, totals.adjust]),
      frozen: totals.frozen,
      used: totals.used,
      available: totals.available,
    })
  })

  it('FIN-97 the night finds anomalies anew; a reviewed one opens again only when its data changed', async () => {
    const { app } = office()
    const night = () => write(app.services, findAnomalies)
    await night()
    const found = await one(sql<{ id: number; foundKey: string }>`
      select id, found_key from anomaly where kind = 'sameSeller' and state = 'open' order by id limit 1`)
    const reviewed = await qin.post(`/api/finance/anomaly/${found?.id}/review/`, { note: '两张发票内容不同，属实' })
    expect(reviewed).toMatchObject({ code: 2000, data: { state: 'reviewed' } })
    const stateOf = async () =>
      one(sql<{ state: string; note: string | null }>`select state, note from anomaly where id = ${found?.id ?? 0}`)
    await night()
    expect(await stateOf()).toEqual({ state: 'reviewed', note: '两张发票内容不同，属实' })
    await sql`update invoice set amount = amount + 1 where id = ${found?.foundKey ?? ''}::bigint`.execute(
      app.database.db,
    )
    await night()
    expect(await stateOf()).toEqual({ state: 'open', note: null })
    await sql`update invoice set amount = amount - 1 where id = ${found?.foundKey ?? ''}::bigint`.execute(
      app.database.db,
    )
  })
}
