/** A person who speaks to the running server without a screen. */
import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { multipart, tinyPdf } from '#tests/harness/files.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'

/** What everybody in the demo bureau signs in with. */
export const PASSWORD = DEMO_PASSWORD

export interface Caller {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  /** Files an application and submits it. */
  file(type: string, formData: Readonly<Record<string, unknown>>): Promise<WireTicket>
  /** Acts on a ticket at its present revision. */
  act(id: number, action: string, more?: Readonly<Record<string, unknown>>): Promise<WireTicket>
  /** Uploads a small PDF, or what is given. */
  upload(name?: string, content?: Buffer): Promise<number>
}

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** Signs a person in; every refusal of a later call is thrown. */
export async function callerOf(url: string, username: string): Promise<Caller> {
  const send = async <T>(
    method: string,
    path: string,
    body: BodyInit | null,
    headers: Record<string, string>,
  ): Promise<T> => {
    const response = await fetch(`${url}${path}`, { method, headers, body })
    const answer = (await response.json()) as Envelope
    if (answer.code !== 2000)
      throw new Error(`${username} ${method} ${path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer)}`)
    return answer.data as T
  }
  const json = { 'content-type': 'application/json', 'accept-language': 'zh-Hans' }
  const { access } = await send<{ access: string }>(
    'POST',
    '/api/login/',
    JSON.stringify({ username, password: PASSWORD, remember: false }),
    json,
  )
  const authorization = { authorization: `Bearer ${access}` }
  const get = <T>(path: string): Promise<T> => send('GET', path, null, authorization)
  const post = <T>(path: string, body: unknown): Promise<T> =>
    send('POST', path, JSON.stringify(body), { ...json, ...authorization, 'x-idempotency-key': randomUUID() })
  return {
    get,
    post,
    file: (type, formData) => post('/api/workflow/ticket/', { type, formData, submit: true }),
    act: async (id, action, more = {}) => {
      const { version } = await get<WireTicket>(`/api/workflow/ticket/${id}/`)
      return post(`/api/workflow/ticket/${id}/${action}/`, { version, comment: '', ...more })
    },
    upload: async (name = '发票.pdf', content = tinyPdf) => {
      const { payload, headers } = multipart(name, content)
      const { id } = await send<{ id: number }>('POST', '/api/system/file/', new Uint8Array(payload), {
        ...headers,
        ...authorization,
      })
      return id
    },
  }
}
