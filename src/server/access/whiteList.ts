/** The API white list at work (60.11): which routes are open beyond their permission, and how often that is used (SYS-121..123). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { daysBetween } from '#src/define/days.ts'
import type { Clock, Executor, RouteDefinition } from '#src/define/server.ts'
import { type OpenableCall, openableCalls, provideService, type ServiceProvision } from '#src/define/services.ts'
import { isOpenable, MAX_DAYS, namesPath, patternOf } from '#src/modules/system/white-list/white-list.ts'
import type { Database } from '#src/server/database/database.ts'
import { anonymous } from './access.ts'

type Call = Pick<RouteDefinition, 'method' | 'url' | 'permission' | 'openable' | 'returns'>

/** A row that opens a call. */
export interface Opening {
  readonly id: number
  readonly needLogin: boolean
  readonly dataScopeOn: boolean
}

interface Row extends Opening {
  readonly url: string
  readonly method: string
  readonly shipped: boolean
  readonly expiresAt: string | null
  readonly confirmedOn: string | null
}

/** All rows in force, held in memory until their revision changes. */
export interface WhiteList {
  /** The calls there are, told once when they are registered. */
  learn(calls: readonly Call[]): void
  /** The calls that may be opened at all. */
  openable(): readonly OpenableCall[]
  load(db: Executor): Promise<void>
  /** What opens the call to anybody (`guest`) or to whoever is signed in; null when nothing does. */
  openingFor(call: Call, guest: boolean): Opening | null
  /** Counts a call of a route that is open to everybody by itself and described by a shipped row. */
  countShipped(call: Call): void
  count(opening: Opening): void
  /** Writes what was counted: many calls, one statement (SYS-123). */
  flush(db: Executor): Promise<void>
}

/** SYS-132: reading calls that their module declares, outside the areas that are closed whatever is declared. */
const mayOpen = ({ method, url, openable }: Call): boolean => method === 'GET' && openable === true && isOpenable(url)

const methods: Readonly<Record<string, string>> = { '0': 'GET', '1': 'POST', '2': 'PUT', '3': 'DELETE' }

/** SYS-132: reading, confirmed by a second person, and for no longer than a year after that. */
const opensOn = ({ shipped, method, confirmedOn, expiresAt }: Row, today: string): boolean =>
  !shipped &&
  methods[method] === 'GET' &&
  confirmedOn !== null &&
  expiresAt !== null &&
  expiresAt >= today &&
  daysBetween(confirmedOn, today) <= MAX_DAYS

export function createWhiteList(clock: Clock): WhiteList {
  let rows: readonly Row[] = []
  let calls: readonly OpenableCall[] = []
  let hits = new Map<number, number>()
  let lastAt = new Map<number, Date>()

  const shippedFor = (call: Call): Row | undefined =>
    rows.find((row) => row.shipped && methods[row.method] === call.method && namesPath(row.url, call.url))
  const count = ({ id }: Pick<Opening, 'id'>): void => {
    hits.set(id, (hits.get(id) ?? 0) + 1)
    lastAt.set(id, clock.now())
  }

  return {
    learn(all) {
      calls = all.filter(mayOpen).map(({ url, permission, returns = null }) => ({
        pattern: patternOf(url),
        permission,
        returns,
      }))
    },
    openable: () => calls,
    async load(db) {
      const found = await sql<Row>`
        select id, url, method, need_login, data_scope_on, shipped, expires_at::text as expires_at,
          (confirmed_at at time zone 'Asia/Shanghai')::date::text as confirmed_on
        from white_list where state and deleted_at is null order by id`.execute(db)
      rows = found.rows
    },
    openingFor(call, guest) {
      // What speaks of "me" has nothing to say to a guest.
      if (rows.length === 0 || !mayOpen(call) || (guest && call.permission === 'signedIn')) return null
      const today = clock.today()
      const pattern = patternOf(call.url)
      return rows.find((row) => row.url === pattern && opensOn(row, today) && (!guest || !row.needLogin)) ?? null
    },
    countShipped(call) {
      const row = shippedFor(call)
      if (row) count(row)
    },
    count,
    async flush(db) {
      if (hits.size === 0) return
      const counted = [...hits].map(([id, n]) => ({ id, n, at: lastAt.get(id) }))
      hits = new Map()
      lastAt = new Map()
      try {
        await sql`
          update white_list w set hits = least(w.hits + c.n, 2147483647), last_hit_at = greatest(w.last_hit_at, c.at), unused = false
          from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c (id bigint, n bigint, at timestamptz) where w.id = c.id`.execute(
          db,
        )
      } catch (error) {
        for (const { id, n, at } of counted) {
          hits.set(id, (hits.get(id) ?? 0) + n)
          if (at && !lastAt.has(id)) lastAt.set(id, at)
        }
        throw error
      }
    },
  }
}

/** What the page of the white list asks before it takes a pattern (SYS-121). */
export const openableCallsService = (whiteList: WhiteList): ServiceProvision =>
  provideService(openableCalls, () => ({ all: () => whiteList.openable() }))

/** Writes the counts of this process. */
export const flushWhiteList = async (services: {
  readonly whiteList: WhiteList
  readonly database: Database
}): Promise<void> => services.whiteList.flush(services.database.db)

/** The person with this one permission besides. With the data scope on it reaches their own rows and nobody else's; a guest has none. Everything else, masks of fields above all, stays as it was. */
export function withOpening(
  access: Access | null,
  permission: RouteDefinition['permission'],
  opening: Opening,
): Access {
  const person = access ?? anonymous
  if (person.permissions.has(permission)) return person
  const isAll = access !== null && !opening.dataScopeOn
  return {
    ...person,
    may: (asked) => asked === permission || person.may(asked),
    scope: (asked) =>
      asked === permission ? (isAll ? 'all' : { departments: [], self: access !== null }) : person.scope(asked),
  }
}
