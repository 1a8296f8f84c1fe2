import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { factsOf } from '#src/fields/conditions.ts'
import { modules } from '#src/modules.ts'

/** Thresholds as the catalogue ships them. */
export const thresholds = {
  'config.wf.t1': 5000,
  'config.wf.t2': 20_000,
  'config.wf.t3': 100_000,
  'config.car.maintThreshold': 2000,
}

/** A shipped workflow with the names its conditions may use. */
export interface ShippedType {
  readonly key: string
  readonly workflow: WorkflowDefinition
  readonly fields: readonly string[]
}

/** All types of 20-workflow, with their forms or before them. */
export const shippedTypes: readonly ShippedType[] = modules
  .flatMap((module) => [...module.applications, ...(module.coming ?? [])])
  .map((type) => ({
    key: type.key,
    workflow: type.workflow,
    fields: [
      ...Object.keys(factsOf(formFieldsOf(type), {})),
      'amount',
      'applicant.rankLevel',
      'applicant.isDeptLeader',
      'applicant.id',
      'dept.key',
    ],
  }))
