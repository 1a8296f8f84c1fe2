import { sql } from 'kysely'
import type { EffectName } from '#src/define/names.ts'
import { type ApplicationServer, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import { type ServiceToken, type Substitutes, substitutes } from '#src/define/services.ts'
import type { MovableClock } from '#src/server/clock.ts'
import type { Mark } from '#src/server/tickets/commands/effects.ts'
import { type Organisation, organise, readOrganisation } from '#src/server/tickets/delegation/organisation.ts'
import { resolve } from '#src/server/tickets/participants/participants.ts'
import type { Applicant } from '#src/server/tickets/participants/people.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Version } from '#src/server/tickets/versions/versions.ts'

/** The business side of a kind of application, kept in memory while the stories run and written at their end. */
export interface Book {
  readonly types: Readonly<Record<string, ApplicationServer>>
  readonly effects: Partial<Readonly<Record<EffectName, EffectRun>>>
  /** Ledgers that stand in memory, or run on the unit of work of the world, by name. */
  readonly services?: Readonly<Record<string, (unit: UnitOfWork) => unknown>>
  write(unit: UnitOfWork): Promise<void>
}

/** The book of a module whose own forms and effects run in the stories: types by name, effects by the beginning of theirs. */
export const moduleBook = (engine: Engine, types: readonly string[], prefix: string, write: Book['write']): Book => ({
  types: Object.fromEntries(
    types.flatMap((type): [string, ApplicationServer][] => {
      const server = engine.servers.get(type)
      return server ? [[type, server]] : []
    }),
  ),
  effects: Object.fromEntries(
    [...engine.effects].flatMap(([name, { run }]): [string, EffectRun][] =>
      name.startsWith(prefix) ? [[name, run]] : [],
    ),
  ),
  write,
})

interface DelegationPeriod {
  readonly userId: number
  readonly substituteId: number
  readonly from: Date
  until: Date
  readonly reason: string
  readonly ticketId: number | null
  readonly createdAt: Date
}

/** The engine in a past that moves on: the machine and the rules are the product's own, ledgers and substitutes stand in memory. */
export interface World {
  readonly engine: Engine
  readonly unit: UnitOfWork
  readonly clock: MovableClock
  /** {code}-{yyyyMMdd}-{4} (0.4). */
  nextNumber(code: string): string
  write(unit: UnitOfWork): Promise<void>
}

/** Who stands in for whom; one window per leave. */
function keepWindows(clock: MovableClock): {
  readonly substitutes: Substitutes
  readonly all: readonly DelegationPeriod[]
} {
  const all: DelegationPeriod[] = []
  const endWhere = (at: Date, isMeant: (period: DelegationPeriod) => boolean): void => {
    for (const period of all) {
      if (isMeant(period) && period.until > at) period.until = new Date(Math.max(period.from.getTime(), at.getTime()))
    }
  }
  return {
    all,
    substitutes: {
      async activate(period) {
        all.push({ ...period, createdAt: clock.now() })
      },
      end: async (ticketId, at) => endWhere(at, (period) => period.ticketId === ticketId),
      endFor: async (userId, at) =>
        endWhere(at, (period) => period.userId === userId || period.substituteId === userId),
    },
  }
}

/** The organisation of the stories, read once; substitutes are theirs. */
function remembering(clock: MovableClock, windows: readonly DelegationPeriod[]): Engine['organisation'] {
  let known: Organisation | undefined
  return async (db) => {
    known ??= organise({ ...(await readOrganisation(db, clock)).rows, windows: [] })
    const now = clock.now()
    const open = windows
      .filter((period) => period.from <= now && now < period.until)
      .map(({ userId, substituteId, from, until }) => ({
        person: userId,
        substitute: substituteId,
        from: from.getTime(),
        until: until.getTime(),
        types: null,
        below: null,
        takesOpen: false,
      }))
    return open.length === 0 ? known : organise({ ...known.rows, windows: open })
  }
}

/** The product's rules for participants, over that organisation. */
const participantsOf =
  (organisation: Engine['organisation']): Engine['participants'] =>
  async (unit, about, asks) => {
    const now = await organisation(unit.db, null)
    return asks.map((ask) => resolve(now, about, ask))
  }

/** Nobody moves or is promoted in the stories. */
function onceEach(read: Engine['applicant']): Engine['applicant'] {
  const known = new Map<number, Applicant>()
  return async (db, id) => {
    const found = known.get(id) ?? (await read(db, id))
    known.set(id, found)
    return found
  }
}

/** Makes the world of the stories out of the running server; `versions` are the published ones of their types. */
export function createWorld(
  engine: Engine,
  real: UnitOfWork,
  clock: MovableClock,
  books: readonly Book[],
  versions: ReadonlyMap<string, Version>,
): World {
  const windows = keepWindows(clock)
  const organisation = remembering(clock, windows.all)
  const marks: (Mark & { readonly effect: string })[] = []
  const numbers = new Map<string, { code: string; day: string; last: number }>()
  const services = new Map(books.flatMap((book) => Object.entries(book.services ?? {})))
  const unit: UnitOfWork = {
    ...real,
    clock,
    service: <L>(token: ServiceToken<L>): L => {
      if (token.name === substitutes.name) return windows.substitutes as L
      const own = services.get(token.name)
      return own === undefined ? real.service(token) : (own(unit) as L)
    },
    // Nobody was there to be told.
    changed: () => {},
    notify: () => {},
    traced: () => {},
  }
  return {
    unit,
    clock,
    engine: {
      ...engine,
      servers: new Map(books.flatMap((book) => Object.entries(book.types))),
      // Object.entries forgets that the keys are effect names.
      effects: new Map(
        books.flatMap((book) =>
          Object.entries(book.effects as Record<EffectName, EffectRun>).map(
            ([name, run]) => [name as EffectName, effect([], run)] as const,
          ),
        ),
      ),
      applicant: onceEach(engine.applicant),
      // All lines are made together at the end.
      summaryOf: async () => ({ zhHans: '', en: '' }),
      organisation,
      participants: participantsOf(organisation),
      versions: { ...engine.versions, current: async (_db, type) => versions.get(type) ?? null },
      markRun: async (_base, mark, effects) => {
        marks.push(...effects.map((effect) => ({ ...mark, effect })))
        return effects
      },
      // Nobody of the demo has drawn a signature yet.
      takeSignature: async () => null,
    },
    nextNumber(code) {
      const day = clock.today()
      const counter = numbers.get(`${code} ${day}`) ?? { code, day, last: 0 }
      counter.last += 1
      numbers.set(`${code} ${day}`, counter)
      return `${code}-${day.replaceAll('-', '')}-${String(counter.last).padStart(4, '0')}`
    },
    async write(to) {
      await sql`insert into effect_run (ticket_id, effect, step, at)
        select m."ticketId", m.effect, m.step, m.at from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m ("ticketId" bigint, effect text, step text, at timestamptz)`.execute(
        to.db,
      )
      await sql`insert into ticket_number (code, day, last)
        select n.code, n.day, n.last from jsonb_to_recordset(${JSON.stringify([...numbers.values()])}::jsonb) as n (code text, day date, last int)`.execute(
        to.db,
      )
      await sql`insert into substitute (user_id, substitute_id, from_at, until_at, reason, ticket_id, created_at)
        select w."userId", w."substituteId", w."from", w.until, w.reason, w."ticketId", w."createdAt"
        from jsonb_to_recordset(${JSON.stringify(windows.all)}::jsonb) as w ("userId" bigint, "substituteId" bigint, "from" timestamptz, until timestamptz,
          reason text, "ticketId" bigint, "createdAt" timestamptz)`.execute(to.db)
    },
  }
}
