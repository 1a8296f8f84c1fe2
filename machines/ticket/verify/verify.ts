/** What publishing proves of a definition (25.10, WFD): every fault with the shortest path that shows it. */
import { fieldsOf } from '../definition/conditions.ts'
import { type Facts, groupsOf, type StateDefinition, type WorkflowDefinition } from '../definition/definition.ts'
import { indexWorkflow, type Workflow } from '../definition/workflow.ts'
import { blockFaults } from './faults/branches.ts'
import { choiceFaults } from './faults/choices.ts'
import { type Fault, fault, type KnownFact, type Surroundings } from './faults/fault.ts'
import { formFaults } from './faults/forms.ts'
import { idleDoubts, idleFaults, ownDoubts } from './faults/idle.ts'
import { noticeFaults } from './faults/notices.ts'
import { peopleFaults } from './faults/people.ts'
import { policyFaults } from './faults/policies.ts'
import { reach } from './faults/reach.ts'
import { allStateFaults } from './faults/states.ts'
import { createStores, ruledFields } from './faults/store.ts'
import { structureFaults } from './faults/structure.ts'
import { type ProofContext, proofContextOf } from './faults/walks.ts'
import { aliasesIn, conditionsOf } from './partition.ts'
import { createSplitter } from './splitter.ts'

export type { Fault, FaultMessage, FaultName, KnownFact, Surroundings } from './faults/fault.ts'

/** Fields whose people a state asks. */
const askedPeople = ({ participant }: StateDefinition): readonly string[] =>
  groupsOf(participant).flatMap((group) => (group.type === 'formField' ? [group.field] : []))

/** The ground on which a definition is walked; a fact that only a policy names is empty here. */
function prepare(definition: WorkflowDefinition, workflow: Workflow, surroundings: Surroundings): ProofContext {
  const { fields, thresholds, known = {}, policies = [] } = surroundings
  const policyConditions = policies.flatMap(({ when }) => (when ? [when] : []))
  const own = conditionsOf(definition)
  const named = new Set([...fields, ...own.flatMap(fieldsOf)])
  const missing = policyConditions.flatMap(fieldsOf).filter((name) => !named.has(name) && !(name in thresholds))
  const constants: Facts = { ...Object.fromEntries(missing.map((name) => [name, null])), ...thresholds }
  const domains = Object.fromEntries(Object.entries(known).map(([name, { domain }]) => [name, domain]))
  const conditions = [...own, ...policyConditions]
  const { states } = definition
  const ruled = ruledFields(conditions.flatMap(fieldsOf), states.flatMap(askedPeople), known, states, fieldsOf).map(
    (name) => ({
      name,
      empty: { field: name, op: 'empty' } as const,
      fact: known[name] as KnownFact,
    }),
  )
  const guards = ruled.flatMap(({ empty, fact }) =>
    [empty, fact.visibleWhen, fact.requiredWhen].filter((one) => one !== undefined),
  )
  const splitter = createSplitter([...conditions, ...guards], constants, domains, aliasesIn(known))
  const stores = createStores({
    splitter,
    fields: ruled.map((field) => ({ ...field, axis: splitter.axesIn(field.empty)[0] ?? 0 })),
    known,
    states,
    repeats: definition.repeat !== 'off',
  })
  return proofContextOf(workflow, splitter, stores)
}

/** What of a definition is allowed and yet hardly meant (25.10); asked of one without faults. */
export function doubts(definition: WorkflowDefinition, surroundings: Surroundings): readonly Fault[] {
  const workflow = indexWorkflow(definition)
  const examined = { ...surroundings, definition, workflow, proof: prepare(definition, workflow, surroundings) }
  return [...idleDoubts(examined), ...ownDoubts(examined)]
}

/** All faults of a definition; none means that it may be published. A broken structure and faulty branches are reported alone, for nothing can be proved on it. */
export function verify(definition: WorkflowDefinition, surroundings: Surroundings): readonly Fault[] {
  const workflow = indexWorkflow(definition)
  const broken = structureFaults({ definition, workflow })
  if (broken.length > 0) return broken
  const open = blockFaults({ definition, workflow })
  if (open.length > 0) return open
  const examined = { ...surroundings, definition, workflow, proof: prepare(definition, workflow, surroundings) }
  const { pathTo, faults } = reach(examined)
  const found = [
    ...choiceFaults(examined),
    ...faults,
    ...allStateFaults(examined),
    ...idleFaults(examined),
    ...formFaults(examined),
    ...noticeFaults(examined),
    ...peopleFaults(examined),
    ...policyFaults(examined),
  ]
  const { splitter, limits } = examined.proof
  const isProved = splitter.isComplete() && !limits.isExceeded
  return [...(isProved ? [] : [fault('25.10', 'tooManyFacts', null)]), ...found].map((one) => ({
    ...one,
    path: one.path.length > 0 || one.state === null ? one.path : (pathTo.get(one.state) ?? []),
  }))
}
