/** The two ways of doing anything with the database: reading, and writing in one transaction with what it announces. */

import type { Executor, TicketNews, Trace, UnitOfWork } from '#src/define/server.ts'
import type { ServiceToken } from '#src/define/services.ts'
import { inTransaction } from '#src/server/database/transaction.ts'
import type { Services } from './app/services.ts'

/** A record that changed; clients holding it fetch it again. */
export interface Change {
  readonly record: string
  readonly id: number | null
  readonly news?: TicketNews | undefined
}
/** Newer news of a ticket, with what an earlier decision of the same transaction settled. */
function merged(before: TicketNews | undefined, after: TicketNews | undefined): TicketNews | undefined {
  const settled = [...(before?.settled ?? []), ...(after?.settled ?? [])]
  const news = after ?? before
  return news === undefined || settled.length === 0 ? after : { ...news, settled }
}

/** A message to people, as `UnitOfWork.notify` takes it. */
export type Message = Parameters<UnitOfWork['notify']>[0]

/** Where announcements and messages wait for the commit (transactional outbox). */
export interface Outbox {
  /** Writes them inside the transaction that made them. */
  store(unit: UnitOfWork, changes: readonly Change[], messages: readonly Message[]): Promise<void>
  /** Called after the commit: what was stored may be sent. */
  wake(): void
}

/** An error whose transaction is rolled back, and that leaves something behind all the same: `after` runs then, in its own transactions. As the cause of a refusal it does the same. */
export abstract class Aftermath extends Error {
  abstract after(services: Services): Promise<void>
}

/** A unit of work inside a transaction; `afterCommit` is for wake-ups only: what must not be lost belongs into a table. */
export interface WritingUnit extends UnitOfWork {
  afterCommit(run: () => void): void
}

type Announcing = Pick<UnitOfWork, 'changed' | 'notify' | 'traced'>

function bind(services: Services, db: Executor, announcing: Announcing): UnitOfWork {
  const unit: UnitOfWork = {
    db,
    clock: services.clock,
    settings: services.settings,
    calendar: services.calendar,
    textOf: (language, key) => services.texts.find(language, key),
    // What is written into records stays as the bureau calls its people.
    namesOf: (ids, language = 'zhHans') =>
      services.names.of(
        db,
        language,
        [...ids].filter((id) => id !== null),
      ),
    usersWithRole: async (role) =>
      (await services.organisation.latest(db)).usersWithRole(role).map(({ person }) => person),
    service<L>(token: ServiceToken<L>): L {
      const provision = services.provisions.get(token.name)
      if (!provision) throw new Error(`no module provides the service ${token.name}`)
      return provision.create(unit) as L
    },
    ...announcing,
  }
  return unit
}

const outsideTransaction = (): never => {
  throw new Error('a change can only be announced inside a transaction')
}

/** A unit of work for reading, outside any transaction. */
export function reader(services: Services): UnitOfWork {
  return bind(services, services.database.db, {
    changed: outsideTransaction,
    notify: outsideTransaction,
    traced: outsideTransaction,
  })
}

/** Reads without a transaction. */
export function read<T>(services: Services, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  return work(reader(services))
}

/** Writes in the same transaction who did what; called last, with what was traced. */
export type Describe<T> = (unit: UnitOfWork, traces: readonly Trace[], value: T) => Promise<void>

/** Runs `work` in one transaction; what it announced is stored in it and sent after the commit, and `describe` writes what was done. The work may run again after a serialization failure, so it must do nothing outside the database. */
export async function write<T>(
  services: Services,
  work: (unit: WritingUnit) => Promise<T>,
  describe?: Describe<T>,
): Promise<T> {
  let afterwards: (() => void)[] = []
  let announced: readonly Change[] = []
  let isNotified = false
  const run = inTransaction(services.database, async (transaction) => {
    const changes = new Map<string, Change>()
    const messages: Message[] = []
    const runs: (() => void)[] = []
    const traces: Trace[] = []
    const unit: WritingUnit = {
      ...bind(services, transaction, {
        changed: (record, id, news) => {
          const key = `${record} ${id}`
          changes.set(key, { record, id, news: merged(changes.get(key)?.news, news) })
        },
        notify: (message) => void messages.push(message),
        traced: (trace) => void traces.push(trace),
      }),
      afterCommit: (run) => void runs.push(run),
    }
    const value = await work(unit)
    announced = [...changes.values()]
    isNotified = announced.length > 0 || messages.length > 0
    if (isNotified) await services.outbox.store(unit, announced, messages)
    await describe?.(unit, traces, value)
    afterwards = runs
    return value
  })
  const result = await run.catch(async (error: unknown): Promise<never> => {
    // What it leaves is lost rather than what went wrong.
    const aftermath = error instanceof Error && error.cause instanceof Aftermath ? error.cause : error
    if (aftermath instanceof Aftermath)
      await aftermath
        .after(services)
        .catch((later: unknown) => services.log.error({ err: later }, 'nothing was left behind'))
    throw error
  })
  if (isNotified) services.outbox.wake()
  for (const { record } of announced) services.figures.changes.add({ record })
  for (const run of afterwards) run()
  return result
}
