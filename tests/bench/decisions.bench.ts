import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'
import { seededBureau, startApp } from '#tests/harness/app.ts'
import { createDatabase, type Template, type TestDatabase } from '#tests/harness/engines.ts'
import { runServer, type ServerProcess, signIn } from '#tests/harness/server.ts'
import { submit } from '#tests/harness/tickets.ts'
import type { Job, Measured, Queue } from './decide.ts'
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
/** Decisions of each leader by which the server gets warm, all leaders at once: it needs about 3,000 until what it runs is compiled and its figures stand still. */
const WARMING = 400
/** Decisions of each leader before the measured ones, at the screens that are measured. */
const UNMEASURED = 40
const EACH = WARMING + UNMEASURED + 100
const ROUNDS = 3
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

/** The bureau with EACH tickets waiting for each of eight leaders: every measurement starts from a copy. */
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
    // As autovacuum leaves it: a plan must not depend on whether it came by.
    await sql`analyze`.execute(database.db)
  },
}

/** Our own tickets of each leader, oldest first; the same in every copy. */
async function queuesIn({ db }: TestDatabase): Promise<readonly Queue[]> {
  const { rows } = await sql<Queue>`
    select u.id as user_id, u.name, u.dept_id as department_id,
      json_agg(json_build_object('id', t.id, 'version', t.revision) order by t.id) as tickets
    from ticket t join ticket_task k on k.ticket_id = t.id and k.status = 'open' join app_user u on u.id = k.assignee_id
    where u.username = any(${pairs.map(([, leader]) => leader)}::text[]) and t.form_data ->> 'reason' = ${form.reason}
    group by u.id order by array_position(${pairs.map(([, leader]) => leader)}::text[], u.username)`.execute(db)
  expect(rows.map(({ tickets }) => tickets.length)).toEqual(pairs.map(() => EACH))
  return rows
}

/** Copies for as long as `work` runs. */
async function onCopies<T>(count: number, work: (...urls: string[]) => Promise<T>): Promise<T> {
  const copies = await Promise.all(Array.from({ length: count }, () => createDatabase('postgres', waiting)))
  try {
    return await work(...copies.map(({ url }) => url ?? ''))
  } finally {
    await Promise.all(copies.map((copy) => copy.close()))
  }
}

