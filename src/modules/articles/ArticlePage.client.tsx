import './articles.css'
import { Tag } from '@blueprintjs/core'
import { ArrowLeftIcon, PinIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Note } from '#src/client/components/markdown/Note.tsx'
import { DateText, DictionaryText, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, api, codes, newKey } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { files } from '#src/fields/field.ts'
import { type ArticleRef, type ArticleText, PUBLISHED } from './reading.ts'

const COVER = files(1)
const ATTACHMENTS = files(10)
/** Files have no labels of their own. */
const noLabels = (path: string): string => path

/** 10.4: one article as its readers see it. Opening it counts as reading it (ART-02). */
export function ArticlePage() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['article', 'text', id],
    queryFn: ({ signal }) => api.get(`${PUBLISHED}${id}/`, { signal, quiet: true }),
  })
  const unread = data?.isUnread === true ? data.id : null
  useEffect(() => {
    if (unread === null) return
    const mark = async (): Promise<void> => {
      await api.post(`${PUBLISHED}${unread}/read/`, {}, { key: newKey() })
      await client.invalidateQueries({ queryKey: ['article'] })
    }
    ignoreApiError(mark())
  }, [unread, client])
  if (error instanceof ApiError && (error.code === codes.notFound || error.code === codes.validation))
    return <NotFoundPage />
  if (data === undefined)
    return error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={() => void refetch()} />
  return <Article article={data} />
}

function Article({ article }: { readonly article: ArticleText }) {
  const t = useT()
  const plural = usePlural()
  const { title, isPinned, category, deptName, authorName, publishAt, readCount, coverFile, body, attachments } =
    article
  return (
    <>
      <Link className="article-back" to="/publicarticles">
        <ArrowLeftIcon size={14} aria-hidden="true" />
        {t('articles.back')}
      </Link>
      <PageHeader
        title={title}
        chip={
          isPinned ? (
            <Tag minimal intent="primary" icon={<PinIcon size={12} aria-hidden="true" />}>
              {t('articles.pinned')}
            </Tag>
          ) : null
        }
        text={
          <span className="article-facts">
            <span>
              <DictionaryText dictionary="articleCategory" value={category} />
            </span>
            <span>{[deptName, authorName].filter((part) => part !== '').join(' · ')}</span>
            <DateText value={publishAt} />
            <span>{plural('articles.readCount', readCount)}</span>
          </span>
        }
      />
      <article className="card article-text" aria-label={title}>
        {coverFile.length > 0 ? (
          <FieldText field={COVER} name="coverFile" value={coverFile} row={{}} labels={noLabels} />
        ) : null}
        <Note text={body} />
        {attachments.length > 0 ? (
          <section className="article-attachments" aria-label={t('articles.attachments')}>
            <h2>{t('articles.attachments')}</h2>
            <FieldText field={ATTACHMENTS} name="attachments" value={attachments} row={{}} labels={noLabels} />
          </section>
        ) : null}
      </article>
      <Neighbours newer={article.newer} older={article.older} />
    </>
  )
}

function Neighbours({ newer, older }: Pick<ArticleText, 'newer' | 'older'>) {
  const t = useT()
  if (newer === null && older === null) return null
  return (
    <nav className="article-neighbours" aria-label={t('articles.neighbours')}>
      <Neighbour label={t('articles.newer')} article={newer} />
      <Neighbour label={t('articles.older')} article={older} />
    </nav>
  )
}

function Neighbour({ label, article }: { readonly label: string; readonly article: ArticleRef | null }) {
  if (article === null) return <span />
  return (
    <Link to={`/publicarticles/${article.id}`}>
      <span>{label}</span>
      {article.title}
    </Link>
  )
}
