// People at their screens, in a process of their own: each asks for a list, the counters, a ticket with its timeline, and now and then files or approves something.
// Reads its task as JSON from standard input and writes the milliseconds of every call, by kind, to standard output.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** @type {{ url: string, people: string[], password: string, seconds: number, form: object }} */
const task = JSON.parse(await new Response(process.stdin).text())
const { hostname, port } = new URL(task.url)

/** Milliseconds between two looks at the screen, about. */
const PAUSE = 1_000
/** Of so many rounds one files an application, and one decides what waits. */
const SELDOM = 12

const samples = { list: [], counters: [], detail: [], timeline: [], application: [], approval: [] }
const failures = new Map()

function fail(kind, why) {
  const key = `${kind} ${why}`
  failures.set(key, (failures.get(key) ?? 0) + 1)
}

function ask(agent, token, method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(text && { 'content-length': Buffer.byteLength(text), 'x-idempotency-key': randomUUID() }),
  }
  return new Promise((resolve, reject) => {
    const call = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        try {
          resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) })
        } catch (error) {
          reject(error)
        }
      })
    })
    call.on('error', reject)
    call.end(text)
  })
}

async function measured(kind, counts, agent, token, method, path, body) {
  const from = performance.now()
  try {
    const { status, body: answer } = await ask(agent, token, method, path, body)
    if (counts()) samples[kind].push(performance.now() - from)
    if (status !== 200 || (answer.code !== 2000 && kind !== 'approval'))
      fail(kind, `${status} ${answer.code} ${answer.errKey ?? ''}`)
    return answer.data
  } catch (error) {
    fail(kind, error.code ?? error.message)
    return undefined
  }
}

/** One person until the end: nobody begins at the same moment as another. */
async function person(username, at, begins, ends) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const signedIn = await ask(agent, null, 'POST', '/api/login/', { username, password: task.password })
  const token = signedIn.body.data?.access
  if (!token) throw new Error(`${username} cannot sign in: ${JSON.stringify(signedIn.body)}`)
  const counts = () => performance.now() > begins() && performance.now() < ends()
  const call = (kind, method, path, body) => measured(kind, counts, agent, token, method, path, body)
  return async () => {
    await setTimeout((at / task.people.length) * PAUSE)
    for (let round = at; performance.now() < ends(); round += 1) {
      const label = round % 2 === 0 ? 'pendingApproval' : 'mine'
      const rows = (await call('list', 'GET', `/api/workflow/ticket/?label=${label}`)) ?? []
      await call('counters', 'GET', '/api/workflow/ticket/counts/')
      const row = rows[round % Math.max(1, rows.length)]
      if (row) {
        const [detail] = await Promise.all([
          call('detail', 'GET', `/api/workflow/ticket/${row.id}/`),
          call('timeline', 'GET', `/api/workflow/ticket/${row.id}/timeline/`),
        ])
        if (round % SELDOM === 0 && detail?.allowedActions?.includes('approve'))
          await call('approval', 'POST', `/api/workflow/ticket/${row.id}/approve/`, {
            version: detail.version,
            comment: '',
          })
      }
      if (round % SELDOM === SELDOM / 2)
        await call('application', 'POST', '/api/workflow/ticket/', {
          type: 'otherBusiness',
          formData: task.form,
          submit: true,
        })
      await setTimeout(PAUSE * (0.5 + Math.random()))
    }
    agent.destroy()
  }
}

let begins = Number.POSITIVE_INFINITY
let ends = Number.POSITIVE_INFINITY
const rounds = []
for (const [at, username] of task.people.entries())
  rounds.push(
    await person(
      username,
      at,
      () => begins,
      () => ends,
    ),
  )
const start = performance.now()
// The first seconds compile what runs.
begins = start + task.warming * 1_000
ends = begins + task.seconds * 1_000
await Promise.all(rounds.map((round) => round()))
process.stdout.write(JSON.stringify({ samples, failures: [...failures] }))
