/** Grants of access and dining: the one writer of them, of their extensions and of how they end (CAN-31, CAN-32). */
import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding, anyOf, changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import type { NewRow, RowOf } from '#src/define/tables.server.ts'

/** CAN-32: how often a grant is extended. */
export const MAX_EXTENSIONS = 2
/** Days of a grant, or of one extension; people who are seconded may stay longer. */
export const MAX_DAYS = 90
export const MAX_DAYS_SECONDED = 365

export type GrantRow = RowOf<'access_grant'>

/** Characters of a pass code: nothing that is mistaken for something else when it is typed. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 10

const newPassCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

export const maxDaysOf = (visitorTypes: readonly unknown[]): number =>
  visitorTypes.length > 0 && visitorTypes.every((type) => type === 'seconded') ? MAX_DAYS_SECONDED : MAX_DAYS

/** The grants of a ticket that did not end early, locked in the order of their ids (E11). */
export async function lockGrantsOf(unit: UnitOfWork, ticketId: number): Promise<readonly GrantRow[]> {
  return unit.db
    .selectFrom('access_grant')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('state', '<>', 'revoked')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function lockGrants(unit: UnitOfWork, ids: readonly number[]): Promise<readonly GrantRow[]> {
  return unit.db.selectFrom('access_grant').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
}

type NewGrant = Omit<
  NewRow<'access_grant'>,
  'passCode' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'version' | 'idTail4'
> & { readonly idTail4: string }

/** Enters the people to be let in, which they are once the grants are activated. */
export async function addGrants(unit: UnitOfWork, rows: readonly NewGrant[], by: number): Promise<readonly number[]> {
  const vault = unit.service(secrets)
  const made = await adding(
    unit,
    'access_grant',
    rows.map((row) => ({ ...row, idTail4: vault.seal(vault.open(row.idTail4)), passCode: newPassCode() })),
    by,
  )
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

/** Keeps other activations waiting, which could give the same card or person a second grant (CAN-31). Behind the ticket, before its grants. */
export async function lockActivation(unit: UnitOfWork): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('access_grant'))`.execute(unit.db)
}

/** What another live grant of the same card or person says against this one; null for nothing (CAN-31). */
export async function refuseSecond(
  unit: UnitOfWork,
  grant: Pick<GrantRow, 'id' | 'name' | 'mobile'>,
  cardNo: string | null,
  at: string,
): Promise<void> {
  const { rows } = await sql<{ name: string; isCard: boolean; validTo: string }>`
    select name, valid_to, coalesce(card_no = ${cardNo}::text, false) as is_card from access_grant
    where state = 'active' and id <> ${grant.id} and (card_no = ${cardNo}::text or (name = ${grant.name} and mobile = ${grant.mobile}))
    order by id limit 1`.execute(unit.db)
  const other = rows[0]
  if (other?.isCard === true) throw new RuleError('access.cardInUse', cardNo ?? '', other.name).at(at)
  if (other) throw new RuleError('rule.CAN-31', other.name, other.validTo).at(at)
}

export async function activate(unit: UnitOfWork, grant: GrantRow, cardNo: string | null, by: number): Promise<void> {
  const done = await changing(
    unit,
    'access_grant',
    { state: 'active', cardNo, activatedAt: unit.clock.now(), activatedBy: by },
    by,
  )
    .where('id', '=', grant.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new RuleError('version.conflict')
  unit.changed('accessGrant', grant.id)
}

/** CAN-32: lengthens a grant; one that expired while its extension was approved is in force again. */
export async function extend(
  unit: UnitOfWork,
  grant: GrantRow,
  { ticketId, validTo, by }: { readonly ticketId: number; readonly validTo: string; readonly by: number },
): Promise<void> {
  await changing(
    unit,
    'access_grant',
    { state: 'active', validTo, extensions: sql`extensions + 1`, expiryNoticedAt: null },
    by,
  )
    .where('id', '=', grant.id)
    .execute()
  await unit.db
    .insertInto('access_extension')
    .values({
      grantId: grant.id,
      ticketId,
      validBefore: grant.validTo,
      validTo,
      extendedAt: unit.clock.now(),
      extendedBy: by,
    })
    .execute()
  unit.changed('accessGrant', grant.id)
}

/** Takes an extension back with its ticket: what the grant had before holds again, and the clock ends it. */
export async function undoExtensions(unit: UnitOfWork, ticketId: number): Promise<void> {
  const { rows } = await sql<{ id: number; grantId: number; validBefore: string; validTo: string }>`
    select id, grant_id, valid_before, valid_to from access_extension where ticket_id = ${ticketId} and undone_at is null order by grant_id`.execute(
    unit.db,
  )
  const grants = await lockGrants(
    unit,
    rows.map(({ grantId }) => grantId),
  )
  for (const { id, grantId, validBefore, validTo } of rows) {
    const grant = grants.find((one) => one.id === grantId)
    if (grant === undefined || grant.state === 'revoked') continue
    if (grant.validTo !== validTo) throw new RuleError('access.extendedSince', grant.name, grant.validTo).at()
    await changing(unit, 'access_grant', { validTo: validBefore, extensions: sql`extensions - 1` })
      .where('id', '=', grantId)
      .execute()
    await sql`update access_extension set undone_at = ${unit.clock.now()}::timestamptz where id = ${id}`.execute(
      unit.db,
    )
    await expireIfOver(unit, { ...grant, validTo: validBefore })
    unit.changed('accessGrant', grantId)
  }
}

async function expireIfOver(unit: UnitOfWork, { id, state, validTo }: Pick<GrantRow, 'id' | 'state' | 'validTo'>) {
  if (state === 'active' && validTo < unit.clock.today()) await expire(unit, [id])
}

/**
 * Ends grants whose time is over. Whatever hangs on a grant that ends, here and in `revoke`, ends by its state: meals of
 * the canteen are ordered and eaten by `shared_access_grant`.
 */
export async function expire(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await changing(unit, 'access_grant', { state: 'expired' })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'active')
    .execute()
  for (const id of ids) unit.changed('accessGrant', id)
}

/** Takes a grant back, for good. */
export async function revoke(unit: UnitOfWork, grant: GrantRow, reason: string, by: number): Promise<void> {
  await changing(
    unit,
    'access_grant',
    { state: 'revoked', revokedAt: unit.clock.now(), revokedBy: by, revokeReason: reason },
    by,
  )
    .where('id', '=', grant.id)
    .execute()
  unit.changed('accessGrant', grant.id)
}

const hostGone =
  'exists (select from shared_app_user h where h.id = r.host_id and (not h.state or h.deleted_at is not null))'

export const grantServer: RecordServer = {
  computed: {
    // CAN-33.
    hostGone: `(r.state = 'active' and ${hostGone})`,
    isInside: 'exists (select from access_visit v where v.grant_id = r.id and v.left_at is null)',
  },
  // CAN-32: a host or an applicant extends their own.
  pickable: ({ userId }) =>
    sql<SqlBool>`r.deleted_at is null and r.state = 'active' and ${userId} in (r.host_id, r.applicant_id)`,
  actions: {
    async reveal({ id }, _values, unit) {
      const { rows } = await sql<{ idTail4: string }>`select id_tail4 from access_grant where id = ${id}`.execute(
        unit.db,
      )
      return { idTail4: unit.service(secrets).open(rows[0]?.idTail4 ?? '') }
    },
    async revoke({ id }, { reason }, unit, { userId }) {
      const [grant] = await lockGrants(unit, [id])
      if (grant?.state !== 'active') throw new RuleError('version.conflict')
      await revoke(unit, grant, String(reason), userId)
      unit.notify({
        to: [...new Set([grant.hostId, grant.applicantId])],
        contentType: 'REMIND',
        title: { key: 'access.revoked', params: [grant.name, String(reason)] },
        link: `/workflow/ticket/${grant.ticketId}`,
      })
    },
  },
}

/** CAN-33: guests of a host who leaves are handed to another host, else they are listed for review. */
export const hostHolding = defineHolding({
  key: 'guests',
  successor: 'offered',
  async find(unit, userId) {
    const { rows } = await sql<{ name: string }>`
      select name from access_grant where host_id = ${userId} and state in ('pending', 'active') and deleted_at is null order by id`.execute(
      unit.db,
    )
    return { count: rows.length, names: rows.map(({ name }) => name) }
  },
  async release(unit, userId, successorId) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from access_grant where host_id = ${userId} and state in ('pending', 'active') and deleted_at is null`.execute(
      unit.db,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    if (successorId !== null)
      await changing(unit, 'access_grant', { hostId: successorId })
        .where('hostId', '=', userId)
        .where('state', 'in', ['pending', 'active'])
        .execute()
    else
      unit.notify({
        to: await unit.usersWithRole('logisticsOfficer'),
        contentType: 'REMIND',
        title: { key: 'access.hostGone', params: [(await unit.namesOf([userId])).get(userId) ?? '', count] },
        link: '/workflow/receive/accessControlDining?tab=register&record=accessGrant&hostGone=true',
      })
    unit.changed('accessGrant', null)
  },
})
