import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { impactPeriods } from '#src/define/workflows/workflowImpact.ts'
import { line, nameOf } from '#src/fields/shapes.server.ts'
import { idParams, pageQuery, queryId, queryText } from '#src/server/http/schemas.ts'
import type { ReaderOf } from '../queries/lines.ts'
import { copyWorkflow, createWorkflow, importWorkflow, removeWorkflow, switchWorkflow } from './administer.ts'
import { readBpmn } from './bpmn.ts'
import { dropDraft, readDraft, saveDraft } from './drafts.ts'
import { exportDesign } from './exporting.ts'
import { examine } from './faults/examine.ts'
import { withFigures } from './figures.ts'
import { formSchema } from './formSchema.ts'
import { diffVersions, readVersion } from './history.ts'
import { impactOf } from './impact.ts'
import { publishDraft } from './publish.ts'
import { basicsSchema, definitionSchema, ticketGroup } from './schema.ts'
import { listRoles, listStates, replaceRole, type StateQuery } from './states.ts'
import { readHead } from './workflow.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const STATES = '/api/workflow/workflow_state/'
const revision = z.number().int().min(0).max(1_000_000)
const draftBody = z.strictObject({ revision, definition: definitionSchema, form: formSchema, basics: basicsSchema })
const trialBody = z.strictObject({
  definition: definitionSchema.optional(),
  form: formSchema.optional(),
  basics: basicsSchema.optional(),
})

const naming = {
  // Both are made from the English name where nothing is said.
  key: z
    .string()
    .regex(/^cst_[A-Za-z0-9]{1,40}$/)
    .nullish(),
  name: line(50).min(2),
  nameEn: line(80).min(2),
  code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
}
const role = nameOf(32)
/** Characters of a BPMN file; a body has a limit of its own. */
const MAX_BPMN = 1_000_000
const number = z.coerce.number().int().min(1).max(1_000_000)
/** One person or one role. */
const impactQuery = z
  .strictObject({ user: queryId, role: queryText(32), days: z.enum(['30', '90', '365']).default('90') })
  .refine(({ user, role: held }) => (user === undefined) !== (held === undefined), { path: ['user'] })
const file = z.strictObject({
  format: z.literal('jingbao.workflow'),
  formatVersion: z.literal(1),
  definition: definitionSchema,
  form: formSchema,
  basics: basicsSchema,
})

/** Every call of workflow administration beside reading the list (20.9). */
export function designRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [...draftRoutes(reader), ...administrationRoutes(reader), ...historyRoutes(reader), ...stateRoutes(reader)]
}

