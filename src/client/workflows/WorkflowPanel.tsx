import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { VerifyAnswer, WorkflowDetail } from '#src/define/workflows/workflows.ts'
import { workflowPath as path } from './calls.ts'
import { FaultList } from './FaultList.tsx'
import { useStateWords } from './people.ts'

const Diagram = lazy(async () => ({ default: (await import('../tickets/detail/Diagram.tsx')).Diagram }))

interface PanelProps {
  readonly id: number
  /** Another one for each time somebody asks to see it; null as long as nobody did. */
  readonly called: object | null
}

/** One workflow for reading: its statechart, its states in words, and what its proof says. */
export function WorkflowPanel({ id, called }: PanelProps) {
  const t = useT()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', id],
    queryFn: ({ signal }) => api.get(`${path}${id}/`, { signal, quiet: true }),
  })
  const [result, setResult] = useState<VerifyAnswer | null>(null)
  const [fault, setFault] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const root = useRef<HTMLElement>(null)
  const isThere = data !== undefined
  // It stands below a list that may fill the window.
  useEffect(() => {
    if (called !== null && isThere) root.current?.scrollIntoView({ block: 'start' })
  }, [called, isThere])
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const verify = async (): Promise<void> => {
    setBusy(true)
    try {
      setResult(await api.post(`${path}${id}/verify/`, {}))
    } finally {
      setBusy(false)
    }
  }
  const title = language === 'en' ? data.nameEn : data.name
  return (
    <section ref={root} className="card workflow-panel" aria-label={title}>
      <header className="workflow-head">
        <h2>{title}</h2>
        <BusyButton
          size="small"
          intent="primary"
          text={t('workflows.verify')}
          isBusy={isBusy}
          onClick={() => ignoreApiError(verify())}
        />
      </header>
      {result?.ok === true ? (
        <Callout intent="success" compact role="status">
          {t('workflows.verified')}
        </Callout>
      ) : null}
      {result === null ? null : <FaultList verdict={result} onPath={setFault} />}
      <div className="workflow-body">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Diagram title={title} definition={data.definition} path={fault} />
        </Suspense>
        <States type={data.key} states={data.definition.states} roles={data.roles} />
      </div>
    </section>
  )
}

/** The states in words: who, how, when, how long. */
function States({
  type,
  states,
  roles,
}: {
  readonly type: string
  readonly states: readonly StateDefinition[]
  readonly roles: WorkflowDetail['roles']
}) {
  const t = useT()
  const word = useDictionaryLabel()
  const language = useLanguage()
  const { who, how } = useStateWords(type, roles)
  return (
    <DataTable
      className="state-table"
      rows={states}
      keyOf={({ key }) => key}
      columns={[
        {
          name: 'state',
          head: t('workflows.stateList'),
          cell: (state) => (
            <>
              {state.name[language]}
              <div className="ticket-soft">{word('stateKind', state.kind)}</div>
            </>
          ),
        },
        { name: 'who', head: t('workflows.who'), cell: who },
        {
          name: 'mode',
          head: t('workflows.mode'),
          cell: (state) => (state.kind === 'cc' ? <NoValue /> : how(state)),
        },
        {
          name: 'timers',
          head: t('workflows.timers'),
          cell: ({ timers }) =>
            timers?.length ? (
              timers
                .map(
                  (timer) =>
                    `${word('timeoutAction', timer.action)} ${timer.daysSetting === undefined ? t('ticket.hours', [timer.afterHours]) : t('ticket.daysBySetting')}`,
                )
                .join(t('common.listSeparator'))
            ) : (
              <NoValue />
            ),
        },
      ]}
    />
  )
}
