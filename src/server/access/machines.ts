/** Programs that call the API with a token of their own: who they are, from where, how often, and what they may do. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Access, Scope } from '#src/define/access.ts'
import { addressesOf } from '#src/define/addresses.server.ts'
import { Refusal } from '#src/define/problem.ts'
import type { Clock, RouteDefinition } from '#src/define/server.ts'
import { machineGrants, provideService, type ServiceProvision } from '#src/define/services.ts'
import { hashMachineToken, isMachineToken } from '#src/modules/system/machine-accounts/token.server.ts'
import type { Services } from '#src/server/app/services.ts'
import type { Revisions } from '#src/server/caches.ts'
import type { Database } from '#src/server/database/database.ts'
import { statement } from '#src/server/database/statement.ts'
import { isEntry, isForMachines } from './administrators.ts'
import { type Directory, grantOrigin } from './directory.ts'
import type { SessionState } from './session.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** No session: a program has none, and nothing of a session is open to it. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** An account as every call of it needs it. */
interface MachineRow {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly deptId: number
  readonly roleId: number
  readonly addresses: string
  readonly expiresAt: string
  readonly perMinute: number
  readonly grants: Readonly<Record<string, string>>
  readonly isRevoked: boolean
  readonly isNoted: boolean
  readonly revisions: Revisions
  readonly storedAnswer: SessionState['storedAnswer']
}

const find = statement<
  { hash: string; idempotencyKey: string | null; storedSince: Date; notedSince: Date },
  MachineRow
>()`
  select m.id, m.user_id, m.name, m.dept_id, m.role_id, m.addresses, m.expires_at::text as expires_at, m.per_minute, m.grants, m.revoked_at is not null as is_revoked,
    coalesce(m.last_used_at > ${'notedSince'}, false) as is_noted,
    (select json_object_agg(r.name, r.value) from revision r) as revisions,
    (select json_build_object('fingerprint', i.fingerprint, 'answer', i.answer) from idempotency i
      where i.user_id = m.user_id and i.key = ${'idempotencyKey'} and i.created_at > ${'storedSince'}) as stored_answer
  from machine_account m where m.token_hash = ${'hash'} and m.deleted_at is null`

/** What a node knows of its callers: how often each called this minute, and that it was used. */
export interface Machines {
  /** Counts a call; false when there were as many as the account may make this minute. */
  count(id: number, perMinute: number): boolean
  /** Notes the use of an account; a fault of it refuses no call. */
  note(id: number, ip: string): Promise<void>
}

export function createMachines(database: Database, clock: Clock, log: Logger): Machines {
  let minute = 0
  let calls = new Map<number, number>()
  return {
    count(id, perMinute) {
      const now = Math.floor(clock.now().getTime() / MINUTE)
      if (now !== minute) {
        minute = now
        calls = new Map()
      }
      const made = (calls.get(id) ?? 0) + 1
      calls.set(id, made)
      return made <= perMinute
    },
    async note(id, ip) {
      try {
        await sql`update machine_account set last_used_at = ${clock.now()}, last_ip = ${ip} where id = ${id}`.execute(
          database.db,
        )
      } catch (error) {
        log.warn({ err: error }, 'the use of a machine account could not be noted')
      }
    },
  }
}

/** What it may do: what was confirmed, as far as the role still grants the same. A wider scope of the role is not the account's. */
function accessOf(row: MachineRow, directory: Directory): Access {
  const scopes = new Map<string, Scope>(
    directory
      .grantsOfRole(row.roleId, row.deptId)
      .filter(
        ({ permission, origin }) =>
          row.grants[permission] === origin && isForMachines(permission, (one) => directory.isRegistered(one)),
      )
      .map(({ permission, scope }) => [permission, scope]),
  )
  return {
    userId: row.userId,
    name: row.name,
    departmentId: row.deptId,
    sessionId: NO_SESSION,
    isHandedOver: false,
    roles: [],
    permissions: new Set(scopes.keys()),
    may: (permission) => scopes.has(permission),
    scope: (permission) => scopes.get(permission) ?? { departments: [], self: false },
  }
}

/** A program that was let in. */
export interface Machine {
  readonly access: Access
  readonly state: Pick<SessionState, 'storedAnswer'>
}

/** Too many calls of one account (HTTP 429). */
const tooMany = (): Error => Object.assign(new Error('too many calls of a machine account'), { statusCode: 429 })

/**
 * Who calls with the token of a machine account; null for a token that is none of ours. `known` is told as soon as the account
 * is, so that what is refused stands in the log under its name.
 * @throws Refusal 401 machine.expired and machine.revoked, 4003 machine.address; an error with status 429
 */
export async function authenticateMachine(
  services: Services,
  call: { readonly token: string; readonly ip: string; readonly key: string | null },
  known: (userId: number) => void,
): Promise<Machine | null> {
  if (!isMachineToken(call.token)) return null
  const { clock, database, machines } = services
  const now = clock.now().getTime()
  const [row] = await find(database.db, {
    hash: hashMachineToken(call.token),
    idempotencyKey: call.key,
    storedSince: new Date(now - 24 * HOUR),
    notedSince: new Date(now - MINUTE),
  })
  if (row === undefined) return null
  known(row.userId)
  if (row.isRevoked) throw new Refusal(401, { key: 'machine.revoked' })
  if (row.expiresAt < clock.today()) throw new Refusal(401, { key: 'machine.expired' })
  if (addressesOf(row.addresses)?.(call.ip) !== true) throw new Refusal(4003, { key: 'machine.address' })
  if (!machines.count(row.id, row.perMinute)) throw tooMany()
  await services.caches.renew(row.revisions)
  if (!row.isNoted) await machines.note(row.id, call.ip)
  return { access: accessOf(row, services.directory), state: { storedAnswer: row.storedAnswer } }
}

/** Whether the route is for programs: declared for them, or under a permission that the account holds, to read or to enter records. */
export function isOpenToMachine(
  { method, permission, forMachines }: Pick<RouteDefinition, 'method' | 'permission' | 'forMachines'>,
  access: Access,
): boolean {
  if (permission === 'signedIn' || permission === 'public') return forMachines === true
  return access.may(permission) && (method === 'GET' || isEntry(permission))
}

/** What the page of machine accounts asks before an account is proposed, and keeps when it is confirmed. */
export const machineGrantsService = (directory: Directory): ServiceProvision =>
  provideService(machineGrants, (unit) => ({
    async of(roleId) {
      const { rows } = await sql<{ value: string; code: number; departments: readonly number[] }>`
        select p.value, coalesce(g.data_scope::int, r.data_scope::int) as code, coalesce(g.scope_dept_ids, r.scope_dept_ids, '{}') as departments
        from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id
        where g.role_id = ${roleId} and r.state and r.deleted_at is null and p.deleted_at is null order by p.value`.execute(
        unit.db,
      )
      const usable = rows.filter(({ value }) => isForMachines(value, (one) => directory.isRegistered(one)))
      return {
        grants: Object.fromEntries(
          usable.map(({ value, code, departments }) => [value, grantOrigin(code, departments)]),
        ),
        refused: rows.length - usable.length,
      }
    },
  }))
