import { z } from 'zod'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { impactPeriods } from '#src/define/workflowImpact.ts'
import { idParams, pageQuery, queryId, queryText } from '#src/server/http/schemas.ts'
import type { ReaderOf } from '../lines.ts'
import { copyWorkflow, createWorkflow, importWorkflow, removeWorkflow, switchWorkflow } from './administer.ts'
import { readBpmn } from './bpmn.ts'
import { dropDraft, readDraft, saveDraft } from './drafts.ts'
import { examine } from './examine.ts'
import { exportDesign } from './exporting.ts'
import { withFigures } from './figures.ts'
import { formSchema } from './formSchema.ts'
import { diffVersions, readVersion } from './history.ts'
import { impactOf } from './impact.ts'
import { publishDraft } from './publish.ts'
import { basicsSchema, definitionSchema, line, nameOf, ticketGroup } from './schema.ts'
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
const MOST_BPMN = 1_000_000
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
  const engineOf = (asked: Parameters<ReaderOf>[0]) => reader(asked).engine
  return [
    route({
      method: 'POST',
      url: WORKFLOWS,
      permission: 'workflow:Create',
      body: z.strictObject({ ...naming, group: ticketGroup }),
      async handle(asked) {
        const { group, ...named } = asked.body
        return { id: await createWorkflow(engineOf(asked), asked.base, asked.access, named, group) }
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}import/`,
      permission: 'workflow:Import',
      body: z.strictObject({ ...naming, document: file }),
      async handle({ base, access, body }) {
        const { document, ...named } = body
        const { definition, form, basics } = document
        return { id: await importWorkflow(base, access, { definition, form, basics }, named) }
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}read_bpmn/`,
      permission: 'workflow:Import',
      body: z.strictObject({ text: z.string().min(1).max(MOST_BPMN) }),
      handle: async (asked) => readBpmn(reader(asked), asked.body.text),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/copy/`,
      permission: 'workflow:Copy',
      params: idParams,
      body: z.strictObject(naming),
      handle: async (asked) => ({
        id: await copyWorkflow(engineOf(asked), asked.base, asked.access, asked.params.id, asked.body),
      }),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/disable/`,
      permission: 'workflow:Disable',
      params: idParams,
      handle: ({ base, access, params }) => switchWorkflow(base, access, params.id, 'disabled'),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/enable/`,
      permission: 'workflow:Disable',
      params: idParams,
      handle: ({ base, access, params }) => switchWorkflow(base, access, params.id, 'published'),
    }),
    route({
      method: 'DELETE',
      url: `${WORKFLOWS}:id/`,
      permission: 'workflow:Delete',
      params: idParams,
      handle: ({ base, access, params }) => removeWorkflow(base, access, params.id),
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
      handle: (asked) => readVersion(reader(asked), asked.params.id, asked.params.no),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/diff/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ from: number.optional(), to: number.optional() }),
      handle: (asked) => diffVersions(reader(asked), asked.params.id, { from: asked.query.from, to: asked.query.to }),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/export/`,
      permission: 'workflow:Export',
      params: idParams,
      query: z.strictObject({
        format: z.enum(['json', 'xstate', 'mermaid', 'bpmn']).default('json'),
        version: number.optional(),
      }),
      handle: (asked) => exportDesign(reader(asked), asked.params.id, asked.query.format, asked.query.version),
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
      handle: (asked) => listStates(reader(asked), asked.query as StateQuery),
    }),
    route({
      method: 'GET',
      url: `${STATES}roles/`,
      permission: 'workflowState:Search',
      handle: (asked) => listRoles(reader(asked)),
    }),
    route({
      method: 'GET',
      url: `${STATES}impact/`,
      permission: 'workflowState:Search',
      query: impactQuery,
      async handle(asked) {
        const { user, role: held, days } = asked.query
        const period = impactPeriods.find((one) => String(one) === days) ?? 90
        return impactOf(reader(asked), asked.access, held === undefined ? { user: user ?? 0 } : { role: held }, period)
      },
    }),
    route({
      method: 'POST',
      url: `${STATES}replace_role/`,
      permission: 'workflowState:Update',
      body: z.strictObject({ from: role, to: role }),
      handle: ({ base, access, body }) => replaceRole(base, access, body.from, body.to),
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
      handle: async (asked) => ({ draft: await readDraft(reader(asked), asked.params.id) }),
    }),
    route({
      method: 'PUT',
      url: `${WORKFLOWS}:id/draft/`,
      permission: 'workflow:Update',
      params: idParams,
      body: draftBody,
      async handle(asked) {
        const { revision: seen, ...design } = asked.body
        return { draft: await saveDraft(reader(asked), asked.access, asked.params.id, seen, design) }
      },
    }),
    route({
      method: 'DELETE',
      url: `${WORKFLOWS}:id/draft/`,
      permission: 'workflow:Update',
      params: idParams,
      handle: ({ base, params }) => dropDraft(base, params.id),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/draft/verify/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      body: trialBody,
      async handle(asked) {
        const { base } = asked
        const kept = await readDraft(reader(asked), asked.params.id)
        const { definition = kept.definition, form = kept.form, basics = kept.basics } = asked.body
        // What is sent is proved as it would be kept.
        const design = withFigures({ definition, form, basics })
        return examine(reader(asked), await readHead(base.db, asked.params.id), design)
      },
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/publish/`,
      permission: 'workflow:Publish',
      params: idParams,
      body: z.strictObject({ revision }),
      handle: (asked) => publishDraft(reader(asked), asked.access, asked.params.id, asked.body.revision),
    }),
  ]
}
