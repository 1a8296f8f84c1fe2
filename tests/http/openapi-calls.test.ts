/** What the document requires is what the server asks for: no more, no less. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsOf, parametersOf } from '#src/client/pages/apiDocs/operations.ts'
import type { OpenApi, Parameter } from '#src/define/api/openapi.ts'
import { exampleOf } from '#src/server/documentation/example.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { allowEverything } from '#tests/journeys/writes.ts'

/** Calls that require one of two parameters, which OpenAPI has no words for, with the one their refusal names. */
const eitherOf: Readonly<Record<string, string>> = {
  '/api/cars/board/choices/': 'ticketId',
  '/api/workflow/workflow_state/impact/': 'user',
}

describe('the calls of the OpenAPI document', () => {
  let app: TestApp
  let person: Client
  let document: OpenApi
  beforeAll(async () => {
    app = await startApp()
    person = await app.as('pan42')
    await allowEverything(app, person.userId)
    document = JSON.parse((await person.get('/api/openapi/', { language: 'en' })).raw.body) as OpenApi
  })
  afterAll(() => app.close())

  const textOf = ({ schema }: Parameter): string => {
    const value = exampleOf(schema, (ref) => document.components.schemas[ref.split('/').at(-1) ?? ''])
    return Array.isArray(value) ? value.join(',') : String(value)
  }
  /** Names of the query that the answer refuses; none when it is no refusal of the query. */
  const refusedIn = ({ raw }: Answer<unknown>): readonly string[] => {
    if (!String(raw.headers['content-type']).startsWith('application/json')) return []
    const { code, errors = {} } = raw.json<{ code: number; errors?: Record<string, unknown> }>()
    return code === 4000 ? Object.keys(errors) : []
  }
  const gets = () =>
    callsOf(document)
      .filter(({ method, path }) => method === 'GET' && path !== '/api/openapi/')
      .map(({ path, operation }) => {
        const parameters = parametersOf(document, operation)
        const inPath = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, textOf(one)]))
        return {
          path,
          address: path.replace(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? ''),
          required: parameters.filter((one) => one.in === 'query' && one.required),
        }
      })
  const queryOf = (parameters: readonly Parameter[]): Record<string, string> =>
    Object.fromEntries(parameters.map((one) => [one.name, textOf(one)]))

  it('answers every GET that sends only what the document requires', async () => {
    const refused: Record<string, string> = {}
    for (const { path, address, required } of gets()) {
      const answer = await person.get(address, { query: queryOf(required) })
      const names = refusedIn(answer)
      if (answer.status >= 500 || names.length > 0) refused[path] = names.join()
    }
    expect(refused).toEqual(eitherOf)
  })

  it('refuses every GET without one of its required parameters, by its name', async () => {
    const taken: string[] = []
    for (const { path, address, required } of gets())
      for (const { name } of required) {
        const answer = await person.get(address, { query: queryOf(required.filter((one) => one.name !== name)) })
        if (!refusedIn(answer).includes(name)) taken.push(`${path} without ${name}: ${answer.raw.body.slice(0, 100)}`)
      }
    expect(taken).toEqual([])
  })

  it('requires nothing of the list of tickets', () => {
    const list = document.paths['/api/workflow/ticket/']?.get
    expect(parametersOf(document, list!).filter(({ required }) => required)).toEqual([])
  })
})
