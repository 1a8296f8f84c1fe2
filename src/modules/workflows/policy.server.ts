import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { verify } from '#machines/ticket/verify.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { type HouseFacts, surroundingsOf } from '#src/define/facts.ts'
import type { Language } from '#src/define/messages.ts'
import { type PolicyRow, policyOf } from '#src/define/policies.ts'
import { type Problem, type Problems, ValidationError } from '#src/define/problem.ts'
import type { Base, RecordServer } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { readHouse } from './house.server.ts'
import { policySentence } from './policy-sentence.ts'

interface Published {
  readonly key: string
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
}
interface Label {
  readonly dictionary: string
  readonly code: string
  readonly label: string
  readonly labelEn: string
}

async function readPublished(base: Base): Promise<readonly Published[]> {
  const { rows } = await sql<Published>`
    select w.key, v.definition, v.form from workflow w join workflow_version v on v.id = w.current_version_id
    where w.status = 'published' order by w.sort, w.id`.execute(base.db)
  return rows
}

const BROKEN = 'workflow.fault.policyBroken'
/** Of so many workflows the paths are kept; the number says how many there are. */
const MOST_SHOWN = 50

/** The paths on which published workflows break the policy, a line for each. */
function breachesOf(row: PolicyRow, workflows: readonly Published[], house: HouseFacts): readonly string[] {
  const asked = { ...house, policies: [policyOf(row)] }
  return workflows.flatMap(({ key, definition, form }) => {
    const faults = verify(definition, surroundingsOf(form, definition, asked))
    const [broken] = faults.filter((fault) => fault.message.key === BROKEN)
    return broken ? [`${key}: ${broken.path.join(' → ')} (${broken.message.params.facts})`] : []
  })
}

/** The sentence of a policy in both languages, and what the published workflows make of it. */
async function proved(base: Base, row: PolicyRow, workflows: readonly Published[], house: HouseFacts) {
  const { rows } = await sql<Label>`
    select dictionary_key as dictionary, value as code, label, label_en from dictionary_entry
    where dictionary_key in ('stateKind', 'ticketGroup')
    union all select 'role', key, name, name_en from role where deleted_at is null`.execute(base.db)
  const states = workflows.flatMap(({ definition }) => definition.states)
  const labelIn = (language: Language) => (dictionary: string, code: string) => {
    if (dictionary === 'state') return states.find(({ key }) => key === code)?.name[language] ?? code
    const found = rows.find((label) => label.dictionary === dictionary && label.code === code)
    return (language === 'en' ? found?.labelEn : found?.label) ?? code
  }
  const broken = breachesOf(row, workflows, house)
  return {
    sentence: policySentence(row, 'zhHans', labelIn('zhHans')).slice(0, 1000),
    sentenceEn: policySentence(row, 'en', labelIn('en')).slice(0, 1000),
    broken: broken.length,
    brokenBy: broken.slice(0, MOST_SHOWN).join('\n'),
    provedAt: base.clock.now(),
  }
}

/** What the published workflows make of a policy now. */
export const proveRow = async (base: Base, row: PolicyRow) =>
  proved(base, row, await readPublished(base), await readHouse(base.db))

const kinds: readonly string[] = ['approve', 'handle', 'cc']
const ordered: readonly string[] = ['gt', 'gte', 'lt', 'lte']

/** What the form names exists: states in some workflow, roles, kinds, workflows, fields. */
async function problemsOf(
  base: Base,
  row: PolicyRow,
  workflows: readonly Published[],
  house: HouseFacts,
): Promise<Problems> {
  const { rows: roles } = await sql<{ key: string }>`
    select key from role where state and deleted_at is null`.execute(base.db)
  const states = new Set(workflows.flatMap(({ definition }) => definition.states.map(({ key }) => key)))
  const facts = workflows.map(({ form, definition }) => surroundingsOf(form, definition, house))
  const problems = new Map<string, readonly Problem[]>()
  const refuse = (path: string, key: string, param?: string) =>
    problems.set(path, [{ key, ...(param !== undefined && { params: [param] }) }])
  const check = (name: 'states' | 'first', by: PolicyRow['statesBy']) => {
    for (const [index, { value }] of (row[name] ?? []).entries()) {
      const path = `${name}.${index}.value`
      if (by === 'key' && !states.has(value)) refuse(path, 'policy.stateUnknown', value)
      if (by === 'role' && !roles.some(({ key }) => key === value)) refuse(path, 'policy.roleUnknown', value)
      if (by === 'kind' && !kinds.includes(value)) refuse(path, 'policy.kindUnknown')
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
    else if (given.startsWith('config.') && !(given in house.thresholds))
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

async function checked(base: Base, values: FormData, stored: FormData = {}): Promise<FormData> {
  const row = rowOf({ ...stored, ...values })
  const workflows = await readPublished(base)
  const house = await readHouse(base.db)
  const problems = await problemsOf(base, row, workflows, house)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const { provedAt: _, ...result } = await proved(base, row, workflows, house)
  return { ...values, ...result }
}

/** Policies are proved against what is published as soon as they are written; a broken one refuses only what is published from then on. */
export const policyServer: RecordServer = {
  beforeCreate: (values, base) => checked(base, values),
  beforeUpdate: (values, row, base) => checked(base, values, row as unknown as FormData),
  async afterWrite(row, base) {
    await sql`update workflow_policy set proved_at = ${base.clock.now()} where id = ${row.id}`.execute(base.db)
  },
  actions: {
    async prove(row, _values, base, access) {
      const found = await proveRow(base, rowOf(row as unknown as FormData))
      await sql`
        update workflow_policy set broken = ${found.broken}, broken_by = ${found.brokenBy}, sentence = ${found.sentence},
          sentence_en = ${found.sentenceEn}, proved_at = ${found.provedAt}, updated_at = ${found.provedAt},
          updated_by = ${access.userId}, version = version + 1
        where id = ${row.id}`.execute(base.db)
      base.changed('workflowPolicy', row.id)
      return { broken: found.broken }
    },
  },
}
