/** What is printed on labels of assets and rooms (90 A 1). */
import { sql } from 'kysely'
import { z } from 'zod'
import { reachedBy } from '#src/define/reach.server.ts'
import { route } from '#src/define/server.ts'
import { type Label, MAX_LABELS } from './label.types.ts'

export const labels = route({
  method: 'GET',
  url: '/api/assets/labels/',
  permission: 'asset:Label',
  query: z.object({
    kind: z.enum(['assets', 'rooms']).default('assets'),
    ids: z
      .string()
      .regex(/^\d{1,12}(,\d{1,12})*$/)
      .meta({ examples: ['1,2'] }),
  }),
  async handle({ unit, access, query }) {
    const ids = query.ids.split(',').map(Number).slice(0, MAX_LABELS)
    const reached = reachedBy(access, 'asset:Label', { department: 's.dept_id' })
    const { rows } =
      query.kind === 'rooms'
        ? await sql<Label>`
            select s.id, s.code, s.name as title, coalesce(s.building, '') as detail, d.name as dept, null as printed_at from asset_room s join shared_department d on d.id = s.dept_id
            where s.id = any(${ids}::bigint[]) and s.deleted_at is null and ${reached} order by s.code`.execute(unit.db)
        : await sql<Label>`
            select s.id, s.asset_no as code, s.name as title, s.model as detail, d.name as dept,
              (select max(l.at) from asset_log l where l.asset_id = s.id and l.action = 'label') as printed_at from asset s join shared_department d on d.id = s.dept_id
            where s.id = any(${ids}::bigint[]) and s.deleted_at is null and ${reached} order by s.asset_no`.execute(
            unit.db,
          )
    return { host: unit.settings.string('asset.labelHost'), labels: rows }
  },
})
