import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, it } from 'vitest'
import { compileWorkflow } from '#machines/ticket/compile.ts'
import { persist, restore, start, step } from '#machines/ticket/replay.ts'
import { otherBusiness } from '#src/modules/affairs/other-business.ts'
import { type Client, seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { createDatabase, type Template } from '#tests/harness/engines.ts'
import { submit } from '#tests/harness/tickets.ts'
import { print } from './figures.ts'

/** Applicant and approving leader of eight departments. */
const pairs = [
  ['chen09', 'wu06'],
  ['wei11', 'chu10'],
  ['yang15', 'han14'],
  ['shi22', 'lyu21'],
  ['yan26', 'cao25'],
  ['qi32', 'jiang31'],
  ['pan42', 'zhang39'],
  ['lu48', 'peng46'],
] as const
const EACH = 40
const ROUNDS = 3
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

interface Statement {
  readonly config: pg.QueryConfig
}
type Recording = Statement[]
const recording = new AsyncLocalStorage<Recording>()

/** Notes every statement of a decision as it goes to the driver. */
function recordStatements(): () => void {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given
    const text = typeof config === 'string' ? config : (config as pg.QueryConfig | undefined)?.text
    if (text)
      recording.getStore()?.push({
        config:
          typeof config === 'string'
            ? { text, ...(Array.isArray(values) && { values }) }
            : { ...(config as pg.QueryConfig) },
      })
    return Reflect.apply(original, this, given)
  } as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

/** The bureau with EACH tickets waiting for each of eight leaders: every round starts from a copy. */
const waiting: Template = {
  key: `${seededBureau.key} waiting ${EACH}`,
  async prepare(database) {
    await seededBureau.prepare(database)
    const app = await startApp({ engine: 'postgres', database })
    for (const [applicant] of pairs) {
      const person = await app.as(applicant)
      for (let count = 0; count < EACH; count += 1) {
        const answer = await submit(person, 'otherBusiness', form)
        if (answer.code !== 2000) throw new Error(answer.msg)
      }
    }
    await app.app.close()
  },
}

interface Waiting {
  readonly leader: Client
  readonly tickets: readonly { readonly id: number; readonly version: number }[]
}

async function queues(app: TestApp): Promise<readonly Waiting[]> {
  return Promise.all(
    pairs.map(async ([, name]) => {
      const leader = await app.as(name)
      const { data } = await leader.get<Waiting['tickets']>('/api/workflow/ticket/', {
        query: { label: 'pendingApproval', limit: '100', type: 'otherBusiness', search: form.reason },
      })
      const all = await leader.get<Waiting['tickets']>('/api/workflow/ticket/', {
        query: { label: 'pendingApproval', limit: '100', type: 'otherBusiness', ordering: '-createdAt' },
      })
      return { leader, tickets: (data.length >= EACH ? data : all.data).slice(0, EACH) }
    }),
  )
}

const perSecond = (count: number, milliseconds: number): number => (count * 1000) / milliseconds
const total = pairs.length * EACH

/** All leaders at once, each one decision after another. */
async function inParallel(work: (leader: number, ticket: number) => Promise<void>): Promise<number> {
  const from = performance.now()
  await Promise.all(
    pairs.map(async (_pair, leader) => {
      for (let ticket = 0; ticket < EACH; ticket += 1) await work(leader, ticket)
    }),
  )
  return perSecond(total, performance.now() - from)
}

async function bare(url: string, statements: readonly (readonly Recording[])[]): Promise<number> {
  const clients = await Promise.all(
    pairs.map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const rate = await inParallel(async (leader, ticket) => {
    for (const { config } of statements[leader]?.[ticket] ?? []) await clients[leader]?.query(config)
  })
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

/** Calls from a thread of their own, over kept connections, so that making requests does not stand in the server's way. */
const caller = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const agent = new http.Agent({ keepAlive: true, maxSockets: workerData.queues.length })
const post = (path, token, body) => new Promise((resolve, reject) => {
  const text = JSON.stringify(body)
  const request = http.request({ agent, port: workerData.port, host: '127.0.0.1', path, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), authorization: 'Bearer ' + token } }, (response) => {
    let answer = ''
    response.on('data', (part) => { answer += part }).on('end', () => resolve(JSON.parse(answer)))
  })
  request.on('error', reject).end(text)
})
;(async () => {
  const from = performance.now()
  let done = 0
  await Promise.all(workerData.queues.map(async ({ token, tickets }) => {
    for (const { id, version } of tickets) if ((await post('/api/workflow/ticket/' + id + '/approve/', token, { version, comment: '' })).code === 2000) done += 1
  }))
  parentPort.postMessage({ done, milliseconds: performance.now() - from })
})()
`

async function overHttp(app: TestApp, waitingFor: readonly Waiting[]): Promise<number> {
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const calls = await Promise.all(
    waitingFor.map(async ({ leader, tickets }) => ({ token: await leader.token(), tickets })),
  )
  const worker = new Worker(caller, { eval: true, workerData: { port: Number(new URL(address).port), queues: calls } })
  const { done, milliseconds } = await new Promise<{ done: number; milliseconds: number }>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  expect(done).toBe(total)
  return perSecond(done, milliseconds)
}

/** Milliseconds the machine itself takes for one such decision: restore, decide, staff the next visit, persist. */
function machineTime(): number {
  const machine = compileWorkflow(otherBusiness.workflow)
  const given = { at: '2026-03-11T02:00:00.000Z', facts: { amount: 0 }, dataHash: 'x' }
  let snapshot = start(machine, { applicant: 1 }).snapshot
  for (const event of [
    { type: 'submit', actor: 1, comment: '', ...given },
    { type: 'participants', visit: 1, people: [{ person: 2, onBehalfOf: null, rule: null }], ...given },
  ] as const) {
    const next = step(machine, snapshot, event)
    if (next.ok) snapshot = next.snapshot
  }
  const stored = JSON.stringify(persist(snapshot))
  const from = performance.now()
  for (let count = 0; count < 500; count += 1) {
    const approved = step(machine, restore(machine, JSON.parse(stored)), {
      type: 'approve',
      actor: 2,
      comment: '',
      ...given,
    })
    if (!approved.ok) throw new Error('refused')
    const staffed = step(machine, approved.snapshot, {
      type: 'participants',
      visit: 2,
      people: [
        { person: 3, onBehalfOf: null, rule: null },
        { person: 4, onBehalfOf: null, rule: null },
      ],
      ...given,
    })
    if (!staffed.ok) throw new Error('refused')
    persist(staffed.snapshot)
  }
  return (performance.now() - from) / 500
}

it('decisions per second with eight approvers on PostgreSQL, against the bare statements of the same decisions', async () => {
  const engineRatios: number[] = []
  const httpRatios: number[] = []
  const rates = { bare: [] as number[], engine: [] as number[], http: [] as number[] }
  const stop = recordStatements()
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await startApp({ engine: 'postgres', database: await createDatabase('postgres', waiting) })
    const waitingFor = await queues(first)
    const recorded: Recording[][] = waitingFor.map(({ tickets }) => tickets.map(() => []))
    const { engineDecide } = await import('./engine.ts')
    const engine = await inParallel(async (leader, ticket) => {
      const { leader: person, tickets } = waitingFor[leader] as Waiting
      await recording.run(recorded[leader]?.[ticket] as Recording, () =>
        engineDecide(first.services, person.userId, tickets[ticket] as { id: number; version: number }),
      )
    })
    await first.close()

    const copy = await createDatabase('postgres', waiting)
    const raw = await bare(copy.url ?? '', recorded)
    await copy.close()

    const second = await startApp({ engine: 'postgres', database: await createDatabase('postgres', waiting) })
    const http = await overHttp(second, await queues(second))
    await second.close()

    rates.bare.push(raw)
    rates.engine.push(engine)
    rates.http.push(http)
    engineRatios.push(engine / raw)
    httpRatios.push(http / raw)
    if (round === 0) console.log(`statements of one decision: ${recorded[0]?.[0]?.length}`)
  }
  stop()
  const machine = machineTime()
  print(
    'engine without HTTP / bare statements',
    engineRatios,
    `[bare ${rates.bare.map(Math.round).join(' ')}/s, engine ${rates.engine.map(Math.round).join(' ')}/s]`,
  )
  print('HTTP / bare statements', httpRatios, `[HTTP ${rates.http.map(Math.round).join(' ')}/s]`)
  print(
    'share of a decision spent in the machine (of one core)',
    rates.engine.map((rate) => (machine * rate) / 1000),
    `[${machine.toFixed(2)} ms]`,
  )
})
