import './articles.css'
import { Button, Tag } from '@blueprintjs/core'
import { PinIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText, DictionaryText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import { ReaderFilters } from './ReaderFilters.client.tsx'
import { type ArticleLine, PUBLISHED } from './reading.ts'
import { useReading } from './useReading.client.ts'

/** The articles somebody may read, pinned ones first, then the newest. */
export function ReaderList() {
  const t = useT()
  const { page, limit, filter, isNarrowed, change, clear } = useReading()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['article', 'published', filter, page, limit],
    queryFn: ({ signal }) =>
      api.list(PUBLISHED, { ...filter, page: String(page), limit: String(limit) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="list">
      <ReaderFilters isFetching={isFetching} onRefresh={() => void refetch()} />
      {data === undefined ? (
        <div className="list-state">
          {error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : data.data.length === 0 ? (
        <div className="list-state">
          <EmptyState
            title={isNarrowed ? t('common.noMatch') : t('articles.empty')}
            {...(isNarrowed && { action: <Button text={t('articles.clear')} onClick={clear} /> })}
          />
        </div>
      ) : (
        <>
          <ul className="article-lines" aria-label={t('articles.list')} aria-busy={isFetching}>
            {data.data.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          <Pagination
            page={page}
            limit={limit}
            total={data.total}
            onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
          />
        </>
      )}
    </div>
  )
}

function Line({ line }: { readonly line: ArticleLine }) {
  const t = useT()
  const plural = usePlural()
  return (
    <li className={line.isUnread ? 'article-line is-unread' : 'article-line'}>
      <h2>
        {line.isUnread ? <span className="article-dot" role="img" aria-label={t('articles.unread')} /> : null}
        <Link to={`/publicarticles/${line.id}`}>{line.title}</Link>
        {line.isPinned ? (
          <Tag minimal intent="primary" icon={<PinIcon size={12} aria-hidden="true" />}>
            {t('articles.pinned')}
          </Tag>
        ) : null}
        {line.isNew ? (
          <Tag minimal intent="success">
            {t('articles.isNew')}
          </Tag>
        ) : null}
      </h2>
      {line.summary === '' ? null : <p className="article-summary">{line.summary}</p>}
      <p className="article-facts">
        <span>
          <DictionaryText dictionary="articleCategory" value={line.category} />
        </span>
        {line.deptName === '' ? null : <span>{line.deptName}</span>}
        <DateText value={line.publishAt} />
        <span>{plural('articles.readCount', line.readCount)}</span>
      </p>
    </li>
  )
}
