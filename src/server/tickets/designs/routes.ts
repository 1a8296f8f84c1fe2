import { z } from 'zod'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import type { ReaderOf } from '../lines.ts'
import { dropDraft, readDraft, saveDraft } from './drafts.ts'
import { examine } from './examine.ts'
import { formSchema } from './formSchema.ts'
import { publishDraft } from './publish.ts'
import { basicsSchema, definitionSchema } from './schema.ts'
import { readHead } from './workflow.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const revision = z.number().int().min(0).max(1_000_000)
const draftBody = z.strictObject({ revision, definition: definitionSchema, form: formSchema, basics: basicsSchema })
const trialBody = z.strictObject({
  definition: definitionSchema.optional(),
  form: formSchema.optional(),
  basics: basicsSchema.optional(),
})

/** The calls of the designer: the draft, its proof, its publication. */
export function designRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/draft/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      handle: async (asked) => ({ draft: await readDraft(reader(asked).engine, asked.base.db, asked.params.id) }),
    }),
    route({
      method: 'PUT',
      url: `${WORKFLOWS}:id/draft/`,
      permission: 'workflow:Update',
      params: idParams,
      body: draftBody,
      async handle(asked) {
        const { revision: seen, ...design } = asked.body
        const { engine, base } = reader(asked)
        return { draft: await saveDraft(engine, base, asked.access, asked.params.id, seen, design) }
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
        const { engine, base } = reader(asked)
        const kept = await readDraft(engine, base.db, asked.params.id)
        const { definition = kept.definition, form = kept.form, basics = kept.basics } = asked.body
        return examine(reader(asked), await readHead(base.db, asked.params.id), { definition, form, basics })
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
