/** Offers of modules: each is made once, and becomes an item by one action (OTH-02, LEV-05, STK-41). */

import type { Access } from '#src/define/access.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import type { SupervisionOffers } from '../contract.ts'
import { giveItem } from '../items/give.server.ts'

/** Where open offers stand. */
const OFFERS_LINK = '/supervision?tab=offers&state=open'
const MAX_SUBJECT = 100

export function createOffers(unit: UnitOfWork): SupervisionOffers {
  return {
    async offer({ kind, subject, deptId, handlerId, ticketId, key }) {
      const now = unit.clock.now()
      const row = await unit.db
        .insertInto('supervision_offer')
        .values({
          kind,
          key: String(key),
          subject: subject.slice(0, MAX_SUBJECT),
          leadDeptId: deptId,
          handlerId,
          ticketId,
          createdAt: now,
          updatedAt: now,
        })
        .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) return null
      unit.changed('supervisionOffer', row.id)
      return OFFERS_LINK
    },
  }
}

/** What an offer becomes. */
const decided = (unit: UnitOfWork, { userId }: Access) => ({
  decidedBy: userId,
  decidedAt: unit.clock.now(),
  updatedAt: unit.clock.now(),
  updatedBy: userId,
})

async function take(id: number, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const offer = await unit.db
    .selectFrom('supervision_offer')
    .select(['subject', 'leadDeptId', 'handlerId', 'ticketId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const finding = { ...offer, title: offer.subject, deptId: offer.leadDeptId }
  const itemId = await giveItem(unit, finding, values, access)
  await unit.db
    .updateTable('supervision_offer')
    .set({ state: 'taken', itemId, ...decided(unit, access) })
    .where('id', '=', id)
    .execute()
}

export const supervisionOfferServer: RecordServer = {
  computed: { offeredAt: 'r.created_at' },
  actions: {
    take: ({ id }, values, unit, access) => take(id, values, unit, access),
    async dismiss({ id }, values, unit, access) {
      await unit.db
        .updateTable('supervision_offer')
        .set({ state: 'dismissed', reason: textIn(values.reason), ...decided(unit, access) })
        .where('id', '=', id)
        .execute()
    },
  },
}
