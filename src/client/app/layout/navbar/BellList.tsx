import { SegmentedControl } from '@blueprintjs/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DateText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { noticeKeys } from '#src/client/platform/live/index.ts'
import { noticeFailure } from '#src/client/platform/live/unread.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'

/** The newest notice of a ticket, or one of no ticket, as the bell shows it. */
interface Notice {
  readonly id: number
  readonly title: string
  readonly link: string | null
  readonly create_datetime: string
  readonly ticket: number | null
  /** Notices of the ticket, and how many of them are unread. */
  readonly count: number
  readonly unread: number
}
const SHOWN = 20
const NOTICES = '/api/v1/sms/notice/'
type Tab = 'toAct' | 'all'

/** What asks this person to act, or everything, by ticket; and the way to be done with all of it. */
export default function BellList() {
  const t = useT()
  const client = useQueryClient()
  const [tab, setTab] = useState<Tab>('all')
  const { data, error, refetch } = useQuery({
    queryKey: [...noticeKeys.newest, tab],
    queryFn: ({ signal }) =>
      api.list(
        `${NOTICES}get_self_receive/`,
        { limit: SHOWN, grouped: true, ...(tab === 'toAct' && { to_act: true }) },
        { signal, quiet: true },
      ),
    staleTime: 0,
  })
  const unread = client.getQueryData<number>(noticeKeys.unread) ?? 0
  const readAll = useMutation({
    mutationFn: () => api.get(`${NOTICES}mark_all_read/`),
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
          disabled={unread === 0}
          onClick={() => readAll.mutate()}
        />
      </header>
      <SegmentedControl
        fill
        size="small"
        aria-label={t('layout.notices')}
        options={(['toAct', 'all'] as const).map((value) => ({ value, label: t(`layout.noticeTabs.${value}`) }))}
        value={tab}
        onValueChange={(value) => setTab(value === 'all' ? 'all' : 'toAct')}
      />
      {error !== null ? (
        <FailedState
          error={error}
          title={noticeFailure(error)}
          forbidden={noticeFailure(error)}
          onRetry={() => void refetch()}
          compact
        />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t(tab === 'toAct' ? 'layout.nothingToAct' : 'layout.noNotices')} compact />
      ) : (
        <ul>
          {data.data.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <footer>
        <Link to="/system/messageCenter">{t('layout.allNotices')}</Link>
      </footer>
    </section>
  )
}

function Line({ notice }: { readonly notice: Notice }) {
  const t = useT()
  const client = useQueryClient()
  const isUnread = notice.unread > 0
  /** Reading one marks it, and with it what else there is of the ticket (97-api). */
  const read = (): void => {
    if (!isUnread) return
    const marked =
      notice.ticket === null
        ? api.get(`${NOTICES}${notice.id}/`, { quiet: true })
        : api.post(`${NOTICES}ticket/${notice.ticket}/read/`, {}, { quiet: true, key: newKey() })
    void marked.then(() => client.invalidateQueries({ queryKey: noticeKeys.all }))
  }
  return (
    <li className={isUnread ? 'notice notice-unread' : 'notice'}>
      {/* What leads nowhere is read in the message centre. */}
      <Link to={notice.link || `/system/messageCenter?id=${notice.id}`} onClick={read}>
        <span className="notice-title">
          {isUnread ? <span className="notice-dot" role="img" aria-label={t('layout.unread')} /> : null}
          {notice.title}
        </span>
        <span className="notice-about">
          <DateText value={notice.create_datetime} />
          {notice.count > 1 ? <span className="notice-count">{t('layout.noticeCount', [notice.count])}</span> : null}
        </span>
      </Link>
    </li>
  )
}