/** Types of the bureau's own, and switching any type off and on (WFD-06). */
function administrationRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  const engineOf = (request: Parameters<ReaderOf>[0]) => reader(request).engine
  return [
    route({
      method: 'POST',
      url: WORKFLOWS,
      operation: operation('workflow.create', { of: 'literal', body: 'name' }),
      permission: 'workflow:Create',
      body: z.strictObject({ ...naming, group: ticketGroup }),
      async handle(request) {
        const { group, ...named } = request.body
        return { id: await createWorkflow(engineOf(request), request.unit, request.access, named, group) }
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}import/`,
      operation: operation('workflow.import'),
      permission: 'workflow:Import',
      body: z.strictObject({ ...naming, document: file }),
      async handle(request) {
        const { document, ...named } = request.body
        const { definition, form, basics } = document
        const design = { definition, form, basics }
        return { id: await importWorkflow(engineOf(request), request.unit, request.access, design, named) }
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}read_bpmn/`,
      operation: operation('workflow.readBpmn'),
      permission: 'workflow:Import',
      // Nothing is written, and a file that waits to be read must not hold a transaction.
      ownTransaction: true,
      body: z.strictObject({ text: z.string().min(1).max(MAX_BPMN) }),
      handle: async (request) => readBpmn(reader(request), request.body.text, request.access.userId),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/copy/`,
      operation: operation('workflow.copy', { of: 'workflow' }),
      permission: 'workflow:Copy',
      params: idParams,
      body: z.strictObject(naming),
      handle: async (request) => ({
        id: await copyWorkflow(engineOf(request), request.unit, request.access, request.params.id, request.body),
      }),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/disable/`,
      operation: operation('workflow.disable', { of: 'workflow' }),
      permission: 'workflow:Disable',
      params: idParams,
      handle: (request) =>
        switchWorkflow(engineOf(request), request.unit, request.access, request.params.id, 'disabled'),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/enable/`,
      operation: operation('workflow.enable', { of: 'workflow' }),
      permission: 'workflow:Disable',
      params: idParams,
      handle: (request) =>
        switchWorkflow(engineOf(request), request.unit, request.access, request.params.id, 'published'),
    }),
    route({
      method: 'DELETE',
      url: `${WORKFLOWS}:id/`,
      operation: operation('workflow.remove', { of: 'workflow' }),
      permission: 'workflow:Delete',
      params: idParams,
      handle: ({ unit, access, params }) => removeWorkflow(unit, access, params.id),
    }),
  ]
}

/** Versions, their differences, and files of them (25.11). */
function historyRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/versions/:no/`,
      permission: 'workflow:Retrieve',
      params: z.strictObject({ ...idParams.shape, no: number }),
      handle: (request) => readVersion(reader(request), request.params.id, request.params.no),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/diff/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ from: number.optional(), to: number.optional() }),
      handle: (request) =>
        diffVersions(reader(request), request.params.id, { from: request.query.from, to: request.query.to }),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/export/`,
      operation: operation('workflow.export', { of: 'workflow' }),
      permission: 'workflow:Export',
      params: idParams,
      query: z.strictObject({
        format: z.enum(['json', 'xstate', 'mermaid', 'bpmn']).default('json'),
        version: number.optional(),
      }),
      handle: (request) =>
        exportDesign(reader(request), request.params.id, request.query.format, request.query.version),
    }),
  ]
}

/** The states of all workflows (20.9). */
function stateRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: STATES,
      permission: 'workflowState:Search',
      query: z.strictObject({
        ...pageQuery,
        workflow: queryId,
        kind: queryText(20),
        participantType: queryText(20),
        role: queryText(32),
        search: queryText(50),
      }),
      handle: (request) => listStates(reader(request), request.query as StateQuery),
    }),
    route({
      method: 'GET',
      url: `${STATES}roles/`,
      permission: 'workflowState:Search',
      handle: (request) => listRoles(reader(request)),
    }),
    route({
      method: 'GET',
      url: `${STATES}impact/`,
      permission: 'workflowState:Search',
      query: impactQuery,
      async handle(request) {
        const { user, role: held, days } = request.query
        const period = impactPeriods.find((one) => String(one) === days) ?? 90
        return impactOf(
          reader(request),
          request.access,
          held === undefined ? { user: user ?? 0 } : { role: held },
          period,
        )
      },
    }),
    route({
      method: 'POST',
      url: `${STATES}replace_role/`,
      operation: operation('workflow.replaceRole'),
      permission: 'workflowState:Update',
      body: z.strictObject({ from: role, to: role }),
      handle: ({ unit, access, body }) => replaceRole(unit, access, body.from, body.to),
    }),
  ]
}

/** The calls of the designer: the draft, its proof, its publication. */
function draftRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/draft/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      handle: async (request) => ({ draft: await readDraft(reader(request), request.params.id) }),
    }),
    route({
      method: 'PUT',
      url: `${WORKFLOWS}:id/draft/`,
      operation: operation('workflow.saveDraft', { of: 'workflow' }),
      permission: 'workflow:Update',
      params: idParams,
      unlogged: true,
      body: draftBody,
      async handle(request) {
        const { revision: seen, ...design } = request.body
        return { draft: await saveDraft(reader(request), request.access, request.params.id, seen, design) }
      },
    }),
    route({
      method: 'DELETE',
      url: `${WORKFLOWS}:id/draft/`,
      operation: operation('workflow.dropDraft', { of: 'workflow' }),
      permission: 'workflow:Update',
      params: idParams,
      handle: ({ unit, params }) => dropDraft(unit, params.id),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/draft/verify/`,
      operation: operation('workflow.verifyDraft', { of: 'workflow' }),
      permission: 'workflow:Retrieve',
      unlogged: true,
      params: idParams,
      body: trialBody,
      async handle(request) {
        const { unit } = request
        const kept = await readDraft(reader(request), request.params.id)
        const { definition = kept.definition, form = kept.form, basics = kept.basics } = request.body
        // What is sent is proved as it would be kept.
        const design = withFigures({ definition, form, basics })
        return examine(reader(request), await readHead(unit.db, request.params.id), design)
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/publish/`,
      operation: operation('workflow.publish', { of: 'workflow' }),
      permission: 'workflow:Publish',
      params: idParams,
      body: z.strictObject({ revision }),
      handle: (request) => publishDraft(reader(request), request.access, request.params.id, request.body.revision),
    }),
  ]
}
