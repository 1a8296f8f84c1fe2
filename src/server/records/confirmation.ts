/** Changes of records that a second person confirms before they are written (SYS-132, SYS-137). */

import { sql } from 'kysely'
import type { Permission } from '#src/define/names.ts'
import { notFound } from '#src/define/problem.ts'
import type { RecordChange } from '#src/define/server.ts'
import { provideService, recordProposals, type ServiceProvision } from '#src/define/services.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Services } from '#src/server/app/services.ts'
import { inNameOf, type Kind, kindOf, type ProposalCall } from '#src/server/proposals/kind.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import type { RecordModel } from './model.ts'
import { type Call, findRow } from './read.ts'
import { type Records, recordsOf } from './records.ts'
import { changeRow, insertRow } from './save.ts'
import { removeRecord } from './write.ts'

/** A change as it is kept. */
interface Content {
  readonly record: string
  readonly action: RecordChange['action']
  /** Null for a new row. */
  readonly id: number | null
  readonly values: FormData
  /** People who gain by it and may not confirm it. */
  readonly barred: readonly number[]
}

/** New rows of one title wait one after the other. */
const subjectOf = (record: string, { row }: RecordChange, title: string): string =>
  row === null ? `${record}:new:${title}` : `${record}:${row.id}`

const basisOf = (row: Readonly<Record<string, unknown>> | null): string => (row === null ? 'new' : `v${row.version}`)

/** What waits instead of the write; null lets the change through. Hooks check it as they would at once, so that its mistakes are told now. */
export async function holdBack(model: RecordModel, call: Call, change: RecordChange): Promise<ProposedAnswer | null> {
  const { confirmation, beforeCreate, beforeUpdate } = model.server
  if (confirmation === undefined) return null
  const { name: record } = model.definition
  const { unit, access } = call
  const { action, row, values } = change
  const seats = await confirmation.seats(change, unit, access)
  if (seats.length === 0) return null
  if (action === 'create') await beforeCreate?.(values, unit, access)
  if (action === 'update' && row !== null) await beforeUpdate?.(values, row, unit, access)
  const title = confirmation.title(change)
  const barred = (await confirmation.barred?.(change, unit)) ?? []
  const content: Content = { record, action, id: row?.id ?? null, values, barred }
  return propose(unit, access, {
    kind: confirmation.kind,
    subject: subjectOf(record, change, title.name),
    content,
    basis: basisOf(row),
    ...title,
    seats,
  })
}

/** The same of a removal. @throws Refusal 4004. */
export async function holdRemoval(
  model: RecordModel,
  call: Call,
  id: number,
  permission: Permission,
): Promise<ProposedAnswer | null> {
  if (model.server.confirmation === undefined) return null
  const row = await findRow(model, call, permission, id, true)
  return holdBack(model, call, { action: 'remove', row, values: {} })
}

function permissionFor(model: RecordModel, action: Content['action']): Permission {
  const { create, update, remove } = model.definition.permissions
  const permission = { create, update, remove }[action]
  if (permission === undefined) throw new Error(`${model.definition.name} has no ${action}`)
  return permission
}

/** The same for calls of modules that change a row beside the record's own. */
export const recordProposalsService = (services: () => Services): ServiceProvision =>
  provideService(recordProposals, (unit) => ({
    async hold(record, id, values, { access, language }) {
      const model = recordsOf(services()).models.get(record)
      if (model === undefined) throw new Error(`no module brings the record ${record}`)
      const call = { unit, access, language }
      const reading = { ...call, access: inNameOf(access, { id: access.userId }) }
      const row = await findRow(model, reading, model.definition.permissions.search, id, true)
      const former = Object.fromEntries(Object.keys(model.inputs).map((name) => [name, row[name] ?? null]))
      return holdBack(model, call, { action: 'update', row, values: { ...former, ...values } as FormData })
    },
  }))

/** The kind of proposals of a record whose changes are confirmed; null for any other. */
export function confirmationKind(records: Records, model: RecordModel): Kind | null {
  const { confirmation } = model.server
  if (confirmation === undefined) return null
  const { definition } = model
  const table = sql.table(definition.table)
  const changeOf = async (call: ProposalCall, { action, id, values }: Content): Promise<RecordChange> => {
    if (id === null) return { action, row: null, values }
    const reading = { ...call, access: inNameOf(call.access, { id: call.access.userId }) }
    return { action, row: await findRow(model, reading, definition.permissions.search, id), values }
  }
  return kindOf<Content>({
    name: confirmation.kind,
    readBy: definition.permissions.search,
    requiresPassword: definition.requiresPassword === true,
    async lock(unit, { id }) {
      if (id !== null) await sql`select from ${table} where id = ${id} for update`.execute(unit.db)
    },
    async basis(unit, { id }) {
      if (id === null) return basisOf(null)
      const { rows } = await sql<{ version: number }>`
        select version from ${table} where id = ${id} and deleted_at is null`.execute(unit.db)
      return rows[0] === undefined ? null : basisOf(rows[0])
    },
    async apply(call, { action, id, values }, proposer) {
      const permission = permissionFor(model, action)
      const doer = { ...call, access: inNameOf(call.access, proposer) }
      const stamped = { ...values, ...confirmation.stamp?.(call.access.userId, call.unit) }
      if (action === 'create') return void (await insertRow(model, doer, stamped, permission, 'create'))
      if (id === null) throw notFound()
      if (action === 'remove') return removeRecord(records, model, doer, id, permission, true)
      const row = await findRow(model, doer, permission, id, true)
      await changeRow(model, doer, row, stamped, permission, 'update')
    },
    describe: async (call, content) => ({
      ...(await confirmation.describe(await changeOf(call, content), call.unit, call.language)),
      diff: null,
    }),
  })
}
