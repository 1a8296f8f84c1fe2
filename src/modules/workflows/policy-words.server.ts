/** The names of everything a policy may speak about: steps, roles, workflows, and what their forms ask. */
import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import { type Language, languages } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Choice, OfferedFact, PolicyOffer } from '#src/define/workflows/policies.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { Field } from '#src/fields/field.ts'
import { policyMessages } from './policy.messages.ts'

/** A workflow in force, as policies are proved against it. */
export interface PublishedWorkflow {
  readonly key: string
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
}

export async function readPublished(unit: UnitOfWork): Promise<readonly PublishedWorkflow[]> {
  const { rows } = await sql<PublishedWorkflow>`
    select w.key, v.definition, v.form from workflow w join workflow_version v on v.id = w.current_version_id
    where w.status = 'published' order by w.sort, w.id`.execute(unit.db)
  return rows
}

interface Named {
  readonly list: string
  readonly code: string
  readonly zhHans: string
  readonly en: string
}

const COUNT = '.count'
/** Different names of one field that are said beside each other. */
const MAX_NAMES = 3
const thresholds = ['config.wf.t1', 'config.wf.t2', 'config.wf.t3'] as const

/** Kinds of steps a policy may mean. */
export const policyKinds: readonly string[] = ['approve', 'handle', 'cc']

/** Entries of dictionaries, roles and departments, in both languages. One statement. */
async function readNames(unit: UnitOfWork): Promise<readonly Named[]> {
  const { rows } = await sql<Named>`
    select * from (
      select dictionary_key as list, value as code, label as zh_hans, label_en as en, sort, id from dictionary_entry
      union all select 'role', key, name, name_en, sort, id from role where state and deleted_at is null
      union all select 'department', key, name, name_en, sort, id from department where deleted_at is null) n
    order by sort, id`.execute(unit.db)
  return rows
}

function kindOf(field: Field | undefined): OfferedFact['type'] {
  switch (field?.kind) {
    case 'money':
      return 'money'
    case 'integer':
    case 'decimal':
    case 'quantity':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'choice':
      return 'choice'
    default:
      return 'text'
  }
}

const joined = (names: readonly string[]): string => {
  const different = [...new Set(names)]
  return [...different.slice(0, MAX_NAMES), ...(different.length > MAX_NAMES ? ['…'] : [])].join('/')
}

/** What may be chosen in a policy, by language. */
export async function offersOf(
  unit: UnitOfWork,
  workflows: readonly PublishedWorkflow[],
): Promise<Readonly<Record<Language, PolicyOffer>>> {
  const names = await readNames(unit)
  const [zhHans, en] = languages.map((language) => offerIn(unit, workflows, names, language))
  if (zhHans === undefined || en === undefined) throw new Error('a language has no words')
  return { zhHans, en }
}

function offerIn(
  unit: UnitOfWork,
  workflows: readonly PublishedWorkflow[],
  names: readonly Named[],
  language: Language,
): PolicyOffer {
  const words = policyMessages[language].policySentence
  const listed = (list: string): readonly Choice[] =>
    names.filter((one) => one.list === list).map((one) => ({ value: one.code, label: one[language] || one.zhHans }))
  const titleOf = (key: string): string => unit.textOf(language, `applications.${key}.title`) ?? key
  const states = new Map<string, { names: string[]; types: string[] }>()
  const facts = new Map<string, { names: string[]; types: string[]; field: Field | undefined }>()
  for (const { key, definition, form } of workflows) {
    for (const state of definition.states) {
      const known = states.get(state.key) ?? { names: [], types: [] }
      states.set(state.key, { names: [...known.names, state.name[language]], types: [...known.types, titleOf(key)] })
    }
    const fields = formFieldsOf(form)
    // What every form may be asked is called the same in all of them.
    const labelOf = (name: string): string =>
      unit.textOf(language, `workflow.fact.${name.replaceAll('.', '_')}`) ??
      form.labels?.[name]?.[language] ??
      unit.textOf(language, `applications.${key}.fields.${name}`) ??
      (name.endsWith(COUNT) ? words.count.replace('{name}', labelOf(name.slice(0, -COUNT.length))) : name)
    for (const name of new Set(['amount', ...Object.keys(factsOf(fields, {}))])) {
      const known = facts.get(name) ?? { names: [], types: [], field: fields[name] }
      facts.set(name, { ...known, names: [...known.names, labelOf(name)], types: [...known.types, titleOf(key)] })
    }
  }
  const bureau: readonly OfferedFact[] = [
    {
      value: 'applicant.rankLevel',
      label: unit.textOf(language, 'workflow.fact.applicant_rankLevel') ?? '',
      type: 'choice',
      options: listed('rankLevel'),
    },
    {
      value: 'applicant.isDeptLeader',
      label: unit.textOf(language, 'workflow.fact.applicant_isDeptLeader') ?? '',
      type: 'flag',
      options: [],
    },
    {
      value: 'dept.key',
      label: unit.textOf(language, 'workflow.fact.dept_key') ?? '',
      type: 'choice',
      options: listed('department'),
    },
  ]
  const offeredFacts = [...facts].map(
    ([value, fact]): OfferedFact => ({
      value,
      label: joined(fact.names),
      ...(fact.types.length < workflows.length && { note: joined(fact.types) }),
      type: value === 'amount' ? 'money' : value.endsWith(COUNT) ? 'number' : kindOf(fact.field),
      options: fact.field?.kind === 'choice' ? listed(fact.field.dictionary) : [],
    }),
  )
  const [amount, ...others] = offeredFacts
  return {
    states: [...states].map(([value, state]) => ({ value, label: joined(state.names), note: joined(state.types) })),
    roles: listed('role'),
    kinds: listed('stateKind').filter(({ value }) => policyKinds.includes(value)),
    groups: listed('ticketGroup'),
    types: workflows.map(({ key }) => ({ value: key, label: titleOf(key) })),
    facts: [...(amount === undefined ? [] : [amount]), ...bureau, ...others],
    thresholds: thresholds.map((value) => ({
      value,
      label: unit.textOf(language, `workflow.fact.${value.replaceAll('.', '_')}`) ?? value,
    })),
  }
}
