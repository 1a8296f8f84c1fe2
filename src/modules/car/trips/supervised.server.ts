/** Trips that are put before supervision once each: an emergency without its application (CAR-07), a vehicle that does not come back (CAR-33). */
import type { Problem } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type OfferKind, supervisionOffers } from '#src/modules/supervision/contract.ts'

/** A trip, and who answers for it. */
export interface SupervisedTrip {
  readonly id: number
  readonly no: string
  readonly toPlace: string
  readonly deptId: number
  readonly handlerId: number | null
}

/** The supervision officers hear of it with the offer they decide on. */
export async function offerTrip(
  unit: UnitOfWork,
  kind: Extract<OfferKind, 'carBackfill' | 'carReturn'>,
  { id, no, toPlace, deptId, handlerId }: SupervisedTrip,
  title: Problem,
): Promise<void> {
  const link = await unit
    .service(supervisionOffers)
    .offer({ kind, subject: `${no} ${toPlace}`, deptId, handlerId, ticketId: null, key: id })
  if (link === null) return
  const to = await unit.usersWithRole('supervisor')
  if (to.length > 0) unit.notify({ to, contentType: 'REMIND', title, link })
}
