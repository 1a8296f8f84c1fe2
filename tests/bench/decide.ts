/** A program of its own, built as the server is: decides tickets without HTTP, then sends the bare statements of the same decisions, and says how fast each was. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { compileWorkflow } from '#machines/ticket/compile.ts'
import { persist, restore, start, step } from '#machines/ticket/replay.ts'
import { otherBusiness } from '#src/modules/affairs/other-business.ts'
import { accessOf } from '#src/server/access/access.ts'
import { connect } from '#src/server/database/connect.ts'
import { isDeferred } from '#src/server/database/deferred.ts'
import { dispatch } from '#src/server/tickets/dispatch.ts'
import { engineOf } from '#src/server/tickets/engine.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { nextPeople, plainWrites } from './plain.ts'

/** What one leader has to decide, one after the other. */
export interface Queue {
  readonly userId: number
  readonly name: string
  readonly departmentId: number
  readonly tickets: readonly { readonly id: number; readonly version: number }[]
}

/** Copies of one database with waiting tickets, and whose they are. */
export interface Job {
  readonly queues: readonly Queue[]
  /** First decisions of each leader, which only make connections and plans ready. */
  readonly unmeasured: number
  /** Where the statements are noted, where the engine is measured, where the plain and the folded statements are. */
  readonly copies: { readonly noting: string; readonly engine: string; readonly plain: string; readonly folded: string }
}

/** By the engine; by the bare statements, one a table; by the same statements folded into one as the engine folds them. */
export type By<T> = Readonly<Record<'engine' | 'plain' | 'folded', T>>

/** What was found out. */
export interface Measured {
  /** Decisions per second. */
  readonly rate: By<number>
  /** SQL statements of one decision. */
  readonly statements: By<number>
  /** Milliseconds of processor this program used for one decision, the database's own not counted. */
  readonly processor: By<number>
  /** Milliseconds the machine itself takes for one decision. */
  readonly machine: number
}

type Statements = pg.QueryConfig[]
const noting = new AsyncLocalStorage<Statements>()

/** Notes every statement of a decision as it goes to the driver, while `work` runs. */
async function noted(work: () => Promise<unknown>): Promise<void> {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const config = given[0] as pg.QueryConfig | undefined
    if (config?.text !== undefined) noting.getStore()?.push({ ...config })
    return Reflect.apply(original, this, given)
  } as typeof original
  await work()
  pg.Client.prototype.query = original
}

type Deed = (leader: number, ticket: number) => Promise<unknown>

/** Decisions per second, and the milliseconds of processor one took here. */
interface Pace {
  readonly rate: number
  readonly processor: number
}

/** All leaders at once, each one decision after another. */
async function paceOf({ queues, unmeasured }: Job, deed: Deed): Promise<Pace> {
  const all = async (from: number, to: number): Promise<void> => {
    const one = async (leader: number): Promise<void> => {
      for (let ticket = from; ticket < to; ticket += 1) await deed(leader, ticket)
    }
    await Promise.all(queues.map((_queue, leader) => one(leader)))
  }
  const each = Math.min(...queues.map(({ tickets }) => tickets.length))
  await all(0, unmeasured)
  const [from, used] = [performance.now(), process.cpuUsage()]
  await all(unmeasured, each)
  const { user, system } = process.cpuUsage(used)
  const count = (each - unmeasured) * queues.length
  return { rate: (count * 1000) / (performance.now() - from), processor: (user + system) / 1000 / count }
}

/** An approval as the route makes it, without HTTP around it. */
const approving =
  ({ services }: TestApp, queues: Job['queues']): Deed =>
  (leader, ticket) => {
    const { tickets, ...person } = queues[leader] as Queue
    const { id, version } = tickets[ticket] as Queue['tickets'][number]
    const access = accessOf({ ...person, sessionId: 'bench' }, services.directory)
    const asker = { access, language: 'zhHans' as const, origin: { ip: null, requestId: null }, revision: version }
    return write(services, (base) => dispatch(engineOf(services), base, id, { type: 'approve', comment: '' }, asker))
  }

