/** Seals: who keeps them, and what stands in the way of using one. */
import { type SqlBool, sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

/** A seal as the rules see it. */
export interface SealRow {
  readonly id: number
  readonly name: string
  readonly sealType: string
  readonly keeperId: number
  readonly backupKeeperId: number | null
  /** In use today. */
  readonly isUsable: boolean
}

async function read(unit: UnitOfWork, id: number, isLocked: boolean): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select id, name, seal_type, keeper_id, backup_keeper_id, state and deleted_at is null and enabled_at <= ${unit.clock.today()}::date as is_usable
    from seal where id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(unit.db)
  return rows[0] ?? null
}

export const sealOf = (unit: UnitOfWork, id: number): Promise<SealRow | null> => read(unit, id, false)

/** Locks the seal, behind its ticket and before its register (E11). */
export async function lockSeal(unit: UnitOfWork, id: number): Promise<SealRow> {
  const found = await read(unit, id, true)
  if (found === null) throw new RuleError('version.conflict')
  return found
}

/** Those who keep the seal, the keeper first. */
export const keepersOf = ({ keeperId, backupKeeperId }: SealRow): readonly number[] =>
  backupKeeperId === null ? [keeperId] : [keeperId, backupKeeperId]

/** @throws RuleError seal.unavailable for a seal that is switched off or out of the office */
export async function refuseUnavailable(unit: UnitOfWork, seal: SealRow, field: string): Promise<void> {
  const { rows } = await sql`select from seal_use where seal_id = ${seal.id} and state = 'takenOut'`.execute(unit.db)
  if (!seal.isUsable || rows.length > 0) throw new RuleError('seal.unavailable', seal.name).at(field)
}

async function checked(values: FormData): Promise<FormData> {
  if (values.keeperId === values.backupKeeperId) throw new RuleError('seal.oneKeeper').at('backupKeeperId')
  return values.state === true ? { ...values, stateReason: null } : values
}

async function refuseWithRegister(unit: UnitOfWork, id: number): Promise<void> {
  await lockSeal(unit, id)
  const { rows } = await sql`select from seal_use where seal_id = ${id} limit 1`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('rule.SEA-04')
}

export const sealServer: RecordServer = {
  pickable: () => sql<SqlBool>`r.deleted_at is null and r.state`,
  beforeCreate: checked,
  beforeUpdate: checked,
  beforeRemove: ({ id }, unit) => refuseWithRegister(unit, id),
}

/** Seals a person keeps: a successor keeps them from then on, else the backup keeper; without either the account stays on. */
export const sealHolding = defineHolding({
  key: 'seals',
  successor: 'offered',
  async find(unit, userId) {
    const { rows } = await sql<{ name: string }>`
      select name from seal where ${userId} in (keeper_id, backup_keeper_id) and deleted_at is null order by id`.execute(
      unit.db,
    )
    return { count: rows.length, names: rows.map(({ name }) => name) }
  },
  async release(unit, userId, successorId) {
    const now = unit.clock.now()
    await sql`update seal set backup_keeper_id = null, updated_at = ${now}::timestamptz, version = version + 1
      where backup_keeper_id = ${userId} or (keeper_id = ${userId} and backup_keeper_id = ${successorId}::bigint)`.execute(
      unit.db,
    )
    const { rows } = await sql<{ name: string }>`
      select name from seal where keeper_id = ${userId} and deleted_at is null and state
        and coalesce(${successorId}::bigint, backup_keeper_id) is null order by id limit 1`.execute(unit.db)
    if (rows[0]) throw new RuleError('seal.needsKeeper', rows[0].name)
    await sql`
      update seal set keeper_id = coalesce(${successorId}::bigint, backup_keeper_id),
        backup_keeper_id = case when ${successorId}::bigint is null then null else backup_keeper_id end, updated_at = ${now}::timestamptz, version = version + 1
      where keeper_id = ${userId} and coalesce(${successorId}::bigint, backup_keeper_id) is not null`.execute(unit.db)
    unit.changed('seal', null)
  },
})
