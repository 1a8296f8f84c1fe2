import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RatingForm } from '#src/client/tickets/rating/RatingForm.tsx'
import type { TicketOrder } from './order.types.ts'

/** The applicant's word on a repair outside the steps of its ticket: a rating after silence, or the acceptance of a late result. */
export function RateForm({ ticketId, order }: { readonly ticketId: number; readonly order: TicketOrder }) {
  const t = useT()
  const client = useQueryClient()
  const isLate = order.mayAccept
  const send = async (rating: number, note: string): Promise<void> => {
    const body = { rating, ratingNote: note || null }
    const path = `/api/maintenance/ticket/${ticketId}`
    if (isLate) await api.post(`${path}/accept/` as '/api/maintenance/ticket/:id/accept/', body, { key: newKey() })
    else await api.post(`${path}/rate/` as '/api/maintenance/ticket/:id/rate/', body, { key: newKey() })
    toast('success', t(isLate ? 'repair.accepted' : 'repair.rated'))
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
  return (
    <RatingForm
      title={t(isLate ? 'repair.acceptTitle' : 'repair.rateTitle')}
      text={t(isLate ? 'repair.acceptText' : order.isDefaultRating ? 'repair.rateText' : 'repair.rateAgain')}
      submitText={t(isLate ? 'repair.acceptSend' : 'repair.rateSend')}
      onSubmit={send}
    />
  )
}
