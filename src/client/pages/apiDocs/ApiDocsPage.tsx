import './apiDocs.css'
import { Button } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState, FailedState, PageHeader, PageLoading } from '#src/client/components/ui/index.ts'
import { ApiError, api } from '#src/client/platform/http/http.ts'
import { useLanguage, usePlural, useT } from '#src/client/platform/i18n/index.ts'
import type { OpenApi } from '#src/define/api/openapi.ts'
import { ApiGuide, useGuideSections } from './ApiGuide.tsx'
import { CallCard } from './CallCard.tsx'
import { callsOf, fits } from './operations.ts'

/** 4004: the bureau does not show its document. */
const OFF = 4004

async function readDocument(signal: AbortSignal): Promise<OpenApi> {
  const { blob } = await api.download('/api/openapi/', { signal, quiet: true })
  return JSON.parse(await blob.text()) as OpenApi
}

/** The choice of all calls, beside the names of groups. */
const ALL = 'all'

/** The guide for integrators, and every call of the API with what it takes, who may make it, an example and a form to try it (base.apiDocs). */
export function ApiDocsPage() {
  const t = useT()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['apiDocs', language],
    queryFn: ({ signal }) => readDocument(signal),
  })
  const isOff = error instanceof ApiError && error.code === OFF
  if (data === undefined && error !== null && !isOff)
    return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined && !isOff) return <PageLoading />
  return (
    <>
      <PageHeader
        title={t('apiDocs.title')}
        text={data?.info.description}
        actions={
          data ? (
            <Button
              icon={<DownloadIcon />}
              text={t('apiDocs.download')}
              onClick={() => saveBlob(new Blob([JSON.stringify(data, null, 2)]), 'openapi.json')}
            />
          ) : null
        }
      />
      {data ? <Calls document={data} /> : <EmptyState title={t('apiDocs.off')} text={t('apiDocs.offText')} />}
    </>
  )
}

function Calls({ document }: { readonly document: OpenApi }) {
  const t = useT()
  const plural = usePlural()
  const [params, setParams] = useSearchParams()
  const calls = useMemo(() => callsOf(document), [document])
  const keyword = params.get('search') ?? ''
  const tag = params.get('tag')
  const found = calls.filter((call) => fits(document, call, keyword))
  const inTag = (name: string) => found.filter(({ operation }) => operation.tags.includes(name))
  // The page starts with the guide; whoever searches or chooses wants calls.
  const isGuide = tag === null && keyword === ''
  const shown = tag === null || tag === ALL ? found : inTag(tag)
  const groups = document.tags.map((one) => ({ ...one, size: inTag(one.name).length })).filter(({ size }) => size > 0)
  const choose = (name: string, value: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="api-docs">
      <div className="api-docs-side">
        <DebouncedInput
          type="search"
          leftIcon={searchGlass}
          aria-label={t('apiDocs.search')}
          placeholder={t('apiDocs.search')}
          value={keyword}
          onValueChange={(text) => choose('search', text.trim())}
        />
        <nav aria-label={t('apiDocs.resources')}>
          <ul>
            <li>
              <button type="button" aria-current={isGuide} onClick={() => setParams({}, { replace: true })}>
                <span className="api-docs-tag">{t('apiDocs.guide')}</span>
              </button>
              {isGuide ? <GuideSections /> : null}
            </li>
            {[{ name: ALL, size: found.length, description: undefined }, ...groups].map(
              ({ name, size, description }) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={!isGuide && (tag ?? ALL) === name}
                    onClick={() => choose('tag', name)}
                  >
                    <span className="api-docs-tag">{name === ALL ? t('apiDocs.all') : name}</span>
                    <span className="api-docs-count">{size}</span>
                    {description === undefined ? null : <span className="api-docs-about">{description}</span>}
                  </button>
                </li>
              ),
            )}
          </ul>
        </nav>
      </div>
      {isGuide ? (
        <ApiGuide />
      ) : (
        <section className="api-docs-calls" aria-label={plural('apiDocs.operations', shown.length)}>
          {shown.length === 0 ? <EmptyState title={t('apiDocs.none')} /> : null}
          {shown.map((call) => (
            <CallCard key={call.operation.operationId} document={document} call={call} />
          ))}
        </section>
      )}
    </div>
  )
}

/** The sections of the guide, which bring their heading into sight. */
function GuideSections() {
  return (
    <ul className="api-docs-sections">
      {useGuideSections().map(({ id, title }) => (
        <li key={id}>
          <button type="button" onClick={() => globalThis.document.getElementById(id)?.scrollIntoView()}>
            <span className="api-docs-tag">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
