import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import Markdown from '#src/client/components/markdown/Markdown.tsx'
import { blocks } from '#src/client/components/markdown/markdown.ts'
import { FailedState, PageLoading } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { CopyButton } from './CopyButton.tsx'

/** The guide of docs/, whose every example a test runs. */
const guides = import.meta.glob<string>('../../../../docs/api*.md', { query: '?raw', import: 'default' })
const files = { zhHans: '../../../../docs/api.zh.md', en: '../../../../docs/api.md' } as const

/** Without its title, which the page has already. */
const withoutTitle = (text: string): string => text.replace(/^# .*\n/, '')

/** The guide in the reader's language. */
export function useGuide() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['apiGuide', language],
    queryFn: async () => withoutTitle((await guides[files[language]]?.()) ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const plainText = (parts: ReturnType<typeof blocks>[number]): string =>
  parts.kind === 'heading'
    ? parts.lines
        .flat()
        .map((part) => ('text' in part ? part.text : ''))
        .join('')
    : ''

/** Ids of the guide's sections, by their order. */
const ANCHOR = 'guide'

/** The sections of the guide, for the list beside it. */
export function useGuideSections(): readonly { readonly id: string; readonly title: string }[] {
  const { data } = useGuide()
  return useMemo(
    () =>
      blocks(data ?? '')
        .filter((block) => block.kind === 'heading' && block.level === 2)
        .map((block, index) => ({ id: `${ANCHOR}-${index + 1}`, title: plainText(block) })),
    [data],
  )
}

/** How integrators begin: the page docs/api.md, with its examples to copy. */
export function ApiGuide() {
  const { data, error, refetch } = useGuide()
  if (data === undefined && error !== null) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return (
    <article className="api-guide">
      <Markdown
        text={data}
        top={2}
        anchor={ANCHOR}
        code={(text, language, index): ReactNode => <Example text={text} language={language} index={index} />}
      />
    </article>
  )
}

const languageNames: Readonly<Record<string, string>> = { bash: 'curl', ts: 'TypeScript', json: 'JSON' }

function Example({
  text,
  language,
  index,
}: {
  readonly text: string
  readonly language: string
  readonly index: number
}) {
  const t = useT()
  const name = languageNames[language] ?? language
  return (
    <div className="api-guide-example">
      <div className="api-guide-example-head">
        <span>{name}</span>
        <CopyButton text={text} label={t('apiDocs.copyOf', [index, name])} />
      </div>
      <ScrollRegion className="api-guide-code" label={t('apiDocs.exampleOf', [index, name])}>
        <pre>{text}</pre>
      </ScrollRegion>
    </div>
  )
}
