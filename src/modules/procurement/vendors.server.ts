/** Vendors: what is written of them, and their state (50.7). */
import { type SqlBool, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

const CREDIT_CODE = /^[0-9A-Z]{18}$/

/** The form as it is stored: the credit code in capitals, and the day on which a qualification ends first. */
async function stored(values: FormData): Promise<FormData> {
  const creditCode = String(values.creditCode).toUpperCase()
  if (!CREDIT_CODE.test(creditCode)) throw new RuleError('vendor.creditCodeInvalid').at('creditCode')
  const ends = rowsOf(values.qualifications).map(({ validTo }) => String(validTo))
  return { ...values, creditCode, nextExpiry: ends.toSorted()[0] ?? null }
}

/** A new state; a reason is always given, an end and proofs only with a ban. */
async function setState(unit: UnitOfWork, id: number, changes: RowChanges<'vendor'>): Promise<void> {
  await changing(unit, 'vendor', { stateUntil: null, stateFiles: null, ...changes })
    .where('id', '=', id)
    .execute()
}

export const vendorServer: RecordServer = {
  pickable: () => sql<SqlBool>`r.deleted_at is null and r.state = 'active'`,
  beforeCreate: stored,
  beforeUpdate: stored,
  actions: {
    suspend: ({ id }, { reason }, unit) => setState(unit, id, { state: 'suspended', stateReason: String(reason) }),
    blacklist: ({ id }, { reason, until, file }, unit) =>
      setState(unit, id, {
        state: 'blacklisted',
        stateReason: String(reason),
        stateUntil: (until as string | undefined) ?? null,
        stateFiles: (file as readonly number[] | undefined) ?? null,
      }),
    activate: ({ id }, { reason }, unit) => setState(unit, id, { state: 'active', stateReason: String(reason) }),
  },
}
