/**
 * A program on types made from the OpenAPI document: it signs in, lists, writes, sends a file, applies, approves and
 * exports. A change of the API that it does not fit no longer compiles.
 *
 *   npx openapi-typescript openapi.json -o openapi.ts
 */
import type { components, paths } from './openapi.ts'

type Method = 'get' | 'post' | 'put' | 'delete'
/** Paths that have a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never
}[keyof paths]

/** What an operation takes: parts of the path, query and JSON body, each only where it has them. */
type InputOf<O> = O extends unknown ? PartsOf<O> & QueryOf<O> & BodyOf<O> : never
type PartsOf<O> = O extends { parameters: { path: infer Parts } } ? { path: Parts } : { path?: never }
type QueryOf<O> = O extends { parameters: { query: infer Query } }
  ? { query: Query }
  : O extends { parameters: { query?: infer Query } }
    ? { query?: Query }
    : { query?: never }
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: never }

type AnswerOf<O> = O extends { responses: { 200: { content: { 'application/json': infer Answer } } } } ? Answer : never
/** The answer of a call that went well; every other one is thrown as an `ApiError`. */
type Success<O> = Extract<AnswerOf<O>, { code: 2000 }>

/** A message of the live connection, by its `contentType`. */
export type Frame = components['schemas']['LiveFrame']

class ApiError extends Error {
  readonly code: number
  readonly errKey: string | undefined
  constructor({ code, msg, errKey }: { code: number; msg: string; errKey?: string }) {
    super(msg)
    this.code = code
    this.errKey = errKey
  }
}

class TypedClient {
  private access = ''
  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  async signIn(username: string, password: string): Promise<void> {
    const { data } = await this.call('post', '/api/login/', { body: { username, password } })
    this.access = data.access
  }

  /** Calls with a JSON body, or with none; `key` is the same for every attempt of one action. */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input: InputOf<paths[P][M]> & { key?: string },
  ): Promise<Success<paths[P][M]>> {
    const { body, key } = input
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    if (key !== undefined) headers['Idempotency-Key'] = key
    const content = body === undefined ? null : JSON.stringify(body)
    return this.answerOf(await this.send(method, path, input, content, headers))
  }

  /** Sends a file as multipart field `file`. */
  async upload<P extends PathOf<'post'>>(path: P, name: string, content: Blob): Promise<Success<paths[P]['post']>> {
    const form = new FormData()
    form.append('file', content, name)
    return this.answerOf(await this.send('post', path, {}, form))
  }

  /** A file that a call answers. */
  async download<P extends PathOf<'get'>>(path: P, input: InputOf<paths[P]['get']>): Promise<Blob> {
    const response = await this.send('get', path, input, null)
    if (response.headers.get('Content-Type')?.startsWith('application/json') === true)
      throw new ApiError((await response.json()) as ConstructorParameters<typeof ApiError>[0])
    return response.blob()
  }

  private async answerOf<O>(response: Response): Promise<Success<O>> {
    const answer = (await response.json()) as { code: number; msg: string }
    if (answer.code !== 2000) throw new ApiError(answer)
    return answer as unknown as Success<O>
  }

  private send(
    method: Method,
    path: string,
    { path: parts = {}, query = {} }: { path?: object; query?: object },
    body: BodyInit | null,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const values = new Map(Object.entries(parts))
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    if (this.access !== '') headers.Authorization = `Bearer ${this.access}`
    return fetch(`${this.origin}${address}${search.size === 0 ? '' : `?${search}`}`, {
      method: method.toUpperCase(),
      headers: { 'Accept-Language': 'en', ...headers },
      body,
    })
  }
}

const origin = process.env.API ?? 'http://127.0.0.1:3000'

// List
const admin = new TypedClient(origin)
await admin.signIn('fang54', 'Jingbao#2026')
const list = await admin.call('get', '/api/system/dept/', { query: { limit: 100, ordering: 'key' } })
console.log(list.data.filter(({ state }) => state).length, 'departments')

// The simplest list: nothing is required but to be signed in
const waiting = await admin.call('get', '/api/workflow/ticket/', {})
console.log(waiting.data.every(({ no }) => no !== ''))
// People, with the columns of a person
const people = await admin.call('get', '/api/system/user/', { query: { limit: 1 } })
console.log(people.data.map(({ name }) => typeof name))

// Write
const made = await admin.call('post', '/api/system/dept/', {
  body: { name: 'Typed client', key: 'API3', sort: 92 },
  key: crypto.randomUUID(),
})
// Calls that a second person confirms answer a proposal instead of the row.
if ('proposal' in made.data) throw new Error('the administrators of this bureau confirm new departments')
const { id, version } = made.data
const changed = await admin.call('put', '/api/system/dept/{id}/', { path: { id }, body: { phone: '8004', version } })
console.log('phone' in changed.data ? changed.data.phone : null)
await admin.call('delete', '/api/system/dept/{id}/', { path: { id } })

// Export
const workbook = await admin.download('/api/system/dept/export_data/', { query: { search: 'Typed' } })
console.log(workbook.size, 'bytes')

// File, application, approval
const applicant = new TypedClient(origin)
await applicant.signIn('pan42', 'Jingbao#2026')
const file = await applicant.upload('/api/system/file/', 'notes.pdf', new Blob(['%PDF-1.4\n%%EOF\n']))
console.log(file.data.name)
const filed = await applicant.call('post', '/api/workflow/ticket/', {
  body: {
    type: 'otherBusiness',
    submit: true,
    formData: {
      reason: 'Printer fault',
      bizType: 'IT',
      content: 'The printer on the second floor jams, please have it checked.',
      attachments: [file.data.id],
    },
  },
  key: crypto.randomUUID(),
})
const leader = new TypedClient(origin)
await leader.signIn('zhang39', 'Jingbao#2026')
const approved = await leader.call('post', '/api/workflow/ticket/{id}/approve/', {
  path: { id: filed.data.id },
  body: { version: filed.data.version, comment: 'Agreed' },
  key: crypto.randomUUID(),
})
console.log('ticket is now', approved.data.status)
