import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { ApiError, api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { demoRow } from '../rows/demo-row.ts'

function Example({
  title,
  hint,
  children,
}: {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}) {
  return (
    <section className="example-state">
      <h3>{title}</h3>
      <p>{hint}</p>
      {children}
    </section>
  )
}

/** What a list shows where there is nothing, where the server refuses, and where a permission is missing; each is a real call. */
export function StateExamples() {
  const t = useT()
  return (
    <div className="example-states">
      <Example title={t('tableDemo.empty')} hint={t('tableDemo.emptyHint')}>
        <Nothing />
      </Example>
      <Example title={t('tableDemo.error')} hint={t('tableDemo.errorHint')}>
        <Missing />
      </Example>
      <Example title={t('tableDemo.denied')} hint={t('tableDemo.deniedHint')}>
        <Roles />
      </Example>
    </div>
  )
}

const ROLES: string = '/api/system/role/'
/** No row has this number. */
const NO_ROW: number = 2_147_483_647

function Nothing() {
  const { data, error, refetch } = useQuery({
    queryKey: [demoRow.name, 'list', 'none'],
    queryFn: ({ signal }) => api.list(demoRow.path, { ids: String(NO_ROW) }, { signal, quiet: true }),
  })
  if (error !== null) return <FailedState compact error={error} onRetry={() => void refetch()} />
  return data === undefined ? <SkeletonRows rows={3} /> : <EmptyState compact />
}

function Missing() {
  const { error, refetch } = useQuery({
    queryKey: [demoRow.name, 'row', NO_ROW],
    queryFn: ({ signal }) => api.get(`${demoRow.path}${NO_ROW}/`, { signal, quiet: true }),
    retry: false,
  })
  return error === null ? (
    <SkeletonRows rows={3} />
  ) : (
    <FailedState compact error={error} onRetry={() => void refetch()} />
  )
}

function Roles() {
  const t = useT()
  const [answer, setAnswer] = useState<string | null>(null)
  const ask = (): void => {
    api.list(ROLES, { limit: '1' }, { quiet: true }).then(
      ({ total }) => setAnswer(t('tableDemo.allowed', [total])),
      (error: unknown) => setAnswer(error instanceof ApiError ? error.message : String(error)),
    )
  }
  return (
    <>
      <Button text={t('tableDemo.ask')} onClick={ask} />
      {answer === null ? null : <p role="status">{answer}</p>}
    </>
  )
}
