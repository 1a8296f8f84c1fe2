/** What publishing proves of a definition (25.10, WFD): every fault with the shortest way that shows it. */
import { fieldsOf } from './conditions.ts'
import type { Facts, WorkflowDefinition } from './definition.ts'
import { blockFaults } from './faults/branches.ts'
import { choiceFaults } from './faults/choices.ts'
import type { Fault, Surroundings } from './faults/fault.ts'
import { formFaults } from './faults/forms.ts'
import { noticeFaults } from './faults/notices.ts'
import { peopleFaults } from './faults/people.ts'
import { reach } from './faults/reach.ts'
import { allStateFaults } from './faults/states.ts'
import { structureFaults } from './faults/structure.ts'
import { type Ground, groundOf } from './faults/walks.ts'
import { conditionsOf } from './partition.ts'
import { policyFaults } from './policies.ts'
import { indexWorkflow, type Workflow } from './workflow.ts'

export type { Fault, FaultMessage, FaultName, KnownFact, Surroundings } from './faults/fault.ts'

/** The form field a fact is read from: `lines.count` from `lines`. */
const fieldOf = (fact: string): string => (fact.endsWith('.count') ? fact.slice(0, -'.count'.length) : fact)

/** Whether somebody can change the fact between submit and end. Of what is not known it is taken for granted. */
function changes({ states }: WorkflowDefinition, { known = {} }: Surroundings, fact: string): boolean {
  const told = known[fact] ?? known[fieldOf(fact)]
  if (told === undefined) return true
  if (told.kind === null) return told.isComputed
  const written = states.flatMap(({ fields = {} }) =>
    Object.entries(fields).flatMap(([name, permission]) =>
      permission === 'write' || permission === 'required' ? [name] : [],
    ),
  )
  return told.isComputed ? written.length > 0 : written.includes(fieldOf(fact))
}

/** The ground on which a definition is walked; a fact that only a policy names is empty here. */
function prepare(definition: WorkflowDefinition, workflow: Workflow, surroundings: Surroundings): Ground {
  const { fields, thresholds, known = {}, policies = [] } = surroundings
  const asked = policies.flatMap(({ when }) => (when ? [when] : []))
  const own = conditionsOf(definition)
  const named = new Set([...fields, ...own.flatMap(fieldsOf)])
  const missing = asked.flatMap(fieldsOf).filter((name) => !named.has(name) && !(name in thresholds))
  const constants: Facts = { ...Object.fromEntries(missing.map((name) => [name, null])), ...thresholds }
  const domains = Object.fromEntries(Object.entries(known).map(([name, { domain }]) => [name, domain]))
  return groundOf(workflow, [...own, ...asked], constants, domains, (fact) => changes(definition, surroundings, fact))
}

/** All faults of a definition; none means that it may be published. A broken structure and faulty branches are reported alone, for nothing can be proved on it. */
export function verify(definition: WorkflowDefinition, surroundings: Surroundings): readonly Fault[] {
  const workflow = indexWorkflow(definition)
  const broken = structureFaults({ definition, workflow })
  if (broken.length > 0) return broken
  const open = blockFaults({ definition, workflow })
  if (open.length > 0) return open
  const examined = { ...surroundings, definition, workflow, ground: prepare(definition, workflow, surroundings) }
  const { pathTo, faults } = reach(examined)
  return [
    ...choiceFaults(examined),
    ...faults,
    ...allStateFaults(examined),
    ...formFaults(examined),
    ...noticeFaults(examined),
    ...peopleFaults(examined),
    ...policyFaults(examined),
  ].map((fault) => ({
    ...fault,
    path: fault.path.length > 0 || fault.state === null ? fault.path : (pathTo.get(fault.state) ?? []),
  }))
}
