import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { supervisionOffer, takeFields } from '../offers/supervision-offer.ts'

/** SUP-08: a late ticket becomes an item, or leads to the one that names it. */
export function TicketDialog({ id }: { readonly id: string }) {
  const t = useT()
  const [, setParams] = useSearchParams()
  const { labels } = useRecordTexts(supervisionOffer)
  const { data, error } = useQuery({
    queryKey: ['supervisionItem', 'ticket', id],
    queryFn: ({ signal }) => api.get(`/api/supervision/ticket/${Number(id)}/`, { signal }),
  })
  const open = (item: number): void => setParams({ tab: 'all', id: String(item) }, { replace: true })
  const close = (): void => setParams({ tab: 'all' }, { replace: true })
  const known = data?.item?.id
  const isRefused = error !== null || (data !== undefined && !data.isLate && data.item === null)
  useEffect(() => {
    if (known !== undefined) setParams({ tab: 'all', id: String(known) }, { replace: true })
    else if (isRefused) setParams({ tab: 'all' }, { replace: true })
  }, [known, isRefused, setParams])
  const initial = useMemo(
    () => ({
      leaderId: null,
      dueDate: null,
      requirement: data === undefined ? null : t('supervisionPage.settleTicket', [data.title]),
    }),
    [data, t],
  )
  if (data === undefined || known !== undefined || isRefused) return null
  return (
    <PostForm<{ readonly id: number }>
      title={t('supervisionPage.ofTicket', [data.title])}
      path={`/api/supervision/ticket/${id}/`}
      record="supervisionItem"
      fields={takeFields}
      initial={initial}
      labels={labels}
      submitText={t('records.supervisionOffer.actions.take')}
      onDone={(made) => {
        toast('success', t('supervisionPage.given'))
        open(made.id)
      }}
      onClose={close}
    />
  )
}
