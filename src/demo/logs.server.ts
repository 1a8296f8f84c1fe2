/** What the logs of the demo hold (70.3): the sign-ins of half a year, the actions that the demo tickets tell of with what was signed in for them, and what went wrong in browsers. */
import { sql } from 'kysely'
import { fingerprintOf } from '#src/define/fault.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { pathOf } from '#src/define/tickets/line.ts'

const SIGN_INS = 2_000
const OPERATIONS = 8_000
const FAULTS = 120
/** Nothing is so old that the archive would take it at once (SYS-91). */
const DAYS = 170
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A call of the demo's past, before it is chained. */
export interface PastCall {
  readonly userId: number
  readonly module: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: number
  readonly durationMs: number
  readonly ip: string
  readonly agent: string
  readonly requestId: string
  readonly request: string | null
  readonly diff: string | null
  readonly at: Date
}

interface Person {
  readonly id: number
  readonly username: string
}

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
]

/** A number below `most` that looks like chance and is always the same. */
const pick = (seed: number, most: number): number => (Math.imul(seed ^ (seed >>> 7), 0x9e3779b1) >>> 0) % most

const pageOf = ({ id }: Person): { readonly ip: string; readonly agent: string } => ({
  ip: `172.20.${id % 13}.${10 + (id % 200)}`,
  agent: agents[id % agents.length] ?? '',
})
/** Looks like a request id, and is the same at every seed. */
const requestIdOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const peopleOf = async (unit: UnitOfWork): Promise<readonly Person[]> =>
  (await sql<Person>`select id, username from app_user where state and deleted_at is null order by id`.execute(unit.db))
    .rows

interface SignIn {
  readonly person: Person
  readonly at: Date
  readonly reason: 'ok' | 'password'
}

/** Working mornings, oldest first; now and then somebody mistypes. Today's are not over and left out. */
function signInsOf(people: readonly Person[], now: Date): readonly SignIn[] {
  const midnight = now.getTime() - (now.getTime() % DAY)
  const signIns = Array.from({ length: SIGN_INS }, (_, n): SignIn => {
    const daysAgo = DAYS - Math.floor((n * (DAYS - 1)) / SIGN_INS)
    const at = new Date(midnight - daysAgo * DAY + pick(n + 17, 9 * 60) * MINUTE + pick(n + 3, MINUTE))
    return { person: people[pick(n + 101, people.length)] as Person, at, reason: n % 37 === 5 ? 'password' : 'ok' }
  })
  return signIns.sort((one, other) => one.at.getTime() - other.at.getTime())
}

async function keepSignIns(unit: UnitOfWork, signIns: readonly SignIn[]): Promise<void> {
  await sql`
    insert into login_log (user_id, username, success, reason, ip, agent, at)
    select user_id, username, reason = 'ok', reason, ip, agent, at
    from unnest(${signIns.map(({ person }) => person.id)}::bigint[], ${signIns.map(({ person }) => person.username)}::text[],
      ${signIns.map(({ reason }) => reason)}::text[], ${signIns.map(({ person }) => pageOf(person).ip)}::text[],
      ${signIns.map(({ person }) => pageOf(person).agent)}::text[], ${signIns.map(({ at }) => at.toISOString())}::timestamptz[])
      with ordinality as s(user_id, username, reason, ip, agent, at, n) order by n`.execute(unit.db)
  await sql`
    update app_user u set last_login_at = l.at
    from (select user_id, max(at) as at from login_log where success group by user_id) l
    where l.user_id = u.id and u.last_login_at is null`.execute(unit.db)
}

/** Actions of tickets under the path that was called for them. */
async function ticketCalls(unit: UnitOfWork, since: Date): Promise<readonly Omit<PastCall, 'requestId'>[]> {
  const { rows } = await sql<{ ticketId: number; type: string; actorId: number; username: string; at: Date }>`
    select e.ticket_id, e.type, e.actor_id, u.username, e.at from ticket_event e join app_user u on u.id = e.actor_id
    where e.at >= ${since} and e.at < ${unit.clock.now()} order by e.at, e.ticket_id, e.seq`.execute(unit.db)
  return rows.map(({ ticketId, type, actorId, username, at }, n) => ({
    ...pageOf({ id: actorId, username }),
    userId: actorId,
    module: 'workflow',
    method: 'POST',
    path: `/api/workflow/ticket/${ticketId}/${pathOf(type)}/`,
    status: 200,
    code: 2000,
    durationMs: 25 + pick(n + 11, 160),
    request: null,
    diff: null,
    at,
  }))
}

