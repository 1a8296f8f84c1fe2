import { sql } from 'kysely'
import type { Fault } from '#machines/ticket/verify/faults/fault.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { type BureauFacts, surroundingsOf } from '#src/define/facts.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { type Problem, type Problems, ValidationError } from '#src/define/problem.ts'
import {
  type RecordChange,
  type RecordConfirmation,
  type RecordServer,
  type RouteDefinition,
  route,
  type UnitOfWork,
} from '#src/define/server.ts'
import { type PolicyOffer, type PolicyRow, policyOf } from '#src/define/workflows/policies.ts'
import { type GuardedGroup, guardedGroups } from '#src/define/workflows/proposals.ts'
import type { FormData } from '#src/fields/field.ts'
import { readBureau } from './bureauFacts.server.ts'
import { policyMessages } from './policy.messages.ts'
import { comparisonText, policySentence } from './policy-sentence.ts'
import { offersOf, type PublishedWorkflow, policyKinds, readPublished } from './policy-words.server.ts'

const BROKEN = 'workflow.fault.policyBroken'
/** Of so many workflows the paths are kept; the number says how many there are. */
const MAX_SHOWN = 50

/** Names of the states and facts a path goes by, as a reader knows them. */
function pathText(
  unit: UnitOfWork,
  language: Language,
  offer: PolicyOffer,
  { key, definition }: PublishedWorkflow,
  path: Fault,
): string {
  const title = unit.textOf(language, `applications.${key}.title`) ?? key
  const place = (name: string): string =>
    definition.states.find((state) => state.key === name)?.name[language] ??
    policyMessages[language].policySentence[name === 'start' ? 'start' : 'end']
  const facts = String(path.message.params.facts ?? '')
    .split(/, (?=[\w.]+ = )/)
    .map((text) => {
      const [, name = '', value = ''] = /^([\w.]+) = (.*)$/s.exec(text) ?? []
      return name === '' ? text : comparisonText(language, offer, { fact: name, op: 'eq', value })
    })
  const { breach, comma } = policyMessages[language].policySentence
  return breach
    .replace('{title}', title)
    .replace('{path}', path.path.map(place).join(' → '))
    .replace('{facts}', facts.join(comma))
}

/** The workflows that break the policy, each with the path that shows it. */
function breachesOf(
  row: PolicyRow,
  workflows: readonly PublishedWorkflow[],
  bureau: BureauFacts,
): readonly { readonly workflow: PublishedWorkflow; readonly fault: Fault }[] {
  const withPolicy = { ...bureau, policies: [policyOf(row)] }
  return workflows.flatMap((workflow) => {
    const faults = verify(workflow.definition, surroundingsOf(workflow.form, workflow.definition, withPolicy))
    const fault = faults.find(({ message }) => message.key === BROKEN)
    return fault === undefined ? [] : [{ workflow, fault }]
  })
}

/** The sentence of a policy in both languages, and what the published workflows make of it. */
async function proved(unit: UnitOfWork, row: PolicyRow, workflows: readonly PublishedWorkflow[], bureau: BureauFacts) {
  const offers = await offersOf(unit, workflows)
  const broken = breachesOf(row, workflows, bureau)
  const pathsIn = (language: Language): string =>
    broken
      .slice(0, MAX_SHOWN)
      .map(({ workflow, fault }) => pathText(unit, language, offers[language], workflow, fault))
      .join('\n')
  return {
    sentence: policySentence(row, 'zhHans', offers.zhHans).slice(0, 1000),
    sentenceEn: policySentence(row, 'en', offers.en).slice(0, 1000),
    broken: broken.length,
    brokenBy: pathsIn('zhHans'),
    brokenByEn: pathsIn('en'),
    provedAt: unit.clock.now(),
  }
}

/** What the published workflows make of a policy now. */
export const proveRow = async (unit: UnitOfWork, row: PolicyRow) =>
  proved(unit, row, await readPublished(unit), await readBureau(unit.db))

const ordered: readonly string[] = ['gt', 'gte', 'lt', 'lte']

/** What the form names exists: states in some workflow, roles, kinds, workflows, fields. */
async function problemsOf(
  unit: UnitOfWork,
  row: PolicyRow,
  workflows: readonly PublishedWorkflow[],
  bureau: BureauFacts,
): Promise<Problems> {
  const { rows: roles } = await sql<{ key: string }>`
    select key from role where state and deleted_at is null`.execute(unit.db)
  const states = new Set(workflows.flatMap(({ definition }) => definition.states.map(({ key }) => key)))
  const facts = workflows.map(({ form, definition }) => surroundingsOf(form, definition, bureau))
  const problems = new Map<string, readonly Problem[]>()
  const refuse = (path: string, key: ProblemKey, param?: string) =>
    problems.set(path, [{ key, ...(param !== undefined && { params: [param] }) }])
  const check = (name: 'states' | 'first', by: PolicyRow['statesBy']) => {
    for (const [index, { value }] of (row[name] ?? []).entries()) {
      const path = `${name}.${index}.value`
      if (by === 'key' && !states.has(value)) refuse(path, 'policy.stateUnknown', value)
      if (by === 'role' && !roles.some(({ key }) => key === value)) refuse(path, 'policy.roleUnknown', value)
      if (by === 'kind' && !policyKinds.includes(value)) refuse(path, 'policy.kindUnknown')
    }
  }
  check('states', row.statesBy)
  check('first', row.firstBy)
  for (const [index, { value }] of (row.types ?? []).entries())
    if (!workflows.some(({ key }) => key === value)) refuse(`types.${index}.value`, 'policy.typeUnknown', value)
  for (const [index, { fact, op, value }] of (row.conditions ?? []).entries()) {
    const path = `conditions.${index}`
    if (!facts.some(({ fields }) => fields.includes(fact))) refuse(`${path}.fact`, 'policy.factUnknown', fact)
    const isAsked = op !== 'empty' && op !== 'notEmpty'
    const given = (value ?? '').trim()
    const isNumber = facts.some(({ known = {} }) => known[fact]?.domain.type === 'number')
    if (isAsked && given === '') refuse(`${path}.value`, 'policy.valueMissing')
    else if (isNumber && ordered.includes(op) && !given.startsWith('config.') && Number.isNaN(Number(given)))
      refuse(`${path}.value`, 'policy.numberWanted', fact)
    else if (given.startsWith('config.') && !(given in bureau.thresholds))
      refuse(`${path}.value`, 'policy.factUnknown', given)
  }
  return Object.fromEntries(problems)
}

