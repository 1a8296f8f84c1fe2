import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { webHookTargets } from '#src/define/api/webHookTargets.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, ValidationError, versionConflict } from '#src/define/problem.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'

/** An address that is written as one; where it leads is looked up with every delivery. */
function checked(values: FormData, unit: UnitOfWork): FormData {
  const problem = unit.service(webHookTargets).problemOf(String(values.url))
  if (problem !== null) throw new ValidationError({ url: [{ key: problem }] })
  return values
}

export const webHookServer: RecordServer = {
  computed: {
    standing: `case when r.disabled_at is not null then 'disabled' when not r.state then 'off' when r.secret is null then 'noSecret'
      when r.failing_since is not null then 'failing' else 'active' end`,
  },
  beforeCreate: async (values, unit) => checked(values, unit),
  beforeUpdate: async (values, _row, unit) => checked({ ...values }, unit),
  async afterWrite(row, unit, _access, before) {
    // Whoever switches it on again gives it a new chance.
    if (row.state === true && before?.state === false)
      await sql`update web_hook set disabled_at = null, failing_since = null where id = ${row.id}`.execute(unit.db)
  },
}

export const webHookDeliveryServer: RecordServer = {
  actions: {
    async resend(row, _values, unit) {
      await sql`
        update web_hook_delivery set state = 'waiting', attempts = 0, due_at = ${unit.clock.now()}, last_error = null, updated_at = ${unit.clock.now()}
        where id = ${row.id}`.execute(unit.db)
    },
  },
}

/** A new signing secret, shown once; it is stored sealed, since every delivery is signed with it. */
export const webHookSecretRoute = route({
  method: 'POST',
  url: '/api/system/web_hook/:id/secret/',
  operation: operation('session.webHookSecret', rowOf('webHook')),
  permission: 'webHook:Update',
  params: z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({ version: z.number().int() }),
  async handle({ unit, access, params, body }) {
    const { rows } = await sql<{ version: number }>`
      select version from web_hook where id = ${params.id} and deleted_at is null for update`.execute(unit.db)
    if (!rows[0]) throw notFound()
    if (rows[0].version !== body.version) throw versionConflict()
    const secret = `whs_${randomBytes(32).toString('base64url')}`
    const now = unit.clock.now()
    await sql`
      update web_hook set secret = ${unit.service(secrets).seal(secret)}, secret_at = ${now}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
      where id = ${params.id}`.execute(unit.db)
    unit.changed('webHook', params.id)
    unit.traced({ record: 'webHook', id: params.id, before: null, after: { renewed: true } })
    return { secret }
  },
})