async function withApp<T>(databaseUrl: string, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl }) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Every approval, with its statements as they went out. */
async function noteStatements(job: Job): Promise<readonly (readonly Statements[])[]> {
  const statements = job.queues.map(({ tickets }) => tickets.map((): Statements => []))
  const of = (leader: number, ticket: number) => statements[leader]?.[ticket] as Statements
  await withApp(job.copies.noting, async (app) => {
    const approve = approving(app, job.queues)
    await noted(() => paceOf(job, (leader, ticket) => noting.run(of(leader, ticket), () => approve(leader, ticket))))
  })
  return statements
}

const NEXT_ROLE = 'logisticsOfficer'

/** The statements of every approval as a program without an engine sends them: what it reads as it was, who is next as well, what it wrote one statement a table. */
async function plainly(job: Job, statements: readonly (readonly Statements[])[]): Promise<Statements[][]> {
  const writes = await plainWrites(job.copies.plain, job.copies.noting)
  return job.queues.map(({ tickets }, leader) =>
    tickets.map(({ id }, ticket) => {
      const all = statements[leader]?.[ticket] ?? []
      const [begin, ...read] = all.filter(({ text }) => text !== 'commit' && !isDeferred(text))
      return [
        ...(begin ? [begin] : []),
        ...read,
        ...[nextPeople(NEXT_ROLE, otherBusiness.key, '2026-03-11T02:00:00.000Z'), ...writes(id)].map((one) => ({
          ...one,
          values: [...one.values],
        })),
        { text: 'commit' },
      ]
    }),
  )
}

/** The statements one after the other, each leader on a connection of their own. */
async function paceOfStatements(
  job: Job,
  databaseUrl: string,
  statements: readonly (readonly Statements[])[],
): Promise<Pace> {
  const clients = job.queues.map(() => new pg.Client({ connectionString: databaseUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    return await paceOf(job, async (leader, ticket) => {
      for (const statement of statements[leader]?.[ticket] ?? []) await clients[leader]?.query(statement)
    })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Milliseconds the machine itself takes for one such decision: restore, decide, staff the next visit, persist. */
function machineTime(): number {
  const machine = compileWorkflow(otherBusiness.workflow)
  const given = { at: '2026-03-11T02:00:00.000Z', facts: { amount: 0 }, dataHash: 'x' }
  const staff = (visit: number, ...people: number[]) => ({
    type: 'participants' as const,
    visit,
    people: people.map((person) => ({ person, onBehalfOf: null, rule: null })),
    ...given,
  })
  const taken = (snapshot: Parameters<typeof step>[1], event: Parameters<typeof step>[2]) => {
    const next = step(machine, snapshot, event)
    if (!next.ok) throw new Error(`${event.type} was refused`)
    return next.snapshot
  }
  const draft = start(machine, { applicant: 1 }).snapshot
  const waiting = taken(taken(draft, { type: 'submit', actor: 1, comment: '', ...given }), staff(1, 2))
  const stored = JSON.stringify(persist(waiting))
  const decide = () => {
    const approved = taken(restore(machine, JSON.parse(stored)), { type: 'approve', actor: 2, comment: '', ...given })
    persist(taken(approved, staff(2, 3, 4)))
  }
  const ROUNDS = 500
  for (let round = 0; round < ROUNDS; round += 1) decide()
  const from = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) decide()
  return (performance.now() - from) / ROUNDS
}

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job
const folded = await noteStatements(job)
const plain = await plainly(job, folded)
const engine = await withApp(job.copies.engine, (app) => paceOf(job, approving(app, job.queues)))
const pace = {
  engine,
  plain: await paceOfStatements(job, job.copies.plain, plain),
  folded: await paceOfStatements(job, job.copies.folded, folded),
}
const missing = await plainWrites(job.copies.plain, job.copies.noting)
for (const { id } of job.queues.flatMap(({ tickets }) => tickets))
  if (missing(id).length > 0) throw new Error(`the bare statements do not write what the engine wrote of ticket ${id}`)
const counted = { engine: folded, plain, folded }
const each = <T>(of: (by: keyof By<T>) => T): By<T> => ({
  engine: of('engine'),
  plain: of('plain'),
  folded: of('folded'),
})
const last = (all: readonly (readonly Statements[])[]): number => all[0]?.at(-1)?.length ?? 0
const measured: Measured = {
  rate: each((by) => pace[by].rate),
  statements: each((by) => last(counted[by])),
  processor: each((by) => pace[by].processor),
  machine: machineTime(),
}
process.stdout.write(JSON.stringify(measured))
