/** A program of its own, built as the server is: decides tickets without HTTP, then sends the bare statements of the same decisions, and says how fast each was. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { persist, restore, start, step } from '#machines/ticket/engine/replay.ts'
import { otherBusiness } from '#src/modules/affairs/other-business.ts'
import { accessOf } from '#src/server/access/access.ts'
import { connect } from '#src/server/database/connect.ts'
import { isDeferred } from '#src/server/database/deferred.ts'
import { dispatch } from '#src/server/tickets/commands/dispatch.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
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
  /** What is decided before all else, until the code that runs is compiled. */
  readonly warming: readonly Queue[]
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
    const { text, values, name } = given[0] as pg.QueryConfig
    if (text !== undefined) noting.getStore()?.push({ text, values: values ?? [], ...(name !== undefined && { name }) })
    return Reflect.apply(original, this, given)
  } as typeof original
  await work()
  pg.Client.prototype.query = original
}

/** One decision; `place` is the queue's number among those that run beside it. */
type Work = (queue: Queue, ticket: Queue['tickets'][number], place: number) => Promise<unknown>

/** Decisions per second, and the milliseconds of processor one took here. */
interface Pace {
  readonly rate: number
  readonly processor: number
}

const leastOf = (queues: readonly Queue[]): number => Math.min(...queues.map(({ tickets }) => tickets.length))

/** All leaders at once, each one decision after another. */
async function paceOf({ warming, queues, unmeasured }: Job, work: Work): Promise<Pace> {
  const all = async (those: readonly Queue[], from: number, to: number): Promise<void> => {
    const one = async (queue: Queue, place: number): Promise<void> => {
      for (const ticket of queue.tickets.slice(from, to)) await work(queue, ticket, place)
    }
    await Promise.all(those.map(one))
  }
  await all(warming, 0, leastOf(warming))
  const each = leastOf(queues)
  await all(queues, 0, unmeasured)
  const [from, used] = [performance.now(), process.cpuUsage()]
  await all(queues, unmeasured, each)
  const { user, system } = process.cpuUsage(used)
  const count = (each - unmeasured) * queues.length
  return { rate: (count * 1000) / (performance.now() - from), processor: (user + system) / 1000 / count }
}

/** An approval as the route makes it, without HTTP around it. */
const approving =
  ({ services }: TestApp): Work =>
  ({ tickets: _, ...person }, { id, version }) => {
    const access = accessOf({ ...person, sessionId: 'bench' }, services.directory)
    const commandCaller = {
      access,
      language: 'zhHans' as const,
      origin: { ip: null, requestId: null },
      revision: version,
    }
    return write(services, (unit) =>
      dispatch(engineOf(services), unit, id, { type: 'approve', comment: '' }, commandCaller),
    )
  }

async function withApp<T>(databaseUrl: string, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl }) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Statements by the ticket they decide. */
type ByTicket = ReadonlyMap<number, Statements>

/** Every approval, with its statements as they went out. */
async function noteStatements(job: Job): Promise<ByTicket> {
  const statements = new Map<number, Statements>()
  const of = ({ id }: Queue['tickets'][number]): Statements => {
    const own = statements.get(id) ?? []
    statements.set(id, own)
    return own
  }
  await withApp(job.copies.noting, async (app) => {
    const approve = approving(app)
    await noted(() =>
      paceOf(job, (queue, ticket, place) => noting.run(of(ticket), () => approve(queue, ticket, place))),
    )
  })
  return statements
}

const NEXT_ROLE = 'logisticsOfficer'

/** The statements of every approval as a program without an engine sends them: what it reads as it was, who is next as well, what it wrote one statement a table. */
async function plainly(job: Job, statements: ByTicket): Promise<ByTicket> {
  const writes = await plainWrites(job.copies.plain, job.copies.noting)
  const next = nextPeople(NEXT_ROLE, otherBusiness.key, '2026-03-11T02:00:00.000Z')
  return new Map(
    [...statements].map(([id, all]) => {
      const read = all.filter(({ text }) => text !== 'commit' && !isDeferred(text))
      const added = [next, ...writes(id)].map((one) => ({ ...one, values: [...one.values] }))
      return [id, [...read, ...added, { text: 'commit' }]]
    }),
  )
}

/** The statements one after the other, each leader on a connection of their own. */
async function paceOfStatements(job: Job, databaseUrl: string, statements: ByTicket): Promise<Pace> {
  const count = Math.max(job.warming.length, job.queues.length)
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: databaseUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    return await paceOf(job, async (_queue, { id }, place) => {
      for (const statement of statements.get(id) ?? []) await clients[place]?.query(statement)
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
const engine = await withApp(job.copies.engine, (app) => paceOf(job, approving(app)))
const pace = {
  engine,
  plain: await paceOfStatements(job, job.copies.plain, plain),
  folded: await paceOfStatements(job, job.copies.folded, folded),
}
const missing = await plainWrites(job.copies.plain, job.copies.noting)
for (const id of folded.keys())
  if (missing(id).length > 0) throw new Error(`the bare statements do not write what the engine wrote of ticket ${id}`)
const counted = { engine: folded, plain, folded }
const each = <T>(of: (by: keyof By<T>) => T): By<T> => ({
  engine: of('engine'),
  plain: of('plain'),
  folded: of('folded'),
})
const last = (all: ByTicket): number => [...all.values()].at(-1)?.length ?? 0
const measured: Measured = {
  rate: each((by) => pace[by].rate),
  statements: each((by) => last(counted[by])),
  processor: each((by) => pace[by].processor),
  machine: machineTime(),
}
process.stdout.write(JSON.stringify(measured))