/** Values of the form as the row they become; what was not asked is empty. */
const rowOf = (values: FormData): PolicyRow =>
  // The shell has checked every field against its kind.
  ({
    amount: null,
    trait: null,
    firstBy: null,
    first: null,
    statesBy: null,
    states: null,
    conditions: null,
    groups: null,
    types: null,
    ...values,
  }) as unknown as PolicyRow

async function checked(unit: UnitOfWork, values: FormData, stored: FormData = {}): Promise<FormData> {
  const row = rowOf({ ...stored, ...values })
  const workflows = await readPublished(unit)
  const bureau = await readBureau(unit.db)
  const problems = await problemsOf(unit, row, workflows, bureau)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const { provedAt: _, ...result } = await proved(unit, row, workflows, bureau)
  return { ...values, ...result }
}

/** Groups with an owner whose workflows the policy speaks about while it is in force. */
async function ownersOf(
  unit: UnitOfWork,
  row: PolicyRow & { readonly enabled?: unknown },
): Promise<readonly GuardedGroup[]> {
  if (row.enabled !== true) return []
  const { groups = [], types = [] } = policyOf(row)
  const { rows } = await sql<{ group: string }>`
    select distinct group_key as "group" from workflow
    where deleted_at is null and (cardinality(${[...types]}::text[]) = 0 or key = any(${[...types]}::text[]))`.execute(
    unit.db,
  )
  return guardedGroups.filter(
    (group) => (groups.length === 0 || groups.includes(group)) && rows.some((one) => one.group === group),
  )
}

/** The policy before and after a change; null where it does not exist or is not in force. */
function sidesOf({ action, row, values }: RecordChange) {
  const stored = row as unknown as FormData | null
  const side = (one: FormData | null) =>
    one === null || one.enabled !== true ? null : { ...rowOf(one), enabled: true }
  return { before: side(stored), after: action === 'remove' ? null : side({ ...stored, ...values }) }
}

/** SYS-137: policies over groups with an owner are changed with the owner's confirmation. */
const confirmation: RecordConfirmation = {
  kind: 'workflowPolicy',
  async seats(change, unit) {
    const { before, after } = sidesOf(change)
    const owners = await Promise.all([before, after].map((side) => (side === null ? [] : ownersOf(unit, side))))
    return [...new Set(owners.flat())]
  },
  title: ({ row, values }) => ({
    name: String(values.name ?? row?.name ?? ''),
    nameEn: String(values.nameEn ?? row?.nameEn ?? ''),
  }),
  async describe(change, unit, language) {
    const { before, after } = sidesOf(change)
    const offers = await offersOf(unit, await readPublished(unit))
    const words = policyMessages[language].policyChange
    const sentence = (side: PolicyRow | null): string =>
      side === null ? words.none : policySentence(side, language, offers[language])
    const gains = before === null ? words.gainsNew : after === null ? words.gainsNone : words.gainsOther
    return { gains: [gains], changes: [{ label: words.rule, before: sentence(before), after: sentence(after) }] }
  },
}

/** Policies are proved against what is published as soon as they are written; a broken one refuses only what is published from then on. */
export const policyServer: RecordServer = {
  confirmation,
  beforeCreate: (values, unit) => checked(unit, values),
  beforeUpdate: (values, row, unit) => checked(unit, values, row as unknown as FormData),
  async afterWrite(row, unit) {
    await sql`update workflow_policy set proved_at = ${unit.clock.now()} where id = ${row.id}`.execute(unit.db)
  },
  actions: {
    async prove(row, _values, unit, access) {
      const found = await proveRow(unit, rowOf(row as unknown as FormData))
      await sql`
        update workflow_policy set broken = ${found.broken}, broken_by = ${found.brokenBy}, broken_by_en = ${found.brokenByEn}, sentence = ${found.sentence},
          sentence_en = ${found.sentenceEn}, proved_at = ${found.provedAt}, updated_at = ${found.provedAt},
          updated_by = ${access.userId}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
      unit.changed('workflowPolicy', row.id)
      return { broken: found.broken }
    },
  },
}

/** What may be chosen in a policy. */
export const offeredRoute: RouteDefinition = route({
  method: 'GET',
  url: '/api/workflow/policy/offered/',
  permission: 'workflowPolicy:Search',
  handle: async ({ unit, language }) => (await offersOf(unit, await readPublished(unit)))[language],
})
