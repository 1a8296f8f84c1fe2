/** Whoever opens the designer of a shipped type and saves without a change keeps exactly that type. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDefinition } from '#src/define/application.ts'
import { modules } from '#src/modules.ts'
import { formSchema } from '#src/server/tickets/designs/formSchema.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

interface Design {
  readonly definition: unknown
  readonly form: unknown
  readonly basics: unknown
  readonly revision: number
}

const applications = modules.flatMap(({ applications = [] }) => applications)

it.each(applications)('takes the form of $key as it is', ({ sections, start, amountField }) => {
  const form: FormDefinition = { sections, ...(start && { start }), ...(amountField !== undefined && { amountField }) }
  expect(formSchema.safeParse(form)).toEqual({ success: true, data: form })
})

describe.each(oneEngine)('drafts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  it('keeps the draft of every shipped type unchanged', async () => {
    const administrator = await app.as('fang54')
    const { data: workflows } = await administrator.get<readonly { id: number; key: string }[]>(
      '/api/workflow/workflow/?limit=100',
    )
    expect(workflows.length).toBeGreaterThanOrEqual(applications.length)
    for (const { id, key } of workflows) {
      const path = `/api/workflow/workflow/${id}/draft/`
      const { definition, form, basics, revision } = (await administrator.get<{ draft: Design }>(path)).data.draft
      const saved = await administrator.put<{ draft: Design }>(path, { definition, form, basics, revision })
      expect({ key, code: saved.code, errors: saved.errors }).toEqual({ key, code: 2000, errors: undefined })
      expect(saved.data.draft).toMatchObject({ definition, form, basics })
    }
  })
})
