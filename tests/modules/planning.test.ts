/** Year plans from the department to the budget line (30.2), and the projects they pay for (30.4, 30.5) and the money of their months (30.3). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { findMismatches } from '#src/modules/budget/budget.server.ts'
import { type BudgetLedger, budgetLedger } from '#src/modules/budget/contract.ts'
import { turnPlans } from '#src/modules/budget/fund/fund-plan.server.ts'
import { evenSplit } from '#src/modules/budget/plan/year-plan-lines.ts'
import { projectJobs, remindReports, removeOld } from '#src/modules/projects/project-jobs.server.ts'
import { refreshLights } from '#src/modules/projects/standing.server.ts'
import { reader, write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'
import { lineOf } from '#tests/modules/money.ts'

const YEAR = 2027
const path = '/api/budget/year_plan/'
const sheet = '/api/budget/plan_sheet/'

interface Plan {
  readonly id: number
  readonly version: number
  readonly state: string
  readonly submitAmount: string
  readonly reviewedAmount: string | null
  readonly publishedAmount: string | null
}
const line = (subjectCode: string, amount: string, more: Record<string, unknown> = {}) => ({
  subjectCode,
  kind: 'basic',
  projectId: null,
  fundSource: 'fiscal',
  qtyBasis: '',
  amount,
  monthly: evenSplit(amount),
  overReason: '',
  remark: '',
  ...more,
})

describe.each(oneEngine)('a year plan on %s', (engine) => {
  let app: TestApp
  let feng: Client
  let you: Client
  let qin: Client
  let wu: Client
  let departments: ReadonlyMap<string, number>

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[feng, you, qin, wu] = (await Promise.all(['feng53', 'you18', 'qin17', 'wu06'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
      Client,
    ]
    const { rows } = await sql<{ key: string; id: number }>`select key, id from department`.execute(app.database.db)
    departments = new Map(rows.map(({ key, id }) => [key, id]))
    // The demo's own plans of the coming year make room.
    await sql`update year_plan set deleted_at = now() where year = ${YEAR}`.execute(app.database.db)
  })
  afterAll(() => app.close())

  const create = (by: Client, dept: string) =>
    by.post<Plan>(path, { year: YEAR, deptId: departments.get(dept), basis: '按上年执行情况与工作任务编制' })
  const save = async (by: Client, id: number, lines: readonly object[]) => {
    const { data } = await by.get<Plan>(`${path}${id}/`)
    return by.put(`${sheet}${id}/`, { version: data.version, lines })
  }
  const act = (by: Client, id: number, action: string) => by.post<Plan>(`${path}${id}/${action}/`, {})
  const review = async (by: Client, id: number, amounts: Readonly<Record<string, string>>, isPassed = true) => {
    const { data: plan } = await by.get<Plan>(`${path}${id}/`)
    const { data: stored } = await by.get<{ lines: { id: number; subjectCode: string; amount: string }[] }>(
      `${sheet}${id}/`,
    )
    return by.post(`${sheet}${id}/review/`, {
      version: plan.version,
      isPassed,
      note: isPassed ? null : '请补充测算依据',
      amounts: stored.lines.map(({ id: of, subjectCode, amount }) => ({
        id: of,
        amount: amounts[subjectCode] ?? amount,
      })),
    })
  }
  const linesOf = async (dept: string) => {
    const { rows } = await sql<{ subjectCode: string; approved: string; entries: string; monthly: string }>`
      select line.subject_code, line.approved, (select sum(amount)::numeric(14,2) from budget_ledger where line_id = line.id and type = 'init') as entries,
        (select sum(m) from unnest(line.monthly) m)::numeric(14,2) as monthly
      from budget_line line where line.year = ${YEAR} and line.dept_id = ${departments.get(dept) ?? 0} order by line.subject_code`.execute(
      app.database.db,
    )
    return rows
  }

  it('IMPEX-STD an import of lines names every mistake of every row at once, and brings nothing in', async () => {
    const { data: plan } = await create(feng, 'D12')
    const upload = async (rows: readonly (readonly string[])[]) => {
      const { payload, headers } = multipart('plan.xlsx', await writeXlsxFile(rows.map((row) => [...row])).toBuffer())
      const raw = await app.app.inject({
        method: 'POST',
        url: `${sheet}${plan.id}/import/`,
        payload,
        headers: { ...headers, authorization: `Bearer ${await feng.token()}`, 'accept-language': 'zh-Hans' },
      })
      return raw.json<{ code: number; total?: number; errors?: Record<string, string[]>; data: unknown }>()
    }
    const head = ['经济科目', '项目', '资金来源', '金额', '1月', '2月', '增长说明', '备注', '多余']
    const sound = ['30202', '', 'fiscal', '12.00', '', '', '', '']
    const refused = await upload([
      head,
      sound,
      ['', '无此项目', '无此来源', '-1', 'x', '1.001', '短', '长'.repeat(101)],
      sound,
      ['30201', '', 'fiscal', '12.00', '1.00', '1.00', '', ''],
    ])
    expect(refused).toMatchObject({ code: 4000, total: 11 })
    expect(Object.keys(refused.errors ?? {}).sort()).toEqual(
      [
        '1.多余',
        '3.1月',
        '3.2月',
        '3.增长说明',
        '3.备注',
        '3.经济科目',
        '3.资金来源',
        '3.金额',
        '3.项目',
        '4.经济科目',
        '5.金额',
      ].sort(),
    )
    expect(refused.data).toContainEqual({ row: 3, column: '项目', value: '无此项目', message: expect.any(String) })
    const taken = await upload([head.slice(0, -1), sound])
    expect(taken).toMatchObject({ code: 2000, data: [{ subjectCode: '30202', amount: '12.00' }] })
    await sql`update year_plan set deleted_at = now() where id = ${plan.id}`.execute(app.database.db)
  })

  it('goes from the sheet through review to budget lines with their ledger (S09)', async () => {
    const { data: plan } = await create(feng, 'D12')
    expect(plan).toMatchObject({ state: 'draft', submitAmount: '0.00' })
    expect((await save(feng, plan.id, [line('30201', '120000.00'), line('31002', '90000.01')])).code).toBe(2000)
    expect((await act(feng, plan.id, 'submit')).data).toMatchObject({ state: 'submitted', submitAmount: '210000.01' })
    expect((await review(you, plan.id, { '31002': '60000.00' })).code).toBe(2000)
    expect((await act(qin, plan.id, 'publish')).data).toMatchObject({
      state: 'published',
      reviewedAmount: '180000.00',
      publishedAmount: '180000.00',
    })
    expect(await linesOf('D12')).toEqual([
      { subjectCode: '30201', approved: '120000.00', entries: '120000.00', monthly: '120000.00' },
      { subjectCode: '31002', approved: '60000.00', entries: '60000.00', monthly: '60000.00' },
    ])
    const { rows } = await sql`select state from budget_year where year = ${YEAR}`.execute(app.database.db)
    expect(rows).toEqual([{ state: 'executing' }])
    expect(await findMismatches(reader(app.services))).toEqual([])
    expect(app.announced.messages.filter(({ title }) => title.key === 'yearPlan.published')).toMatchObject([
      { to: [feng.userId] },
    ])

    const again = await save(feng, plan.id, [line('30201', '1.00')])
    expect(again).toMatchObject({ code: 4001, errKey: 'rule.BUD-23' })
    expect(await act(qin, plan.id, 'reopen')).toMatchObject({ code: 4001, errKey: 'record.stateInvalid' })
  })

  it('BUD-21 a department has one plan for a year', async () => {
    expect(await create(feng, 'D12')).toMatchObject({ code: 4001, errKey: 'rule.BUD-21' })
    expect(
      (await feng.post(path, { year: 2029, deptId: departments.get('D12'), basis: '按上年执行情况与任务编制' })).errors,
    ).toHaveProperty('year')
  })

  it('BUD-22 a subject of the three public expenses above last year needs its reason', async () => {
    const { data: plan } = await create(wu, 'D02')
    await save(wu, plan.id, [line('30201', '1000.00'), line('30217', '200000.01')])
    const refused = await act(wu, plan.id, 'submit')
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.BUD-22', data: { lines: [1] } })
    await save(wu, plan.id, [line('30217', '200000.01', { overReason: '承办全省会议，接待批次增加' })])
    expect((await act(wu, plan.id, 'submit')).data.state).toBe('submitted')
    const returned = await review(you, plan.id, {}, false)
    expect(returned.code).toBe(2000)
    expect((await wu.get<Plan>(`${path}${plan.id}/`)).data).toMatchObject({ state: 'returned' })
    await act(wu, plan.id, 'submit')
  })

  it('BUD-25 nothing is published above the control total of the year, and BUD-24 then none of the plan', async () => {
    const years = await qin.get<{ id: number; year: number }[]>('/api/budget/year/')
    const year = years.data.find((one) => one.year === YEAR)
    const control = (controlTotal: string) => qin.post(`/api/budget/year/${year?.id}/control/`, { controlTotal })
    const plans = await qin.get<Plan[]>(path, { query: { year: String(YEAR), state: 'submitted' } })
    const id = plans.data[0]?.id ?? 0
    await review(you, id, {})
    await control('380000.00')
    expect(await act(qin, id, 'publish')).toMatchObject({ code: 4001, errKey: 'rule.BUD-25' })
    expect(await linesOf('D02')).toEqual([])
    await control('380000.01')
    expect((await act(qin, id, 'publish')).code).toBe(2000)
    expect(await linesOf('D02')).toMatchObject([{ subjectCode: '30217', approved: '200000.01' }])
  })

  it('BUD-24 a line that cannot be given out keeps back the whole plan', async () => {
    const peng = await app.as('peng46')
    const { data: plan } = await create(peng, 'D11')
    await save(peng, plan.id, [line('30201', '500.00'), line('30202', '500.00')])
    await act(peng, plan.id, 'submit')
    await review(you, plan.id, {})
    await sql`insert into budget_line (year, dept_id, scope, subject_code, approved, created_at, updated_at, state)
      values (${YEAR}, ${departments.get('D11') ?? 0}, 'own', '30202', 0, now(), now(), 'locked')`.execute(
      app.database.db,
    )
    const years = await qin.get<{ id: number; year: number }[]>('/api/budget/year/')
    await qin.post(`/api/budget/year/${years.data.find((one) => one.year === YEAR)?.id}/control/`, {
      controlTotal: '9000000.00',
    })
    expect(await act(qin, plan.id, 'publish')).toMatchObject({ code: 4001, errKey: 'budget.lineLocked' })
    expect((await linesOf('D11')).map(({ approved }) => approved)).toEqual(['0.00'])
    await sql`update budget_line set state = 'active' where year = ${YEAR} and state = 'locked'`.execute(
      app.database.db,
    )
    expect((await act(qin, plan.id, 'publish')).code).toBe(2000)
    expect((await linesOf('D11')).map(({ approved }) => approved)).toEqual(['500.00', '500.00'])
    expect(await findMismatches(reader(app.services))).toEqual([])
  })

  it('nobody saves over what somebody else saved, and nobody reaches another department', async () => {
    const { data: plan } = await create(await app.as('liu58'), 'D13')
    const liu = await app.as('liu58')
    await save(liu, plan.id, [line('30201', '10.00')])
    expect(await liu.put(`${sheet}${plan.id}/`, { version: plan.version, lines: [] })).toMatchObject({
      code: 4009,
    })
    expect((await feng.get(`${sheet}${plan.id}/`)).code).toBe(4004)
    expect(
      (
        await liu.put(`${sheet}${plan.id}/`, {
          version: plan.version + 1,
          lines: [line('30201', '10.00'), line('30201', '1.00')],
        })
      ).errors,
    ).toHaveProperty('lines.1.subjectCode')
  })

  it('what was exported is read in again, and the missing are reminded', async () => {
    const plans = await feng.get<Plan[]>(path, { query: { year: String(YEAR) } })
    const file = await feng.get(`${sheet}${plans.data[0]?.id}/export/`)
    expect(file.raw.headers['x-row-count']).toBe('2')
    expect((await feng.get<object[]>(`${sheet}${plans.data[0]?.id}/last_year/`)).data.length).toBeGreaterThan(5)
    const before = app.announced.messages.length
    const { data } = await you.post<{ reminded: number }>('/api/budget/plan_remind/', { year: YEAR })
    expect(data.reminded).toBe(7)
    expect(app.announced.messages.slice(before).map(({ title }) => title.key)).toContain('yearPlan.remind')
  })

  const projects = '/api/projects/project/'
  const projectForm = (name: string, ownerId: number, more: Record<string, unknown> = {}) => ({
    name,
    category: 'equipment',
    planYear: YEAR,
    startMonth: `${YEAR}-01`,
    endMonth: `${YEAR}-12`,
    ownerId,
    fundSource: 'fiscal',
    background: '现有设备老化，不能满足日常勤务需要，申请更新',
    content: '采购并安装相关设备，完成使用培训和验收工作',
    goal: '按期完成设备更新，验收合格，满足勤务工作需要',
    kpis: [
      { name: '数量', kind: 'output', target: '10台', weight: 50 },
      { name: '合格率', kind: 'quality', target: '100%', weight: 30 },
      { name: '满意度', kind: 'benefit', target: '90%', weight: 20 },
    ],
    fundItems: [{ subjectCode: '31003', name: '设备', year: YEAR, qty: '10.00', price: '1000.00' }],
    milestones: [{ name: '验收', planDate: `${YEAR}-06-30`, payPct: 100 }],
    ...more,
  })
  interface ProjectAnswer {
    readonly id: number
    readonly state: string
    readonly version: number
    readonly declareAmount: string
    readonly score: string | null
    readonly reviewAmount: string | null
  }
  const judge = (by: Client, id: number, points: number, reviewAmount = '9000.00') =>
    by.post<ProjectAnswer>(`${projects}${id}/review/`, {
      scoreNeed: points,
      scoreFeas: points,
      scoreBenefit: points,
      reviewAmount,
      comment: '方案可行，同意',
    })
  const declared = async (name: string): Promise<number> => {
    const { data, errors } = await feng.post<ProjectAnswer>(projects, projectForm(name, feng.userId))
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ state: 'draft', declareAmount: '10000.00' })
    await feng.post(`${projects}${data.id}/submit/`, {})
    return data.id
  }
  const inLibrary = async (name: string): Promise<number> => {
    const id = await declared(name)
    for (const [index, reviewer] of ['you18', 'xu19', 'yang15'].entries())
      await judge(await app.as(reviewer), id, 80 + index, `${9000 - index}.00`)
    return id
  }
  const stateOf = async (id: number) => (await feng.get<ProjectAnswer>(`${projects}${id}/`)).data

  it('BUD-41 a mean below 60 of three reviewers does not get into the library', async () => {
    const id = await declared('反光锥筒与警示设备')
    await judge(you, id, 59)
    expect((await judge(you, id, 90)).errKey).toBe('project.reviewedTwice')
    await judge(await app.as('xu19'), id, 61)
    expect((await stateOf(id)).state).toBe('declared')
    await judge(await app.as('yang15'), id, 59)
    expect(await stateOf(id)).toMatchObject({ state: 'returned', score: '59.67' })
    const passed = await inLibrary('便携式执法记录设备')
    expect(await stateOf(passed)).toMatchObject({ state: 'inLibrary', score: '81.00', reviewAmount: '8998.00' })
  })

  it('a draft may be incomplete, a declaration may not', async () => {
    const { data } = await feng.post<ProjectAnswer>(
      projects,
      projectForm('应急通信保障设备', feng.userId, { kpis: [] }),
    )
    expect(data).toMatchObject({ state: 'draft', declareAmount: '10000.00' })
    expect((await feng.post(`${projects}${data.id}/submit/`, {})).errKey).toBe('project.fewKpis')
  })

  it('BUD-44 nobody reviews a project of their own', async () => {
    const { data } = await (await app.as('qin17')).post<ProjectAnswer>(
      projects,
      projectForm('财务凭证扫描设备', qin.userId),
    )
    await qin.post(`${projects}${data.id}/submit/`, {})
    expect((await judge(qin, data.id, 90)).errKey).toBe('project.ownReview')
  })

  it('BUD-43 a change in the library is a revision, reviewed again when it asks for more', async () => {
    const id = await inLibrary('指挥中心显示设备更新')
    const change = async (price: string) => {
      const { version } = await stateOf(id)
      return feng.put<ProjectAnswer>(`${projects}${id}/`, {
        version,
        fundItems: [{ subjectCode: '31003', name: '设备', year: YEAR, qty: '10.00', price }],
      })
    }
    expect((await change('800.00')).data).toMatchObject({ state: 'inLibrary', reviewAmount: '8000.00' })
    expect((await change('900.00')).data).toMatchObject({ state: 'declared', declareAmount: '9000.00' })
    const { data } = await feng.get<{ no: number; amountAfter: string }[]>('/api/projects/revision/', {
      query: { projectId: String(id), ordering: 'no' },
    })
    expect(data.map(({ no, amountAfter }) => [no, amountAfter])).toEqual([
      [1, '8000.00'],
      [2, '9000.00'],
    ])
  })

  it('BUD-42 what nobody included in three years leaves the library, with a message', async () => {
    const id = await inLibrary('移动警务宣传设备')
    await sql`update project set library_at = ${new Date('2023-03-10T00:00:00Z')} where id = ${id}`.execute(
      app.database.db,
    )
    await write(app.services, removeOld)
    expect((await stateOf(id)).state).toBe('removed')
    expect(app.announced.messages.at(-1)).toMatchObject({ to: [feng.userId], title: { key: 'project.expired' } })
  })

  it('a published plan takes the project into the budget, its first money begins it, BUD-52 and BUD-53 end it', async () => {
    const id = await inLibrary('基层所队取证设备')
    const chu = await app.as('chu10')
    // The demo's plan of the department is published; another year's is open.
    const owner = departments.get('D12') ?? 0
    await sql`update year_plan set deleted_at = now() where year = ${YEAR} and dept_id = ${owner}`.execute(
      app.database.db,
    )
    const { data: plan } = await create(feng, 'D12')
    expect(
      (await save(feng, plan.id, [line('31003', '8998.00', { kind: 'project', projectId: 999999 })])).errors,
    ).toHaveProperty('lines.0.projectId')
    await save(feng, plan.id, [line('31003', '8998.00', { kind: 'project', projectId: id })])
    await act(feng, plan.id, 'submit')
    await review(you, plan.id, {})
    expect((await act(qin, plan.id, 'publish')).code).toBe(2000)
    expect((await stateOf(id)).state).toBe('inBudget')

    const { rows } = await sql<{ id: number }>`select id from budget_line where project_id = ${id}`.execute(
      app.database.db,
    )
    const lineId = rows[0]?.id ?? 0
    const ledger = (work: (of: BudgetLedger) => Promise<void>) =>
      write(app.services, (unit) => work(unit.service(budgetLedger)))
    const source = { ticketId: 1, effectKey: 'test' }
    await ledger((of) => of.freeze(lineId, '100.00', source))
    expect((await stateOf(id)).state).toBe('executing')

    const results = ['数量', '合格率', '满意度'].map((name, index) => ({
      name,
      value: '完成',
      score: 100 - index * 10,
    }))
    const summary = '设备全部到位并验收合格，运行稳定，使用单位反映良好'
    const finish = (kpiResults: readonly object[]) =>
      feng.post<ProjectAnswer>(`${projects}${id}/finish/`, { kpiResults, summary })
    expect((await finish(results.slice(1))).errors).toHaveProperty('kpiResults')
    expect((await finish(results)).errKey).toBe('project.stillFrozen')
    await ledger((of) => of.unfreeze(lineId, '100.00', source))
    expect((await finish(results)).data).toMatchObject({ state: 'finished', kpiScore: '93.00' })
    await expect(ledger((of) => of.freeze(lineId, '1.00', source))).rejects.toMatchObject({
      problem: { key: 'project.stateInvalid' },
    })
    expect((await chu.get(`${projects}${id}/`)).code).toBe(4004)
  })

  it('BUD-51 a missing report of the last month is asked for once, and progress never goes back', async () => {
    const { data: running } = await qin.get<{ id: number; ownerId: number; progress: number }[]>(
      '/api/projects/execution/',
      {
        query: { state: 'executing' },
      },
    )
    const one = running.find(({ ownerId }) => ownerId === feng.userId)
    const report = (month: string, progress: number) =>
      feng.post('/api/projects/report/', { projectId: one?.id, month, progress, text: '按计划推进，完成阶段任务' })
    expect((await report('2026-03', (one?.progress ?? 0) - 1)).errors).toHaveProperty('progress')
    expect((await report('2026-04', 90)).errors).toHaveProperty('month')
    expect((await report('2026-03', 90)).code).toBe(2000)
    await sql`delete from project_report where month = '2026-02' and project_id = ${one?.id ?? 0}`.execute(
      app.database.db,
    )
    const before = app.announced.messages.length
    await write(app.services, remindReports)
    await write(app.services, remindReports)
    expect(app.announced.messages.slice(before)).toMatchObject([
      { to: [feng.userId], title: { key: 'project.reportDue' } },
    ])
    // It comes late, between its neighbours: the project is as far as its last month says.
    const late = await report('2026-02', 91)
    expect(late.errors).toEqual({ progress: ['不能大于90'] })
    expect((await report('2026-02', 88)).code).toBe(2000)
    const { data: after } = await qin.get<{ progress: number }>(`/api/projects/execution/${one?.id}/`)
    expect(after.progress).toBe(90)
  })

  it('30.5 what a project has used, its rate and its light follow what is paid and what is taken back', async () => {
    const { data: running } = await qin.get<{ id: number }[]>('/api/projects/execution/', {
      query: { state: 'executing' },
    })
    const id = running[0]?.id ?? 0
    const { rows } = await sql<{ id: number; rest: string }>`
      select id, (approved + adjust - frozen - used)::text as rest from budget_line where project_id = ${id} and approved + adjust - frozen - used > 0 order by id limit 1`.execute(
      app.database.db,
    )
    const [line] = rows
    const read = async () => {
      await write(app.services, (unit) => refreshLights(unit, null))
      const { data } = await qin.get<{ used: string; rate: string; light: string }>(`/api/projects/execution/${id}/`)
      return { used: data.used, rate: data.rate, light: data.light }
    }
    const before = await read()
    const use = (amount: string) =>
      sql`update budget_line set used = used + ${amount}::numeric where id = ${line?.id ?? 0}`.execute(app.database.db)
    await use(line?.rest ?? '0')
    const paid = await read()
    expect(Number(paid.used) - Number(before.used)).toBeCloseTo(Number(line?.rest), 2)
    expect(Number(paid.rate)).toBeGreaterThan(Number(before.rate))
    await use(`-${line?.rest}`)
    expect(await read()).toEqual(before)
    // The light is the only one of them that is kept: it is looked at again every ten minutes.
    expect(projectJobs.find(({ name }) => name === 'projects.lights')?.every).toEqual({ minutes: 10 })
  })

  interface FundAnswer {
    readonly id: number
    readonly no: string
    readonly state: string
    readonly approvedAmount: string | null
    readonly actual: string
    readonly items: readonly { readonly budgetLineId: number; readonly approvedAmount: string }[]
  }
  const fund = '/api/budget/fund_plan/'
  const fundForm = (lineId: number, period: number, more: Record<string, unknown> = {}) => ({
    year: 2026,
    periodType: 'month',
    period,
    items: [
      {
        budgetLineId: lineId,
        planAmount: '1000.00',
        planDate: `2026-${String(period).padStart(2, '0')}-10`,
        payeeType: 'corporate',
        purpose: '办公用品采购',
      },
    ],
    ...more,
  })

  it('BUD-31 a department has one fund plan for a period, and BUD-32 the months have a quota', async () => {
    // The demo's plans of the department make room.
    await sql`update fund_plan set deleted_at = now() where dept_id = ${departments.get('D12') ?? 0}`.execute(
      app.database.db,
    )
    const lineId = await lineOf(app, 'D12', '30201')
    const created = await feng.post<FundAnswer>(fund, fundForm(lineId, 3))
    expect(created.errors).toBeUndefined()
    expect(created.data.no).toMatch(/^YK2026\d{4}$/)
    expect((await feng.post(fund, fundForm(lineId, 3))).errKey).toBe('rule.BUD-31')
    expect((await feng.post(fund, fundForm(lineId, 1, { periodType: 'quarter' }))).errKey).toBe('rule.BUD-31')
    expect((await feng.post(fund, fundForm(lineId, 4, { items: fundForm(lineId, 3).items }))).errors).toHaveProperty(
      'items.0.planDate',
    )
    const above = fundForm(lineId, 4).items.map((item) => ({ ...item, planAmount: '99999999.00' }))
    expect((await feng.post(fund, fundForm(lineId, 4, { items: above }))).errors).toHaveProperty('items.0.planAmount')

    const { id } = created.data
    await sql`update fund_plan set explain = '上月合同付款顺延至本月' where id = ${id}`.execute(app.database.db)
    await feng.post(`${fund}${id}/submit/`, {})
    const approve = (approvedAmount: string) =>
      you.post<FundAnswer>(`${fund}${id}/approve/`, { items: [{ approvedAmount }] })
    expect((await approve('1000.01')).errors).toHaveProperty('items.0.approvedAmount')
    const quota = app.services.settings.json<Record<string, number>>('fundPlan.quota')
    const march = quota['3']
    quota['3'] = 1
    expect((await approve('900.00')).errKey).toBe('rule.BUD-32')
    quota['3'] = march ?? 0
    expect((await approve('900.00')).data).toMatchObject({ state: 'approved', approvedAmount: '900.00' })
  })

  it('BUD-33 begins and closes by the day; BUD-34 shows what was spent beside it, and BUD-35 asks why before the next', async () => {
    const { data } = await feng.get<FundAnswer[]>(fund, {
      query: { year: '2026', deptId: String(departments.get('D12')) },
    })
    const plan = data[0]
    const id = plan?.id ?? 0
    await write(app.services, turnPlans)
    expect((await feng.get<FundAnswer>(`${fund}${id}/`)).data.state).toBe('executing')

    const lineId = plan?.items[0]?.budgetLineId ?? 0
    const other = await lineOf(app, 'D12', '30202')
    await write(app.services, async (unit) => {
      const ledger = unit.service(budgetLedger)
      await ledger.consume(lineId, '600.00', { ticketId: 1, effectKey: 'test' })
      await ledger.consume(lineId, '400.00', { ticketId: 2, effectKey: 'test' })
      await ledger.consume(other, '50.00', { ticketId: 3, effectKey: 'test' })
    })
    const execution = await feng.get<{ lines: object[]; unplanned: { amount: string }[]; unplannedTotal: string }>(
      `${fund}${id}/execution/`,
    )
    expect(execution.data.lines).toEqual([{ lineId, approved: '900.00', actual: '1000.00' }])
    expect(execution.data.unplanned.map(({ amount }) => amount)).toEqual(['100.00', '50.00'])
    expect(execution.data.unplannedTotal).toBe('150.00')

    app.clock.set(new Date('2026-04-07T02:00:00Z'))
    await write(app.services, turnPlans)
    expect((await feng.get<FundAnswer>(`${fund}${id}/`)).data.state).toBe('closed')
    const next = await feng.post<FundAnswer>(fund, fundForm(lineId, 4))
    expect(next.errors).toBeUndefined()
    expect((await feng.post(`${fund}${next.data.id}/submit/`, {})).errKey).toBe('rule.BUD-35')
    const { data: row } = await feng.get<{ version: number }>(`${fund}${next.data.id}/`)
    await feng.put(`${fund}${next.data.id}/`, { version: row.version, explain: '设备提前到货，合同付款提前支付' })
    expect((await feng.post<FundAnswer>(`${fund}${next.data.id}/submit/`, {})).data.state).toBe('submitted')
  })
})
