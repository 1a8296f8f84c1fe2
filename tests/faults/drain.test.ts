/** A node that is asked to end (SIGTERM) under load: whoever was let in is answered, live lines are told, and the process ends by itself. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { engines } from '#tests/harness/engines.ts'
import { type ServerProcess, signIn } from '#tests/harness/server.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { otherForm } from '#tests/journeys/office.ts'
import { type LastingBureau, lastingBureau } from './bureau.ts'

const ACTORS = 6
const ROUNDS = 3
/** The close code of a line that was told nothing. */
const ABNORMAL = 1006
/** What `call` says where nobody listens: nothing of the call was sent. */
const NOT_LET_IN = 'no answer: ECONNREFUSED'
/** Calls answered before the node is asked to end. */
const BEFORE = 40

interface Outcome {
  readonly status: number
  readonly body: string
}

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/readiness`, { headers: { connection: 'close' } }).then(
    (answer) => answer.ok,
    () => false,
  )

/** What became of a call: an answer, or why there was none, which must not happen. */
function call(url: string, token: string, method: string, path: string, body?: object): Promise<Outcome | string> {
  return new Promise((resolve) => {
    const sent = body && JSON.stringify(body)
    // A connection of its own each time: a kept one may be closed in the moment it is used again.
    const agent = new Agent({ keepAlive: false })
    const headers = {
      authorization: `Bearer ${token}`,
      'x-idempotency-key': randomUUID(),
      ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    }
    const asked = request(url + path, { agent, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
      answer.on('error', (error) => resolve(`broken off: ${error.message}`))
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(`no answer: ${error.code ?? error.message}`))
    asked.end(sent)
  })
}

describe.each(engines)('SIGTERM under load on %s', (engine) => {
  let bureau: LastingBureau
  let server: ServerProcess
  beforeAll(async () => {
    bureau = await lastingBureau(engine)
    server = await bureau.start()
  })
  afterAll(async () => {
    await server.kill()
    await bureau.remove()
  })

  it('fails no request, tells the live lines, ends with 0, and has done exactly what it answered', async () => {
    const filed: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { token } = await signIn(server.url, 'pan42')
      const line = new WebSocket(`${server.url.replace('http', 'ws')}/ws/${token}/`)
      await new Promise((resolve, reject) => line.once('open', resolve).once('error', reject))
      const lineClosed = new Promise<number>((resolve) => line.once('close', resolve))
      let answered = 0
      let isOver = false
      const wrong: (Outcome | string)[] = []
      let enough: () => void = () => undefined
      const warm = new Promise<void>((resolve) => {
        enough = resolve
      })
      const actor = async (index: number): Promise<void> => {
        // As a proxy does: nobody is sent to a node that says it ends.
        while (!isOver && (await isReady(server.url))) {
          const outcome =
            index % 2 === 0
              ? await call(server.url, token, 'GET', '/api/workflow/ticket/?label=submitted&limit=5')
              : await call(server.url, token, 'POST', '/api/workflow/ticket/', {
                  type: 'otherBusiness',
                  formData: otherForm(),
                  submit: true,
                })
          // Asked a moment after the readiness answer, the node may be gone: a proxy sends such a call to another.
          if (outcome === NOT_LET_IN) return
          if (typeof outcome === 'string') {
            wrong.push(outcome)
            return
          }
          const { code, data } = JSON.parse(outcome.body) as { code?: number; data?: WireTicket }
          const isDone = outcome.status === 200 && code === 2000
          if (!isDone) wrong.push(outcome)
          if (isDone && index % 2 === 1 && data) filed.push(data.id)
          answered += 1
          if (answered >= BEFORE) enough()
        }
      }
      const actors = Array.from({ length: ACTORS }, (_, index) => actor(index))
      await warm
      expect(await server.stop()).toBe(0)
      isOver = true
      await Promise.all(actors)
      expect(wrong).toEqual([])
      expect(await lineClosed).not.toBe(ABNORMAL)
      server = await bureau.start()
    }
    await server.stop()
    await bureau.inspect(async (app) => {
      const pan = await app.as('pan42')
      for (const id of filed.slice(-10))
        expect((await pan.get<WireTicket>(`/api/workflow/ticket/${id}/`)).code).toBe(2000)
    })
  })
})
