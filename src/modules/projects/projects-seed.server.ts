import { sql } from 'kysely'
import { addDays, addMonths } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { type PastBudgetLine, pastBudget } from '#src/modules/budget/contract.ts'
import { refreshLights } from './standing.server.ts'

interface Seed {
  readonly dept: string
  readonly name: string
  readonly category: string
  readonly subject: string
  /** In yuan. */
  readonly amount: number
  readonly state: string
  /** Percent of the work done, for what is carried out. */
  readonly progress?: number
  /** Percent of the money used. */
  readonly used?: number
  /** Days from today to its steps; those below 0 are done unless `late`. */
  readonly steps?: readonly number[]
  readonly late?: boolean
}

// biome-ignore format: a table, one row to the line
const seeds: readonly Seed[] = [
  { dept: 'D12', name: '情报研判平台二期建设', category: 'informatization', subject: '31007', amount: 860_000, state: 'executing', progress: 55, used: 48, steps: [-120, -40, 60, 200] },
  { dept: 'D11', name: '城区电子警察设备更新', category: 'equipment', subject: '31003', amount: 1_200_000, state: 'executing', progress: 30, used: 8, steps: [-60, 10, 150], late: false },
  { dept: 'D10', name: '现场勘查装备更新', category: 'equipment', subject: '31003', amount: 420_000, state: 'executing', progress: 70, used: 20, steps: [-90, -10, 90], late: true },
  { dept: 'D04', name: '警用装备库房改造', category: 'infrastructure', subject: '30213', amount: 380_000, state: 'executing', progress: 40, used: 35, steps: [-30, 45, 120] },
  { dept: 'D08', name: '机关食堂厨房设备更换', category: 'equipment', subject: '31003', amount: 260_000, state: 'executing', progress: 85, used: 76, steps: [-80, -20, 12] },
  { dept: 'D02', name: '档案数字化加工服务', category: 'service', subject: '30227', amount: 180_000, state: 'executing', progress: 25, used: 22, steps: [-15, 75, 180] },
  { dept: 'D13', name: '执法监督视频巡查服务', category: 'service', subject: '30227', amount: 150_000, state: 'inBudget', steps: [40, 160] },
  { dept: 'D10', name: '电子数据取证工作站', category: 'equipment', subject: '31003', amount: 340_000, state: 'inBudget', steps: [30, 120] },
  { dept: 'D03', name: '民警心理服务站建设', category: 'infrastructure', subject: '30213', amount: 120_000, state: 'inBudget', steps: [25, 100] },
  { dept: 'D12', name: '政务外网安全加固', category: 'informatization', subject: '31007', amount: 290_000, state: 'finished', progress: 100, used: 98, steps: [-300, -180, -60] },
  { dept: 'D11', name: '事故处理快速勘查车载设备', category: 'equipment', subject: '31003', amount: 230_000, state: 'finished', progress: 100, used: 96, steps: [-260, -90] },
  { dept: 'D12', name: '移动警务终端扩容', category: 'informatization', subject: '31007', amount: 480_000, state: 'inLibrary' },
  { dept: 'D12', name: '数据中心机房空调更换', category: 'infrastructure', subject: '30213', amount: 310_000, state: 'inLibrary' },
  { dept: 'D10', name: '视频侦查实验室建设', category: 'informatization', subject: '31007', amount: 760_000, state: 'inLibrary' },
  { dept: 'D11', name: '农村道路警示设施', category: 'infrastructure', subject: '31003', amount: 350_000, state: 'inLibrary' },
  { dept: 'D04', name: '被装智能发放柜采购', category: 'equipment', subject: '31003', amount: 210_000, state: 'inLibrary' },
  { dept: 'D10', name: '反诈宣传与预警服务', category: 'service', subject: '30227', amount: 160_000, state: 'declared' },
  { dept: 'D11', name: '铁骑队骑行装备补充', category: 'equipment', subject: '31003', amount: 280_000, state: 'declared' },
  { dept: 'D02', name: '会议室无纸化改造', category: 'informatization', subject: '31002', amount: 190_000, state: 'declared' },
  { dept: 'D13', name: '审计信息系统运维', category: 'operation', subject: '30227', amount: 90_000, state: 'returned' },
  { dept: 'D08', name: '院区照明节能改造', category: 'infrastructure', subject: '30213', amount: 140_000, state: 'returned' },
  { dept: 'D12', name: '无人机反制设备采购', category: 'equipment', subject: '31003', amount: 520_000, state: 'draft' },
  { dept: 'D10', name: '重点人员排查业务保障', category: 'operation', subject: '30299', amount: 130_000, state: 'draft' },
  { dept: 'D11', name: '车管所自助服务机更新', category: 'equipment', subject: '31002', amount: 240_000, state: 'removed' },
]

