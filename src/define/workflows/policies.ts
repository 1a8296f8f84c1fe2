/** A policy as the administrator's form has it, and as the proof takes it (25.10). */
import type {
  Condition,
  FactValue,
  Operator,
  StateKind,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { Policy, PolicyRule, Selector, Trait } from '#machines/ticket/definition/policies.ts'

type Items = readonly { readonly value: string }[] | null

/** A row of the table `workflow_policy`. */
export interface PolicyRow {
  readonly name: string
  readonly nameEn: string
  readonly rule: PolicyRule['rule']
  readonly amount: number | null
  readonly trait: Trait | null
  readonly firstBy: Selector['by'] | null
  readonly first: Items
  readonly statesBy: Selector['by'] | null
  readonly states: Items
  readonly conditions:
    | readonly { readonly fact: string; readonly op: Operator; readonly value?: string | null }[]
    | null
  readonly groups: Items
  readonly types: Items
}

/** Something to choose, by its name. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** What tells two of the same name apart. */
  readonly note?: string
}

/** What a condition may ask about, and what it may be compared with. */
export interface OfferedFact extends Choice {
  readonly type: 'money' | 'number' | 'flag' | 'choice' | 'text'
  /** The values of a choice. */
  readonly options: readonly Choice[]
}

/** GET /api/workflow/policy/offered/: what may be chosen in a policy, in the reader's language. */
export interface PolicyOffer {
  readonly states: readonly Choice[]
  readonly roles: readonly Choice[]
  readonly kinds: readonly Choice[]
  readonly groups: readonly Choice[]
  readonly types: readonly Choice[]
  readonly facts: readonly OfferedFact[]
  /** The steps of §0.8 a sum may be compared with. */
  readonly thresholds: readonly Choice[]
}

/** Comparisons that are made with nothing, and those with a list. */
export const comparesNothing = (op: Operator): boolean => op === 'empty' || op === 'notEmpty'
export const comparesList = (op: Operator): boolean => op === 'in' || op === 'notIn'
/** The parts of a list as it is stored in one text. */
export const partsOf = (text: string): readonly string[] =>
  text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const NUMBER = /^-?\d+(?:\.\d+)?$/
const THRESHOLD = /^config\.[A-Za-z0-9.]+$/

function factOf(text: string): FactValue {
  if (text === 'true' || text === 'false') return text === 'true'
  return NUMBER.test(text) ? Number(text) : text
}

/** What a comparison is made with: a list for `in` and `notIn`, a threshold by its name, else a number, yes or no, or a text. */
function comparedWith(op: Operator, text: string): FactValue | readonly FactValue[] | { readonly fact: string } {
  const value = text.trim()
  if (comparesList(op)) return partsOf(value).map(factOf)
  return THRESHOLD.test(value) ? { fact: value } : factOf(value)
}

/** Everything the lines say, all of it; undefined when there are none. */
export function conditionOf(row: Pick<PolicyRow, 'conditions'>): Condition | undefined {
  const all = (row.conditions ?? []).map(
    ({ fact, op, value }): Condition =>
      comparesNothing(op) ? { field: fact, op } : { field: fact, op, value: comparedWith(op, value ?? '') },
  )
  return all.length === 0 ? undefined : { all }
}

const itemsOf = (items: Items): readonly string[] => (items ?? []).map(({ value }) => value.trim())

function selectorOf(by: Selector['by'] | null, items: Items): Selector {
  const of = itemsOf(items)
  // The form offers kinds by their code, and the server has checked them.
  return by === 'kind' ? { by, of: of as readonly StateKind[] } : { by: by ?? 'key', of }
}

function ruleOf(row: PolicyRow): PolicyRule {
  const states = selectorOf(row.statesBy, row.states)
  switch (row.rule) {
    case 'approvals':
      return { rule: 'approvals', least: row.amount ?? 1 }
    case 'atMost':
      return { rule: 'atMost', most: row.amount ?? 1, states }
    case 'never':
      return { rule: 'never', trait: row.trait ?? 'autoPass', states }
    case 'before':
      return { rule: 'before', first: selectorOf(row.firstBy, row.first), states }
    case 'passes':
      return { rule: 'passes', states }
  }
}

/** The policy a row says. */
export function policyOf(row: PolicyRow): Policy {
  const when = conditionOf(row)
  return {
    ...ruleOf(row),
    name: { zhHans: row.name, en: row.nameEn },
    groups: itemsOf(row.groups) as readonly WorkflowDefinition['group'][],
    types: itemsOf(row.types),
    ...(when && { when }),
  }
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/workflow/policy/offered/': PolicyOffer
  }
}