/** What a sign-in is followed by: it is renewed while somebody works, and ended in the evening. */
function sessionCalls(signIns: readonly SignIn[]): readonly Omit<PastCall, 'requestId'>[] {
  return signIns.flatMap(({ person, at, reason }, n) => {
    const call = (path: string, after: number, code = 2000) => ({
      ...pageOf(person),
      userId: person.id,
      module: path.includes('login') ? 'login' : path.includes('logout') ? 'logout' : 'token',
      method: 'POST',
      path,
      status: 200,
      code,
      durationMs: (path === '/api/login/' ? 60 : 8) + pick(n + after, 40),
      request: null,
      diff: null,
      at: new Date(at.getTime() + after),
    })
    if (reason !== 'ok') return [call('/api/login/', 0, 4001)]
    const renewals = Array.from({ length: 2 }, (_, index) => call('/token/refresh/', (index + 1) * 14 * MINUTE))
    return [call('/api/login/', 0), ...renewals, call('/api/logout/', 7 * HOUR + pick(n, 90) * MINUTE)]
  })
}

const faults = [
  ['error', 'TypeError: Failed to fetch dynamically imported module', '/workflow/ticket', 'at load (pages.js:1:2048)'],
  ['warning', 'ResizeObserver loop completed with undelivered notifications.', '/workflow/workflow', ''],
  ['error', 'NetworkError: the connection was lost', '/home', 'at call (transport.js:1:512)'],
  ['warning', 'Long task of 320 ms', '/system/log/operationLog', ''],
  ['error', 'QuotaExceededError: the quota has been exceeded', '/personal-center', 'at setItem (storage.js:1:96)'],
] as const

async function keepFaults(unit: UnitOfWork, people: readonly Person[], now: Date): Promise<void> {
  const rows = Array.from({ length: FAULTS }, (_, n) => {
    const [level, message, page, stack] = faults[n % faults.length] ?? faults[0]
    const person = people[pick(n + 29, people.length)] as Person
    const firstAt = new Date(now.getTime() - (DAYS - (n * (DAYS - 2)) / FAULTS) * DAY)
    const count = 1 + pick(n + 7, 6)
    return {
      fingerprint: fingerprintOf({ level, message, stack }),
      userId: person.id,
      ...{ path: page, level, message, stack, count },
      agent: pageOf(person).agent,
      firstAt: firstAt.toISOString(),
      at: new Date(firstAt.getTime() + (count - 1) * HOUR).toISOString(),
    }
  })
  await sql`
    insert into frontend_log (fingerprint, user_id, path, level, message, stack, version, agent, count, first_at, at)
    select r.fingerprint, r."userId", r.path, r.level, r.message, r.stack, 'demo', r.agent, r.count, r."firstAt", r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (fingerprint text, "userId" bigint, path text, level text, message text, stack text,
      agent text, count int, "firstAt" timestamptz, at timestamptz) order by r."firstAt"`.execute(unit.db)
}

/** Fills the logs of sign-ins and of browsers, and answers the calls for the operation log, oldest first. */
export async function seedLogs(unit: UnitOfWork): Promise<readonly PastCall[]> {
  const now = unit.clock.now()
  const people = await peopleOf(unit)
  const signIns = signInsOf(people, now)
  await keepSignIns(unit, signIns)
  await keepFaults(unit, people, now)
  const tickets = await ticketCalls(unit, new Date(now.getTime() - DAYS * DAY))
  return [...tickets, ...sessionCalls(signIns)]
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(-OPERATIONS)
    .map((call, n) => ({ ...call, requestId: requestIdOf(n + 1) }))
}