const kpis = [
  { name: '建设内容完成率', kind: 'output', target: '100%', weight: 40 },
  { name: '验收合格率', kind: 'quality', target: '100%', weight: 30 },
  { name: '使用部门满意度', kind: 'benefit', target: '不低于90%', weight: 30 },
]
const reviewed = new Set(['inLibrary', 'inBudget', 'executing', 'finished', 'removed'])
const inBudget = new Set(['inBudget', 'executing', 'finished'])
const stepNames = ['采购立项', '合同签订', '到货安装', '验收付款']

/** A step lies on its day from today on; the last step of a late project is overdue and open. */
function stepsOf({ steps = [], late }: Seed, today: string) {
  const past = steps.filter((days) => days < 0).length
  return steps.map((days, index) => ({
    name: stepNames[index] ?? `${index + 1}`,
    planDate: addDays(today, days),
    payPct: Math.round(100 / steps.length),
    isDone: days < 0 && !(late === true && index === past - 1),
  }))
}

function rowOf(seed: Seed, index: number, today: string) {
  const year = Number(today.slice(0, 4))
  const month = today.slice(0, 7)
  const isRunning = inBudget.has(seed.state)
  const planYear = isRunning ? (seed.state === 'finished' ? year - 1 : year) : year + 1
  const start = isRunning
    ? addMonths(month, seed.state === 'inBudget' ? 0 : seed.state === 'finished' ? -12 : -5)
    : `${year + 1}-01`
  const end = isRunning ? addMonths(month, seed.state === 'finished' ? -1 : 7) : `${year + 1}-12`
  const amount = fromCents(BigInt(seed.amount) * 100n)
  const steps = stepsOf(seed, today)
  return {
    ...seed,
    index,
    planYear,
    no: `XM${planYear - (isRunning ? 1 : 0)}${String(index + 1).padStart(4, '0')}`,
    start,
    end,
    declared: amount,
    reviewAmount: reviewed.has(seed.state) ? amount : null,
    score: reviewed.has(seed.state) ? (72 + ((index * 7) % 24)).toFixed(2) : null,
    priority: (index % 5) + 1,
    progress: seed.progress ?? 0,
    kpis,
    fundItems: [{ subjectCode: seed.subject, name: seed.name, year: planYear, qty: '1.00', price: amount, amount }],
    milestones: steps.map(({ isDone: _done, ...step }) => step),
    steps,
    hasFinished: seed.state === 'finished',
    kpiResults: seed.state === 'finished' ? kpis.map(({ name }) => ({ name, value: '已完成', score: 92 })) : null,
    firstMonth: addMonths(month, -1),
  }
}

