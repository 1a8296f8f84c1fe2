/** Copies of shipped types are the bureau's own: they can be published as they are (20.9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftAnswer } from '#src/define/workflows/designs.ts'
import type { VerifyAnswer, WorkflowRow } from '#src/define/workflows/workflows.ts'
import { modules } from '#src/modules.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const types = modules.flatMap(({ applications = [] }) => applications.map(({ key }) => key))

describe.each(oneEngine)('a copy of a shipped type on %s', (engine) => {
  let app: TestApp
  let designer: Client
  let ids: ReadonlyMap<string, number>
  const copyOf = async (key: string, index: number): Promise<number> => {
    const naming = { name: `副本${index}`, nameEn: `Copy ${index}`, key: `cst_copy${index}` }
    return (await designer.post<{ id: number }>(`${WORKFLOWS}${ids.get(key)}/copy/`, naming)).data.id
  }
  beforeAll(async () => {
    app = await startApp({ engine })
    designer = await app.as('fang54')
    const { data } = await designer.get<readonly WorkflowRow[]>(`${WORKFLOWS}?limit=100`)
    ids = new Map(data.map(({ id, key }) => [key, id]))
  })
  afterAll(() => app.close())

  it.each(types.map((key, index) => [key, index] as const))('has no fault when %s was copied', async (key, index) => {
    const id = await copyOf(key, index)
    const { faults } = (await designer.post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {})).data
    expect(faults.map(({ message }) => message)).toEqual([])
  })

  it('asks for what the program no longer computes, without a condition that waits for itself', async () => {
    const id = await copyOf('preApproval', types.length)
    const { form } = (await designer.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data.draft
    const fields = Object.assign({}, ...form.sections.map((section) => section.fields))
    expect(JSON.stringify(fields)).not.toContain('"computed"')
    expect(fields.lineProjectId).toEqual({ kind: 'reference', record: 'project' })
    expect(fields.projectId.visibleWhen).toEqual({ field: 'lineProjectId', op: 'empty' })
  })
})
