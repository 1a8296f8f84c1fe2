/** Intentions, comparisons and bulk purchases as scenarios of generated paths: each walk has a project or a month of its own, and quotes of three strangers. */
import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type ProcurementScenario = Pick<
  Scenario,
  'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated' | 'applicant'
>

type Person = 'shui37' | 'dou38' | 'bai36' | 'han14' | 'qian02' | 'you18' | 'qin17' | 'zhao01' | 'xi44' | 'zhang39'

const OPEN = 'intentionOpen'
const COMPARISON = 'comparison'
const BULK = 'bulkProject'
/** What each of two lines of a bulk purchase costs. */
const PART = '6400.00'
const CEILING = '30000.00'
const WINNER = '28500.00'
/** Longer than what PRC-13 counts. */
const LONG_AGO_DAYS = 200

export async function openProcurementPaths(
  app: TestApp,
  id: (name: Person) => number,
  given: { readonly line: number; readonly paper: () => Promise<number> },
) {
  const { db } = app.database
  await sql`update budget_line set approved = approved + 90000000 where id = ${given.line}`.execute(db)
  // Vendors of the demo repeat their representatives: the three that quote are strangers to each other.
  const { rows: vendors } = await sql<{ id: number }>`
    update vendor set legal_person = '走查法人' || id, mobile = '1' || lpad(id::text, 10, '0'), bank_account = '走查账户' || id
    where id in (select id from vendor where state = 'active' and deleted_at is null order by id desc limit 3) returning id`.execute(
    db,
  )
  let filed = 0
  const escalated = {
    deptLeader: id('qian02'),
    procureReview: id('bai36'),
    logisticsHead: id('qian02'),
    financeAudit: id('qin17'),
    divisionLeader: id('zhao01'),
  }
  const of = (applicant: Person, officer: Person) => ({
    handled: [{}],
    escalated,
    applicant: id(applicant),
    peopleByState: {
      deptLeader: [id('bai36')],
      procureReview: [id(officer)],
      logisticsHead: [id('han14')],
      financeAudit: [id('you18')],
      divisionLeader: [id('qian02')],
      bureauLeader: [id('zhao01')],
    },
  })
  const thresholds = { 'config.wf.t1': 5000, 'config.wf.t2': 20_000 }
  const scenarios: readonly ProcurementScenario[] = [
    {
      ...of('shui37', 'dou38'),
      type: OPEN,
      name: 'an intention of 15,000.00',
      facts: { ...thresholds, amount: 15_000, exemptReason: null },
    },
    {
      ...of('shui37', 'dou38'),
      type: OPEN,
      name: 'an intention without the days for its publication',
      facts: { ...thresholds, amount: 15_000, exemptReason: '突发情况急需采购，无法预见' },
    },
    {
      ...of('dou38', 'shui37'),
      type: COMPARISON,
      name: 'a comparison of 30,000.00',
      facts: { ...thresholds, amount: Number(CEILING) },
    },
    {
      ...of('dou38', 'shui37'),
      type: BULK,
      name: 'a bulk purchase within the standard',
      facts: { ...thresholds, amount: 12_800, overStandard: false },
    },
    {
      ...of('dou38', 'shui37'),
      type: BULK,
      name: 'a bulk purchase above the standard',
      facts: { ...thresholds, amount: 12_800, overStandard: true },
    },
  ]
  const quote = async (index: number, amount: string): Promise<Form> => ({
    vendorId: vendors[index]?.id,
    amount,
    deliveryDays: 10,
    warrantyMonths: 12,
    file: [await given.paper()],
    valid: true,
  })
  async function comparisonForm(): Promise<Form> {
    // What earlier walks bought does not add up with this one.
    await sql`update comparison_sum set counted_on = counted_on - ${LONG_AGO_DAYS}::int`.execute(db)
    return {
      reason: '业务工作需要采购专用设备',
      category: 'goods',
      subjectName: `走查执法记录仪${filed}`,
      items: [{ name: '执法记录仪', spec: '4K', unit: '台', qty: 10, budgetPrice: '3000.00' }],
      budgetLineId: given.line,
      quotes: [await quote(0, '29000.00'), await quote(1, WINNER), await quote(2, CEILING)],
      winnerVendorId: vendors[1]?.id,
      members: [id('shui37'), id('xi44'), id('zhang39')].map((memberId) => ({ memberId, noInterest: true })),
    }
  }
  const { rows: found } = await sql<{ aircon: number; desk: number; dept: number; second: number; line: number }>`
    select (select id from bulk_config where name = '壁挂式空调') as aircon, (select id from bulk_config where name = '办公桌') as desk,
      (select id from department where key = 'D04') as dept, d.id as second, l.id as line
    from department d join budget_line l on l.dept_id = d.id and l.year = 2026 and l.state = 'active' and l.project_id is null
    where d.key = 'D12' order by l.id limit 1`.execute(db)
  const bulk = found[0]!
  await sql`update budget_line set approved = approved + 90000000 where id = ${bulk.line}`.execute(db)
  /** Two departments, each on its own line; desks cost what aircons cost, and the departments have theirs. */
  function bulkForm(isOver: boolean): Form {
    const part = (deptId: number, budgetLineId: number): Form => ({
      deptId,
      budgetLineId,
      ...(isOver
        ? { configId: bulk.desk, qty: 4, unitPrice: '1600.00', overReason: '新增办案用房需要增配办公桌' }
        : { configId: bulk.aircon, qty: 2, unitPrice: '3200.00' }),
    })
    const month = filed - 1
    return {
      reason: '汇总各部门批量采购需求',
      periodMonth: `20${String(30 + Math.floor(month / 12)).padStart(2, '0')}-${String((month % 12) + 1).padStart(2, '0')}`,
      bulkCategory: isOver ? 'furniture' : 'aircon',
      deliverBy: '2026-06-30',
      demands: [part(bulk.dept, given.line), part(bulk.second, bulk.line)],
    }
  }
  return {
    scenarios,
    isOf: (type: string): boolean => type === OPEN || type === COMPARISON || type === BULK,
    formOf({ type, facts }: { readonly type: string; readonly facts: Facts }): Form | Promise<Form> {
      filed += 1
      if (type === COMPARISON) return comparisonForm()
      if (type === BULK) return bulkForm(facts.overStandard === true)
      const reason = facts.exemptReason
      return {
        reason: '按年度计划申报采购意向',
        projectName: `走查采购意向项目${filed}`,
        category: 'goods',
        demandSummary: '采购执法记录仪一批，数量及技术要求详见采购文件，质保三年。',
        forSme: false,
        budgetLineId: given.line,
        amount: '15000.00',
        expectedMonth: typeof reason === 'string' ? '2026-04' : '2026-06',
        ...(typeof reason === 'string' && { exemptReason: reason }),
      }
    },
    submittedForm: () => undefined,
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids, vendors[1]?.id ?? 0)),
  }
}