let folder: string
beforeAll(() => {
  const cache = join(projectRoot(), 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'decide-'))
  const vite = join(projectRoot(), 'node_modules/.bin/vite')
  // Vitest's own marks would make the build think it runs for a test.
  const env = { ...process.env, VITEST: '', NODE_ENV: '' }
  execFileSync(vite, ['build', '--ssr', 'tests/bench/decide.ts', '--outDir', folder, '--logLevel', 'error'], { env })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Who decides what while the server gets warm, and then. */
type Work = Pick<Job, 'warming' | 'queues' | 'unmeasured'>

/** The waiting tickets among so many who decide at once: some of the leaders, or each of them at several screens. */
function among(all: readonly Queue[], approvers: number): Work {
  const warming = all.map((queue) => ({ ...queue, tickets: queue.tickets.slice(0, WARMING) }))
  const queues = all.map((queue) => ({ ...queue, tickets: queue.tickets.slice(WARMING) }))
  const screens = Math.max(1, approvers / queues.length)
  const share = (EACH - WARMING) / screens
  const shared = queues.slice(0, approvers).flatMap(({ tickets, ...leader }) =>
    Array.from(
      { length: screens },
      (_, screen): Queue => ({
        ...leader,
        tickets: tickets.slice(Math.floor(screen * share), Math.floor((screen + 1) * share)),
      }),
    ),
  )
  return { warming, queues: shared, unmeasured: Math.floor(UNMEASURED / screens) }
}

const inProcess = (shared: Work): Promise<Measured> =>
  onCopies(4, async (noting = '', engine = '', plain = '', folded = '') => {
    const job: Job = { ...shared, copies: { noting, engine, plain, folded } }
    const file = join(folder, 'job.json')
    writeFileSync(file, JSON.stringify(job))
    const env = { ...process.env, NODE_ENV: 'production' }
    const said = execFileSync(process.execPath, [join(folder, 'decide.js'), file], { env, encoding: 'utf8' })
    return JSON.parse(said) as Measured
  })

/** Calls from a thread of their own, each approver over one kept connection. It shares the cores with what it measures, so it does no more than it must: node:http takes more than twice the processor. */
const caller = `
const { parentPort, workerData } = require('node:worker_threads')
const net = require('node:net')
const { warming, calls, unmeasured } = workerData
const connect = ({ host, token }) => {
  const [name, port] = host.split(':')
  const socket = net.connect({ host: name, port, noDelay: true })
  let [got, answer] = ['', () => undefined]
  socket.setEncoding('latin1').on('data', (part) => {
    got += part
    const head = got.indexOf('\\r\\n\\r\\n')
    if (head < 0 || got.length < head + 4 + Number(/content-length: (\\d+)/i.exec(got)[1])) return
    const body = JSON.parse(got.slice(head + 4))
    got = ''
    answer(body)
  })
  return {
    post: (path, body) => new Promise((resolve, reject) => {
      answer = resolve
      socket.once('error', reject)
      const text = JSON.stringify(body)
      socket.write('POST ' + path + ' HTTP/1.1\\r\\nHost: ' + host + '\\r\\nAuthorization: Bearer ' + token + '\\r\\nContent-Type: application/json\\r\\nContent-Length: ' + text.length + '\\r\\n\\r\\n' + text)
    }).finally(() => socket.removeAllListeners('error')),
    end: () => socket.end(),
  }
}
let done = 0
const all = (those, from, to) => Promise.all(those.map(async (one) => {
  const { post, end } = connect(one)
  for (const { id, version } of one.tickets.slice(from, to)) if ((await post('/api/workflow/ticket/' + id + '/approve/', { version, comment: '' })).code === 2000) done += 1
  end()
}))
;(async () => {
  await all(warming, 0)
  await all(calls, 0, unmeasured)
  const [warm, from] = [done, performance.now()]
  await all(calls, unmeasured)
  parentPort.postMessage({ done, rate: ((done - warm) * 1000) / (performance.now() - from) })
})()
`

/** Decisions per second through so many nodes, the leaders dealt out to them. */
const overHttp = ({ warming, queues, unmeasured }: Work, count: number): Promise<number> =>
  onCopies(1, async (databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'decisions-'))
    const nodes: ServerProcess[] = []
    try {
      for (let node = 0; node < count; node += 1) nodes.push(await runServer({ dataDir, databaseUrl }))
      const urlOf = (index: number): string => nodes[index % count]?.url ?? ''
      const leaders = warming.map(({ userId }) => userId)
      const tokens = new Map<number, string>()
      for (const [index, userId] of leaders.entries())
        tokens.set(userId, (await signIn(urlOf(index), pairs[index]?.[1] ?? '')).token)
      const callsOf = (those: readonly Queue[]) =>
        those.map(({ userId, tickets }, index) => ({
          host: new URL(urlOf(index)).host,
          token: tokens.get(userId),
          tickets,
        }))
      const worker = new Worker(caller, {
        eval: true,
        workerData: { warming: callsOf(warming), calls: callsOf(queues), unmeasured },
      })
      const { done, rate } = await new Promise<{ done: number; rate: number }>((resolve, reject) =>
        worker.once('message', resolve).once('error', reject),
      )
      expect(done).toBe([...warming, ...queues].reduce((sum, { tickets }) => sum + tickets.length, 0))
      return rate
    } finally {
      for (const node of nodes) await node.stop()
      rmSync(dataDir, { recursive: true })
    }
  })

const CORES = availableParallelism()

it.each([1, 8, 32])(
  'decisions per second with %i approvers on PostgreSQL, against the bare statements of the same decisions',
  async (approvers) => {
    const first = await createDatabase('postgres', waiting)
    const shared = among(await queuesIn(first), approvers)
    await first.close()
    const rounds: (Measured & { readonly http: number; readonly nodes: number })[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ...(await inProcess(shared)),
        http: await overHttp(shared, 1),
        nodes: await overHttp(shared, CORES),
      })

    const all = (of: (round: (typeof rounds)[number]) => number, digits = 0) =>
      rounds.map((round) => of(round).toFixed(digits)).join(' ')
    const counts = rounds[0]?.statements
    console.log(
      `${approvers} approvers; a decision is ${counts?.plain} bare statements (one a table), folded ${counts?.folded}: ${all(({ rate }) => rate.plain)}/s, folded ${all(({ rate }) => rate.folded)}/s`,
    )
    const figures = [
      ['engine without HTTP', ({ rate }: Measured) => rate.engine],
      ['HTTP, one node', ({ http }: (typeof rounds)[number]) => http],
      [`HTTP, a node per core (${CORES})`, ({ nodes }: (typeof rounds)[number]) => nodes],
    ] as const
    for (const [what, of] of figures)
      for (const against of ['plain', 'folded'] as const)
        print(
          `${what} / ${against === 'plain' ? 'bare statements' : 'bare statements, folded as the engine folds them'}`,
          rounds.map((round) => of(round) / round.rate[against]),
          `[${all(of)}/s]`,
        )
    print(
      'processor of the node for one decision, engine / bare statements',
      rounds.map(({ processor }) => processor.engine / processor.plain),
      `[engine ${all(({ processor }) => processor.engine, 2)}, bare ${all(({ processor }) => processor.plain, 2)}, folded ${all(({ processor }) => processor.folded, 2)} ms]`,
    )
    print(
      'share of a decision spent in the machine (of one core)',
      rounds.map(({ machine, rate }) => (machine * rate.engine) / 1000),
      `[${all(({ machine }) => machine, 2)} ms]`,
    )
  },
)
