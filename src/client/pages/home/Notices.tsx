import { Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PUBLISHED } from '#src/modules/articles/reading.ts'
import { REFRESH_MS } from './queries.ts'
import { Widget } from './Widget.tsx'

/** Articles that are shown (10.2). */
const SHOWN = 8

/** The newest articles for this person, pinned ones first, unread ones marked. */
export function Notices() {
  const t = useT()
  const query = useQuery({
    queryKey: ['article', 'published', 'home'],
    queryFn: ({ signal }) => api.list(PUBLISHED, { page: '1', limit: String(SHOWN) }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Widget
      title={t('home.notices')}
      query={query}
      action={<Link to="/publicarticles">{t('home.allNotices')}</Link>}
      isEmpty={({ data }) => data.length === 0}
      empty={{ title: t('home.noNotices') }}
    >
      {({ data }) => (
        <ul className="due-list">
          {data.map(({ id, title, isPinned, isUnread, publishAt }) => (
            <li key={id}>
              <Link className={isUnread ? 'is-unread' : ''} to={`/publicarticles/${id}`}>
                {title}
              </Link>
              <span>
                {isPinned ? <Tag minimal>{t('home.pinned')}</Tag> : null}{' '}
                {isUnread ? (
                  <Tag minimal intent="primary">
                    {t('home.unread')}
                  </Tag>
                ) : null}{' '}
                <DateText value={publishAt} precision="day" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  )
}
