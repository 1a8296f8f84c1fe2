import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { PolicyRow } from '#src/define/workflows/policies.ts'
import { proveRow } from './policy.server.ts'

const claims = ['financialReimbursementOne', 'financialReimbursementTwo', 'financialReimbursementThree']
const items = (...list: readonly string[]) => list.map((value) => ({ value }))
const empty = {
  amount: null,
  trait: null,
  firstBy: null,
  first: null,
  statesBy: null,
  states: null,
  conditions: null,
  groups: null,
  types: null,
}

const policies: readonly PolicyRow[] = [
  {
    ...empty,
    name: '资金与采购须有他人审批',
    nameEn: 'Money and procurement need somebody else',
    rule: 'approvals',
    amount: 1,
    groups: items('finance', 'procurement'),
  },
  {
    ...empty,
    name: '五万元以上报销须财务审核',
    nameEn: 'Claims above 50,000 are audited',
    rule: 'passes',
    statesBy: 'key',
    states: items('financeAudit'),
    conditions: [{ fact: 'amount', op: 'gt', value: '50000' }],
    types: items(...claims),
  },
  {
    ...empty,
    name: '五万元以上报销须局长审批',
    nameEn: 'Claims above 50,000 pass the bureau chief',
    rule: 'passes',
    statesBy: 'role',
    states: items('bureauLeader'),
    conditions: [{ fact: 'amount', op: 'gt', value: '50000' }],
    types: items(...claims),
  },
  {
    ...empty,
    name: '先审核后付款',
    nameEn: 'Audited before paid',
    rule: 'before',
    firstBy: 'key',
    first: items('financeAudit'),
    statesBy: 'key',
    states: items('cashierPay'),
  },
  {
    ...empty,
    name: '局长环节不得超时自动通过',
    nameEn: 'Time never decides for the bureau chief',
    rule: 'never',
    trait: 'autoPass',
    statesBy: 'role',
    states: items('bureauLeader'),
  },
]

/** What the demo bureau asks of its workflows. */
export async function seedPolicies(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  for (const row of policies) {
    const proof = await proveRow(unit, row)
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    await sql`
      insert into workflow_policy (name, name_en, rule, amount, trait, first_by, first, states_by, states, conditions, groups, types,
        sentence, sentence_en, broken, broken_by, broken_by_en, proved_at, created_at, updated_at)
      values (${row.name}, ${row.nameEn}, ${row.rule}, ${row.amount}, ${row.trait}, ${row.firstBy}, ${json(row.first)}::jsonb, ${row.statesBy},
        ${json(row.states)}::jsonb, ${json(row.conditions)}::jsonb, ${json(row.groups)}::jsonb, ${json(row.types)}::jsonb,
        ${proof.sentence}, ${proof.sentenceEn}, ${proof.broken}, ${proof.brokenBy}, ${proof.brokenByEn}, ${proof.provedAt}, ${now}, ${now})`.execute(
      unit.db,
    )
  }
}