/** 70.3: 24 projects in all eight states, six of them carried out, with their reviews, steps, reports and lines. */
export async function seedProjects(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const today = unit.clock.today()
  const rows = JSON.stringify(seeds.map((seed, index) => rowOf(seed, index, today)))
  await sql`
    insert into project (no, name, category, dept_id, plan_year, start_month, end_month, owner_id, background, content, goal, kpis, fund_items, declare_amount,
      review_amount, milestones, priority, state, score, round, library_at, started_at, finished_at, reason, progress, kpi_results, kpi_score, summary,
      created_at, created_by, updated_at)
    select given.no, given.name, given.category, department.id, given."planYear", given.start, given."end", department.leader_id,
      '现有条件不能满足业务需要，经部门研究提出立项申请。', given.name || '，包括方案设计、采购实施、培训和验收。', '按期完成建设内容并通过验收，使用部门满意。',
      given.kpis, given."fundItems", given.declared, given."reviewAmount", given.milestones, given.priority, given.state, given.score,
      case when given.state = 'draft' then 0 else 1 end,
      case when given."reviewAmount" is not null then ${now}::timestamptz - interval '200 days' end,
      case when given.state in ('executing', 'finished') then ${now}::timestamptz - interval '150 days' end,
      case when given."hasFinished" then ${now}::timestamptz - interval '20 days' end,
      case given.state when 'removed' then '需求已由上级统一建设' when 'returned' then '测算依据不足，请补充询价材料' end,
      given.progress, given."kpiResults", case when given."hasFinished" then 92 end, case when given."hasFinished" then '项目按期完成全部建设内容，验收合格，运行稳定，使用部门反映良好。' end,
      ${now}::timestamptz - interval '240 days' + given.index * interval '1 hour', department.leader_id, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as given(no text, name text, category text, dept text, "planYear" int, start text, "end" text, kpis jsonb, "fundItems" jsonb,
      declared numeric, "reviewAmount" numeric, milestones jsonb, priority int, state text, score numeric, progress int, "kpiResults" jsonb, "hasFinished" boolean, index int)
    join shared_department department on department.key = given.dept order by given.index`.execute(unit.db)
  await sql`
    insert into project_milestone (project_id, dept_id, name, plan_date, pay_pct, done_date, proof, created_at, updated_at)
    select project.id, project.dept_id, step ->> 'name', (step ->> 'planDate')::date, (step ->> 'payPct')::int,
      case when (step ->> 'isDone')::boolean then (step ->> 'planDate')::date end, case when (step ->> 'isDone')::boolean then '{}'::bigint[] end,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as given(no text, steps jsonb) join project on project.no = given.no, jsonb_array_elements(given.steps) step
    order by project.id, step ->> 'planDate'`.execute(unit.db)
  await sql`
    insert into project_review (project_id, dept_id, round, reviewer_id, score_need, score_feas, score_benefit, review_amount, comment, at)
    select project.id, project.dept_id, 1, app_user.id, project.score::int, project.score::int, project.score::int, project.review_amount, '必要性充分，方案可行',
      project.library_at - interval '2 days'
    from project join shared_app_user app_user on app_user.username in ('you18', 'xu19', 'yang15') where project.score is not null order by project.id, app_user.id`.execute(
    unit.db,
  )
  await sql`
    insert into project_report (project_id, dept_id, month, progress, text, created_at, created_by, updated_at)
    select project.id, project.dept_id, to_char(month, 'YYYY-MM'), greatest(project.progress - 12 * (row_number() over (partition by project.id order by month desc) - 1), 5)::int,
      '按计划推进，本月完成阶段任务。', month + interval '1 month 2 days', project.owner_id, month + interval '1 month 2 days'
    from project, generate_series(date_trunc('month', ${now}::timestamptz) - interval '4 months', date_trunc('month', ${now}::timestamptz) - interval '1 month', interval '1 month') as month
    where project.state = 'executing' order by project.id, month`.execute(unit.db)
  await seedLines(unit, rows)
  await refreshLights(unit, null)
}

/** Their budget lines: given out at the start, used as far as they are. */
async function seedLines(unit: UnitOfWork, rows: string): Promise<void> {
  const { rows: lines } = await sql<PastBudgetLine>`
    select project.id as project_id, project.dept_id, project.plan_year as year, given.subject as subject_code, project.declare_amount as approved,
      round(project.declare_amount * coalesce(given.used, 0) / 100, 2) as used
    from jsonb_to_recordset(${rows}::jsonb) as given(no text, subject text, used numeric, index int) join project on project.no = given.no
    where project.state in ('inBudget', 'executing', 'finished') order by given.index`.execute(unit.db)
  await unit.service(pastBudget).open(lines)
}
