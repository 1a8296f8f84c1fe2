import { call } from '#src/client/platform/http/transport.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useAnswer } from './useAnswer.ts'

/** An article as anybody may know of it. */
interface Announcement {
  readonly title: string
  /** `yyyy-MM-dd`. */
  readonly publishedOn: string
}

/** The newest pinned articles meant for everybody (10.1); nothing stands there while there are none. */
export function Announcements() {
  const t = useT()
  const { data = [] } = useAnswer(
    useLanguage(),
    async (signal) => (await call('get', '/api/article/announcements/', { signal })).data as readonly Announcement[],
  )
  if (data.length === 0) return null
  return (
    <section className="announcements" aria-labelledby="announcements">
      <h2 id="announcements">{t('login.announcements')}</h2>
      <ul>
        {data.map(({ title, publishedOn }) => (
          <li key={`${publishedOn} ${title}`}>
            <span>{title}</span>
            <time dateTime={publishedOn}>{publishedOn}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
