import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api, errorText } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { noticeKeys } from '#src/client/live/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { DateText, EmptyState, FailedState, SkeletonRows } from '#src/client/ui/index.ts'

/** A notice as the bell shows it. */
interface Notice {
  readonly id: number
  readonly title: string
  readonly link: string | null
  readonly is_read: boolean
  readonly create_datetime: string
}
const SHOWN = 20

/** The newest notices, and the way to be done with all of them. */
export default function BellList() {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: noticeKeys.newest,
    queryFn: ({ signal }) =>
      api.list<Notice>('/api/v1/sms/notice/get_self_receive/', { limit: SHOWN }, { signal, quiet: true }),
    staleTime: 0,
  })
  const readAll = useMutation({
    mutationFn: () => api.get<null>('/api/v1/sms/notice/mark_all_read/'),
    onSuccess: () => {
      client.setQueryData(noticeKeys.unread, 0)
      return client.invalidateQueries({ queryKey: noticeKeys.newest })
    },
  })
  return (
    <section className="bell" aria-label={t('layout.notices')}>
      <header>
        <h2>{t('layout.notices')}</h2>
        <BusyButton
          size="small"
          variant="minimal"
          text={t('layout.markAllRead')}
          isBusy={readAll.isPending}
          disabled={!data?.data.some((notice) => !notice.is_read)}
          onClick={() => readAll.mutate()}
        />
      </header>
      {error !== null ? (
        <FailedState
          error={new Error(t('layout.noticesFailed', [errorText(error, '')]))}
          onRetry={() => void refetch()}
          compact
        />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('layout.noNotices')} compact />
      ) : (
        <ul>
          {data.data.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ notice }: { readonly notice: Notice }) {
  const t = useT()
  const client = useQueryClient()
  /** Reading one marks it (97-api). */
  const read = (): void => {
    if (notice.is_read) return
    void api
      .get<Notice>(`/api/v1/sms/notice/${notice.id}/`, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: noticeKeys.all }))
  }
  const body = (
    <>
      <span className="notice-title">
        {notice.is_read ? null : <span className="notice-dot" role="img" aria-label={t('layout.unread')} />}
        {notice.title}
      </span>
      <DateText value={notice.create_datetime} />
    </>
  )
  return (
    <li className={notice.is_read ? 'notice' : 'notice notice-unread'}>
      {/* What leads nowhere is read in the message centre. */}
      <Link to={notice.link || `/system/messageCenter?id=${notice.id}`} onClick={read}>
        {body}
      </Link>
    </li>
  )
}
