/** The scope of every record, for calls of modules that name rows of others. */
import { sql } from 'kysely'
import { recordReach } from '#src/define/records/reach.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'
import type { Services } from '#src/server/app/services.ts'
import { tableOf } from './model.ts'
import { pickable } from './options.ts'
import { recordsOf } from './records.ts'

export const recordReachService = (services: () => Services): ServiceProvision =>
  provideService(recordReach, (unit) => ({
    async among(record, access, ids) {
      const records = recordsOf(services())
      const model = records.models.get(record)
      if (model === undefined) throw new Error(`no module brings the record ${record}`)
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{ id: number }>`
        select r.id from ${tableOf(model)} where r.id = any(${[...ids]}::bigint[]) and ${pickable(records, model, access)}`.execute(
        unit.db,
      )
      return new Set(rows.map(({ id }) => id))
    },
  }))