export type ProcurementPaths = Awaited<ReturnType<typeof openProcurementPaths>>

const rulesOf = (ids: readonly number[], winner: number): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    '22.6 a completed intention waits to be published, a voided one is revoked, and every other stands nowhere': sql`
      select t.id, t.status, i.state from ticket t left join intention i on i.ticket_id = t.id
      where t.id = any(${mine}) and t.type = ${OPEN}
        and case when t.status = 'completed' then i.state is distinct from 'approved' or i.amount <> 15000 or i.exempt_reason is distinct from t.form_data ->> 'exemptReason'
          when t.status = 'voided' then coalesce(i.state, 'revoked') <> 'revoked' else i.id is not null end`,
    '22.6 an intention holds no budget': sql`
      select b.id from budget_ledger b join ticket t on t.id = b.ticket_id where t.id = any(${mine}) and t.type = ${OPEN}`,
    'PRC-37 a completed comparison has one purchase from its winner, which ends with it; every other has none': sql`
      select t.id, t.status, p.state, p.award_amount from ticket t left join purchase p on p.ticket_id = t.id
      where t.id = any(${mine}) and t.type = ${COMPARISON}
        and case when t.status = 'completed' then p.state is distinct from 'selecting' or p.method <> 'comparison' or p.vendor_id <> ${winner} or p.award_amount <> ${WINNER}::numeric
          when t.status = 'voided' then coalesce(p.state, 'terminated') <> 'terminated' else p.id is not null end`,
    'D6 what the winner asks for is held for completed comparisons, and for no other': sql`
      select t.id, t.status, e.held from ticket t
        left join lateral (select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount end), 0) as held from budget_ledger b where b.ticket_id = t.id) e on true
      where t.id = any(${mine}) and t.type = ${COMPARISON} and e.held <> case t.status when 'completed' then ${WINNER}::numeric else 0 end`,
    'PRC-13 a comparison counts while it is under way or done': sql`
      select t.id, t.status, s.is_live from ticket t left join comparison_sum s on s.ticket_id = t.id
      where t.id = any(${mine}) and t.type = ${COMPARISON}
        and coalesce(s.is_live, false) <> (t.status in ('running', 'completed'))`,
    'PRC-37 a completed bulk purchase has one purchase for its two departments, which ends with it; every other has none': sql`
      select t.id, t.status, p.state, p.budget from ticket t left join purchase p on p.ticket_id = t.id
      where t.id = any(${mine}) and t.type = ${BULK}
        and case when t.status = 'completed' then p.state is distinct from 'preparing' or p.method <> 'bulk' or p.budget <> 2 * ${PART}::numeric or jsonb_array_length(p.items) <> 2
          when t.status = 'voided' then coalesce(p.state, 'terminated') <> 'terminated' else p.id is not null end`,
    'D6 each department’s part is held on its own line for completed bulk purchases, and for no other': sql`
      select t.id, t.status, e.parts from ticket t
        left join lateral (
          select coalesce(jsonb_agg(held order by line_id) filter (where held <> 0), '[]') as parts from (
            select line_id, sum(case type when 'freeze' then amount when 'unfreeze' then -amount end) as held from budget_ledger b where b.ticket_id = t.id group by 1) own) e on true
      where t.id = any(${mine}) and t.type = ${BULK}
        and e.parts <> case t.status when 'completed' then jsonb_build_array(${PART}::numeric, ${PART}::numeric) else '[]' end`,
    '22.8 a bulk purchase holds its month while it is under way or done': sql`
      select t.id, t.status, b.is_live from ticket t left join bulk_plan b on b.ticket_id = t.id
      where t.id = any(${mine}) and t.type = ${BULK}
        and coalesce(b.is_live, false) <> (t.status in ('running', 'completed'))`,
  }
}
