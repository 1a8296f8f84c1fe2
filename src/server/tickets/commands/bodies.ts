/** What the calls of 97-api "Tickets and workflows" take. */

import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { FormData } from '#src/fields/field.ts'
import { FORM } from '#src/server/documentation/schema.ts'
import { pageQuery, queryId, queryIds, queryText } from '#src/server/http/schemas.ts'
import { filterQuery } from '../queries/listQuery.ts'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** jsonb takes no half of a surrogate pair. */
const words = (max: number) =>
  z
    .string()
    .overwrite(trimText)
    .max(max)
    .refine((text) => !/\p{Cs}/u.test(text))
const people = z.array(id).min(1).max(20)
const key = z.string().min(1).max(64)

/** Any object; what may stand in it is the version's business. */
const formData = z
  .record(z.string().max(64), z.unknown())
  .meta({ [FORM]: 'application' })
  .transform((values) => values as FormData)

export const createBody = z.strictObject({
  type: key,
  formData: formData.default({}),
  submit: z.boolean().default(false),
})
export const saveBody = z.strictObject({ formData, version: z.number().int().min(1) })
export const trialBody = z.strictObject({ type: key, formData: formData.default({}), ticketId: id.nullish() })
export const batchBody = z.strictObject({
  ids: z.array(id).min(1).max(50),
  /** Of each ticket, the version that was looked at; another one is `wf.stateChanged` for that ticket. */
  versions: z.array(z.number().int().min(1)).max(50).optional(),
  comment: words(500).default(''),
})
/** An approval without a look at the whole ticket (10.2). */
export const atOnceBody = z.strictObject({ version: z.number().int().min(1), comment: words(500).default('') })
/** A saved view: the query of the list's address under a name (20.6). */
export const viewBody = z.strictObject({
  name: words(30).min(1),
  query: z
    .string()
    .max(1000)
    .regex(/^[\x20-\x7e]*$/),
})
export const chartQuery = z.strictObject({ ...filterQuery.shape, chart: z.enum(['type', 'stay']) })
export const checksQuery = z.strictObject({ ids: queryIds(100) })
export const favouriteBody = z.strictObject({ favourite: z.boolean() })

const common = {
  version: z.number().int().min(1).optional(),
  /** The live visit that is meant; required for callers with places in several. */
  visit: z.number().int().min(1).max(100_000).optional(),
  comment: words(500).default(''),
}
/** Payloads by action. */
export const actionBodies = {
  submit: z.strictObject({ ...common, formData: formData.optional() }),
  approve: z.strictObject({ ...common, formData: formData.optional(), signature: z.string().max(2000).optional() }),
  handle: z.strictObject({ ...common, formData: formData.optional() }),
  reject: z.strictObject(common),
  return: z.strictObject({
    ...common,
    target: key.default('start'),
    resume: z.enum(['runAgain', 'straightBack']).optional(),
  }),
  withdraw: z.strictObject(common),
  retrieve: z.strictObject(common),
  transfer: z.strictObject({ ...common, userId: id }),
  delegate: z.strictObject({ ...common, userId: id }),
  addSign: z.strictObject({
    ...common,
    userIds: z.array(id).min(1).max(5),
    where: z.enum(['before', 'after', 'parallel']),
    /** The rule among the added people, `all` when absent; beside the holder the rule of the step counts, so none is taken. */
    mode: z.enum(['any', 'all', 'sequential']).optional(),
  }),
  removeSign: z.strictObject({ ...common, userIds: people }),
  claim: z.strictObject(common),
  release: z.strictObject(common),
  refuse: z.strictObject(common),
  urge: z.strictObject(common),
  cc: z.strictObject({ ...common, userIds: people }),
  comment: z.strictObject({ ...common, userIds: z.array(id).max(20).default([]) }),
  void: z.strictObject(common),
} as const
/** 25.4: why a completed ticket is to be revoked. */
export const revokeBody = z.strictObject({
  version: z.number().int().min(1).optional(),
  comment: words(500).default(''),
})
/** OTH-01: what a ticket of the wrong type is turned into. */
export const convertBody = z.strictObject({
  version: z.number().int().min(1).optional(),
  type: key,
  comment: words(300).default(''),
})
export type ActionName = keyof typeof actionBodies

/** The password again, and the picture to sign with. */
export const signBody = z.strictObject({ password: z.string().min(1).max(64), fileId: id })
/** Who may be called in for a task, by what is typed into the picker. */
export const helpersQuery = z.strictObject({ search: queryText(50), ids: queryIds(20), visit: queryId })
export const startQuery = z.strictObject({ from: queryId })
export const keyParams = z.strictObject({ key })
export const linesParams = z.strictObject({ key, field: key })
export const replayQuery = z.strictObject({
  at: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(1_000_000).optional(),
  ),
})
export const workflowQuery = z.strictObject({
  ...pageQuery,
  group: queryText(40),
  status: queryText(20),
  search: queryText(50),
})
export const machineQuery = z.strictObject({ format: z.enum(['xstate', 'mermaid', 'bpmn']).default('xstate') })
