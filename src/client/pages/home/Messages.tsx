import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { noticeKeys } from '#src/client/platform/live/index.ts'
import { REFRESH_MS } from './queries.ts'
import { Widget } from './Widget.tsx'

/** Messages that are shown (10.2). */
const SHOWN = 5
const CENTRE = '/system/messageCenter'

/** The newest unread messages, by ticket. */
export function Messages() {
  const t = useT()
  const query = useQuery({
    queryKey: [...noticeKeys.newest, 'home'],
    queryFn: ({ signal }) =>
      api.list(
        '/api/v1/sms/notice/get_self_receive/',
        { limit: SHOWN, grouped: true, is_read: false },
        { signal, quiet: true },
      ),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Widget
      title={t('home.messages')}
      query={query}
      action={<Link to={CENTRE}>{t('home.allMessages')}</Link>}
      isEmpty={({ data }) => data.length === 0}
      empty={{ title: t('home.noMessages') }}
    >
      {({ data }) => (
        <ul className="due-list">
          {data.map(({ id, title, link, create_datetime }) => (
            <li key={id}>
              <Link to={link ?? CENTRE}>{title}</Link>
              <span>
                <DateText value={create_datetime} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  )
}
