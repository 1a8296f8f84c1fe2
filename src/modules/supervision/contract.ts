/** What other modules ask of supervision. */
import { token } from '#src/define/services.ts'

/** What gave rise to an offer. */
export type OfferKind = 'affair' | 'leave' | 'emergency' | 'carBackfill' | 'carReturn' | 'purchase' | 'materialCheck'

/** Something that is worth supervising; a supervision officer or a leader makes an item of it with one action, or lets it be. */
export interface NewOffer {
  readonly kind: OfferKind
  /** What is to be done, as the item will be called; at most 100 characters. */
  readonly subject: string
  readonly deptId: number
  /** Who has it in hand; the head of the department where nobody has. */
  readonly handlerId: number | null
  readonly ticketId: number | null
  /** What tells it apart from others of its kind, so that it is offered once. */
  readonly key: string | number
}

export interface SupervisionOffers {
  /** Offers it once. Answers where those who decide on it find it; null where it was offered before. */
  offer(offer: NewOffer): Promise<string | null>
}

export const supervisionOffers = token<SupervisionOffers>('supervisionOffers')
