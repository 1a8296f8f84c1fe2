import { type SqlBool, sql } from 'kysely'
import type { Permission } from '#src/define/names.ts'
import type { Services } from '#src/server/app/services.ts'
import { type RecordModel, selection, tableOf } from '#src/server/records/model.ts'
import type { RawQuery } from '#src/server/records/query.ts'
import { type Records, recordsOf } from '#src/server/records/records.ts'
import { fromStored, type StoredRow } from '#src/server/records/rows.ts'
import { exportSheet, readExport } from '#src/server/records/transfer/export.ts'
import type { Exportable } from './exportable.ts'

const aliveIn = (model: RecordModel) =>
  model.definition.appendOnly === true ? sql<SqlBool>`true` : sql<SqlBool>`r.deleted_at is null`

/** A record under its list's filters, with the masks of its owner. */
function recordExport(records: Records, model: RecordModel, permission: Permission): Exportable {
  return {
    name: model.definition.name,
    permission,
    everything: () => ({}),
    moment: sql`(select r.created_at from ${tableOf(model)} where r.id = found.row_id)`,
    rows(call, query) {
      // What was asked at the list's address, kept as it came.
      const { where, order } = readExport(records, model, call, permission, query as RawQuery)
      return sql`select row_number() over (order by ${order}) as position, r.id as row_id from ${tableOf(model)} where ${where}`
    },
    columns: (call) => exportSheet(records, model, call).columns,
    async cells(call, part) {
      const { rows } = await sql<StoredRow>`
        select ${selection(model)} from ${part} join ${tableOf(model)} on r.id = k.row_id where ${aliveIn(model)} order by k.position`.execute(
        call.unit.db,
      )
      return exportSheet(records, model, call).cellsOf(rows.map((row) => fromStored(model, row)))
    },
  }
}

/** Every record that can be exported. */
export function recordExports(services: Services): readonly Exportable[] {
  const records = recordsOf(services)
  return [...records.models.values()].flatMap((model) => {
    const permission = model.definition.permissions.export
    return permission === undefined ? [] : [recordExport(records, model, permission)]
  })
}
