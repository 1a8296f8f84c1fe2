import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { KnownFact } from '#machines/ticket/verify/verify.ts'
import { dictionaries } from '#src/catalogue/dictionaries.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { knownFacts } from '#src/define/facts.ts'
import { factsOf } from '#src/fields/conditions.ts'
import { modules } from '#src/modules.ts'

/** Thresholds as the catalogue ships them. */
export const thresholds = {
  'config.wf.t1': 5000,
  'config.wf.t2': 20_000,
  'config.wf.t3': 100_000,
  'config.car.maintThreshold': 2000,
}

/** Codes of the shipped dictionaries. */
const entries = new Map<string, readonly string[]>([
  ...dictionaries.map(
    ([key, , , , line]) => [key, line.split('; ').map((entry) => entry.slice(0, entry.indexOf('=')))] as const,
  ),
  ...modules.flatMap((module) => Object.entries(module.dictionaries ?? {})),
])

/** A shipped workflow with what is known of the names its conditions may use. */
export interface ShippedType {
  readonly key: string
  readonly workflow: WorkflowDefinition
  readonly fields: readonly string[]
  readonly known: Readonly<Record<string, KnownFact>>
}

/** All types of 20-workflow. */
export const shippedTypes: readonly ShippedType[] = modules
  .flatMap((module) => module.applications)
  .map((type) => ({
    key: type.key,
    workflow: type.workflow,
    known: knownFacts(type, type.workflow, (dictionary) => entries.get(dictionary) ?? null),
    fields: [
      ...Object.keys(factsOf(formFieldsOf(type), {})),
      'amount',
      'applicant.rankLevel',
      'applicant.isDeptLeader',
      'applicant.id',
      'dept.key',
    ],
  }))
