/** Vendors: what is written of them, and their state (50.7). */
import { type SqlBool, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
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

interface NewState {
  readonly state: 'active' | 'suspended' | 'blacklisted'
  readonly reason: string
  readonly until?: unknown
  readonly files?: unknown
}

async function setState(unit: UnitOfWork, id: number, { state, reason, until, files }: NewState): Promise<void> {
  await sql`
    update vendor set state = ${state}, state_reason = ${reason}::text, state_until = ${until ?? null}::date, state_files = ${files ?? null}::bigint[],
      updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
}

export const vendorServer: RecordServer = {
  pickable: () => sql<SqlBool>`r.deleted_at is null and r.state = 'active'`,
  beforeCreate: stored,
  beforeUpdate: stored,
  actions: {
    suspend: ({ id }, { reason }, unit) => setState(unit, id, { state: 'suspended', reason: String(reason) }),
    blacklist: ({ id }, { reason, until, file }, unit) =>
      setState(unit, id, { state: 'blacklisted', reason: String(reason), until, files: file }),
    activate: ({ id }, { reason }, unit) => setState(unit, id, { state: 'active', reason: String(reason) }),
  },
}
