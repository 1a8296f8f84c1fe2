import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText, DictionaryText, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { NOTICES } from './message-calls.client.tsx'
import { RichText } from './RichText.client.tsx'

/** One message, read by being opened. */
export function MessageSheet({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['notice', id],
    queryFn: async ({ signal }) => {
      const notice = await api.get(`${NOTICES}${id}/`, { signal, quiet: true })
      if (notice.ticket !== null)
        await api.post(`${NOTICES}ticket/${notice.ticket}/read/`, {}, { quiet: true, key: newKey() })
      void client.invalidateQueries({ queryKey: ['notice', 'received'] })
      void client.invalidateQueries({ queryKey: ['notice', 'unread'] })
      return notice
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet isLight shape="drawer" title={data?.title ?? t('messages.content')} onClose={onClose}>
      {error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <p className="message-meta">
            <DictionaryText dictionary="contentType" value={data.contentType} /> ·{' '}
            {data.senderName || t('messages.system')} · <DateText value={data.create_datetime} precision="second" />
          </p>
          <RichText html={data.content} />
          {data.link === null ? null : (
            <p>
              <Link className="bp6-button bp6-intent-primary" to={data.link}>
                {t('messages.go')}
              </Link>
            </p>
          )}
        </>
      )}
    </Sheet>
  )
}
