/** Planned outages: an article and a message to those in the affected area (90 B 2). */

import { announcements } from '#src/define/announcements.ts'
import { parseMoment } from '#src/define/days.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { lockOrder, logStep } from '../orders/orders.server.ts'

const minute = (moment: string): string => moment.slice(0, 16)

interface Outage {
  readonly kind: string
  readonly area: string
  readonly startAt: string
  readonly endAt: string
  readonly note: string
}

/** A text of the catalogue about the outage: its kind by name, area, begin and end. */
function wordsOf(unit: UnitOfWork, language: Language, key: 'title' | 'body', outage: Outage): string {
  const kind = unit.textOf(language, `dictionaries.outageKind.entries.${outage.kind}`) ?? outage.kind
  const values = [kind, outage.area, minute(outage.startAt), minute(outage.endAt)]
  return fillText(unit.textOf(language, `outage.${key}`) ?? '', values)
}

/** Departments in whose buildings the place of an order lies, so that the notice begins with them. */
export const areaDepartments = `(select array_agg(distinct other.dept_id order by other.dept_id) from shared_asset_room own join shared_asset_room other on other.building = own.building and other.deleted_at is null
  where own.id = r.room_id)`

/** Publishes the notice of an order and notes it in its steps. @throws RuleError maintenance.outageEnds */
export async function announceOutage(
  unit: UnitOfWork,
  orderId: number,
  values: FormData,
  byUser: number,
): Promise<void> {
  const order = await lockOrder(unit, orderId)
  const outage: Outage = {
    kind: textIn(values.outageKind),
    area: textIn(values.area),
    startAt: textIn(values.startAt),
    endAt: textIn(values.endAt),
    note: textIn(values.outageNote),
  }
  const expireAt = parseMoment(outage.endAt)
  if (expireAt === null || outage.endAt <= outage.startAt) throw new RuleError('maintenance.outageEnds').at('endAt')
  const deptIds = Array.isArray(values.outageDeptIds) ? values.outageDeptIds.map(Number) : []
  const title = wordsOf(unit, 'zhHans', 'title', outage)
  await unit.service(announcements).publish({
    category: 'notice',
    title,
    titleEn: wordsOf(unit, 'en', 'title', outage),
    body: [wordsOf(unit, 'zhHans', 'body', outage), outage.note, wordsOf(unit, 'en', 'body', outage)]
      .filter(Boolean)
      .join('\n\n'),
    deptIds,
    expireAt,
    byUser,
  })
  await logStep(unit, orderId, { event: 'announce', from: order.state, to: order.state, byUser, note: title })
}
