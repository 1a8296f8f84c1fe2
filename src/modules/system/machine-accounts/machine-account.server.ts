import { sql } from 'kysely'
import { z } from 'zod'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import { writtenAddresses } from '#src/define/addresses.server.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, RuleError, ValidationError, versionConflict } from '#src/define/problem.ts'
import { type RecordConfirmation, type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import { machineGrants } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { systemMessages } from '../system.messages.ts'
import { hashMachineToken, newMachineToken } from './token.server.ts'

interface RoleName extends BilingualName {
  readonly key: string
}

async function roleOf(unit: UnitOfWork, id: unknown): Promise<RoleName> {
  const { rows } = await sql<RoleName>`
    select key, name, name_en from role where id = ${Number(id)} and state and deleted_at is null`.execute(unit.db)
  if (!rows[0]) throw new ValidationError({ roleId: [{ key: 'check.notFound' }] })
  return rows[0]
}

/** The list in one spelling. @throws ValidationError where a part of it is no address, RuleError for all addresses */
function addressesIn(text: string): string {
  const written = writtenAddresses(text)
  if ('list' in written) return written.list
  throw new ValidationError({
    addresses: [{ key: written.fault === 'everywhere' ? 'machine.everywhere' : 'machine.addresses' }],
  })
}

async function checked(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const addresses = addressesIn(String(values.addresses))
  const role = await roleOf(unit, values.roleId)
  if (isAdministratorRole(role.key)) throw new ValidationError({ roleId: [{ key: 'machine.administratorRole' }] })
  const { grants } = await unit.service(machineGrants).of(Number(values.roleId))
  if (Object.keys(grants).length === 0)
    throw new ValidationError({ roleId: [{ key: 'machine.noPermission', params: [role.name] }] })
  return { ...values, addresses }
}

const shownFields = ['name', 'purpose', 'addresses', 'expiresAt', 'perMinute'] as const

/** Nobody makes an account of a program alone: whoever confirms reads what it may do and from where. */
const confirmation: RecordConfirmation = {
  kind: 'machineAccount',
  seats: async ({ action }) => (action === 'create' ? ['security'] : []),
  title: ({ values }) => ({ name: String(values.name), nameEn: String(values.name) }),
  async describe({ values }, unit, language: Language) {
    const { machineAccounts: words, records } = systemMessages[language]
    const role = nameIn(language, await roleOf(unit, values.roleId))
    const { grants, refused } = await unit.service(machineGrants).of(Number(values.roleId))
    const permissions = Object.keys(grants)
    const parts = [
      String(values.addresses),
      role,
      String(values.expiresAt),
      Number(values.perMinute),
      permissions.length,
    ]
    const { fields } = records.machineAccount
    return {
      gains: [fillText(words.gains, parts), ...(refused === 0 ? [] : [fillText(words.unusable, [refused])])],
      changes: [
        ...shownFields.map((name) => ({ label: fields[name], before: '', after: String(values[name] ?? '') })),
        { label: fields.permissions, before: '', after: permissions.join(', ') },
      ],
    }
  },
  stamp: (confirmer, unit) => ({ confirmedBy: confirmer, confirmedAt: momentText(unit.clock.now()) }),
}

/** Gives a new account what its role grants now, and the id under which it writes: that of a person who is no colleague of anybody, so that no task, choice or list ever names it. */
async function equip(unit: UnitOfWork, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  const now = unit.clock.now()
  const { grants } = await unit.service(machineGrants).of(Number(values.roleId))
  await sql`
    with identity as (
      insert into app_user (username, name, name_en, emp_no, dept_id, state, created_at, updated_at, deleted_at)
      values (${`machine_${id}`}, ${String(values.name)}, ${String(values.name)}, 'JK0000', ${Number(values.deptId)}, false, ${now}, ${now}, ${now})
      returning id)
    update machine_account set user_id = (select id from identity), grants = ${JSON.stringify(grants)}::jsonb where id = ${id}`.execute(
    unit.db,
  )
}

export const machineAccountServer: RecordServer = {
  computed: {
    standing: `case when r.revoked_at is not null then 'revoked' when r.expires_at < (now() at time zone 'Asia/Shanghai')::date then 'expired'
      when r.token_hash is null then 'waiting' else 'inForce' end`,
    permissions: "(select string_agg(g.key, ', ' order by g.key) from jsonb_object_keys(r.grants) as g (key))",
  },
  beforeCreate: (values, unit) => checked(values, unit),
  confirmation,
  async afterWrite(row, unit, _access, before) {
    if (before === null) await equip(unit, row.id, row)
  },
  actions: {
    /** Counts with the next call on every node: the token is asked of the database each time. */
    async revoke(row, _values, unit, access) {
      await sql`
        update machine_account set revoked_at = ${unit.clock.now()}, revoked_by = ${access.userId}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}
        where id = ${row.id}`.execute(unit.db)
    },
  },
}

/** The token, once, to whoever proposed the account: two people decided that this person gets it. */
export const machineTokenRoute = route({
  method: 'POST',
  url: '/api/system/machine_account/:id/token/',
  operation: operation('session.machineToken', rowOf('machineAccount')),
  permission: 'machineAccount:Create',
  params: z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({ version: z.number().int() }),
  async handle({ unit, access, params, body }) {
    const { rows } = await sql<{ createdBy: number; isIssued: boolean; isOver: boolean; version: number }>`
      select created_by, token_hash is not null as is_issued, version,
        (revoked_at is not null or expires_at < ${unit.clock.today()}::date) as is_over
      from machine_account where id = ${params.id} and deleted_at is null for update`.execute(unit.db)
    const [account] = rows
    if (!account) throw notFound()
    if (account.createdBy !== access.userId) throw new RuleError('machine.tokenOfProposer')
    if (account.isOver) throw new RuleError('machine.ended')
    if (account.isIssued) throw new RuleError('machine.tokenTaken')
    if (account.version !== body.version) throw versionConflict()
    const token = newMachineToken()
    await sql`
      update machine_account set token_hash = ${hashMachineToken(token)}, issued_at = ${unit.clock.now()}, version = version + 1
      where id = ${params.id}`.execute(unit.db)
    unit.changed('machineAccount', params.id)
    unit.traced({ record: 'machineAccount', id: params.id, before: { issued: false }, after: { issued: true } })
    return { token }
  },
})
