/** Labels are printed once; another print of the same label says why (90 A, UX). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { route } from '#src/define/server.ts'
import { MAX_LABELS, REASON_LENGTH } from './label.types.ts'

/** Writes the print to the log of each asset. @throws RuleError `asset.labelReprint` when one was printed before and there is no reason */
export const printLabels = route({
  method: 'POST',
  url: '/api/assets/labels/',
  permission: 'asset:Label',
  operation: operation('asset.printLabels'),
  body: z.strictObject({
    ids: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(MAX_LABELS),
    reason: z.string().overwrite(trimText).min(REASON_LENGTH.min).max(REASON_LENGTH.max).optional(),
  }),
  async handle({ unit, access, body: { ids, reason } }) {
    const { rows } = await sql<{ id: number; wasPrinted: boolean }>`
      select s.id, exists (select from asset_log l where l.asset_id = s.id and l.action = 'label') as was_printed from asset s
      where s.id = any(${ids}::bigint[]) and s.deleted_at is null and ${reachedBy(access, 'asset:Label', { department: 's.dept_id' })}`.execute(
      unit.db,
    )
    if (rows.length < new Set(ids).size) throw notFound()
    const reprinted = rows.filter(({ wasPrinted }) => wasPrinted).length
    if (reprinted > 0 && reason === undefined) throw new RuleError('asset.labelReprint', reprinted).at('reason')
    await sql`
      insert into asset_log (asset_id, action, before, after, note, by_user, at)
      select id, 'label', '{}', '{}', case when was_printed then ${reason ?? ''}::text else '' end, ${access.userId}::bigint, ${unit.clock.now()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, wasPrinted }) => ({ id, was_printed: wasPrinted })))}::jsonb) as printed(id bigint, was_printed boolean) order by id`.execute(
      unit.db,
    )
    unit.changed('assetLog', null)
    return { printed: rows.length, reprinted }
  },
})
