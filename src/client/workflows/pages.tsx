import '../records/records.css'
import '../tickets/tickets.css'
import './workflows.css'
import { Button, Callout, HTMLTable } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Group, groupsOf, type StateDefinition } from '#machines/ticket/definition.ts'
import { saveBlob } from '#src/client/forms/storedFiles.ts'
import { told } from '#src/client/forms/told.ts'
import { api } from '#src/client/http.ts'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'
import {
  DateText,
  EmptyState,
  FailedState,
  NoValue,
  PageHeader,
  PageLoading,
  SkeletonRows,
  StateChip,
} from '#src/client/ui/index.ts'
import type { VerifyAnswer, WorkflowDetail, WorkflowRow } from '#src/define/tickets.ts'

const Diagram = lazy(async () => ({ default: (await import('../tickets/Diagram.tsx')).Diagram }))
const path = '/api/workflow/workflow/'

/** 20.9, for reading: every workflow, its statechart, and what its proof says. */
export function WorkflowListPage() {
  const t = useT()
  const word = useDictionaryLabel()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'list'],
    queryFn: ({ signal }) => api.list<WorkflowRow>(path, { limit: 100 }, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  const selected = data.data.find((row) => String(row.id) === params.get('id')) ?? data.data[0]
  return (
    <>
      <PageHeader title={t('workflows.title')} />
      <div className="workflow-panes">
        <div className="list">
          <section className="list-scroll" tabIndex={0} aria-label={t('workflows.title')}>
            <HTMLTable className="list-table">
              <thead>
                <tr>
                  {(['name', 'group', 'versionNo', 'status', 'states', 'running', 'updatedAt'] as const).map(
                    (column) => (
                      <th key={column} scope="col">
                        {t(`workflows.${column}`)}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {data.data.map((row) => (
                  <tr key={row.id} className={row.id === selected?.id ? 'is-selected' : undefined}>
                    <td>
                      <button
                        type="button"
                        className="link-button"
                        aria-current={row.id === selected?.id ? 'true' : undefined}
                        onClick={() => setParams({ id: String(row.id) })}
                      >
                        {language === 'en' ? row.nameEn : row.name}
                      </button>
                      <div className="ticket-no">{row.key}</div>
                    </td>
                    <td>{word('ticketGroup', row.group)}</td>
                    <td>{row.versionNo}</td>
                    <td>
                      <StateChip dictionary="workflowStatus" value={row.status} />
                      {row.offered ? null : <div className="ticket-no">{t('workflows.notOffered')}</div>}
                    </td>
                    <td>{row.states}</td>
                    <td>{row.running}</td>
                    <td>
                      <DateText value={row.updatedAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </section>
        </div>
        {selected === undefined ? (
          <EmptyState title={t('workflows.choose')} />
        ) : (
          <WorkflowPanel key={selected.id} id={selected.id} />
        )}
      </div>
    </>
  )
}

function WorkflowPanel({ id }: { readonly id: number }) {
  const t = useT()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', id],
    queryFn: ({ signal }) => api.get<WorkflowDetail>(`${path}${id}/`, { signal, quiet: true }),
  })
  const [result, setResult] = useState<VerifyAnswer | null>(null)
  const [fault, setFault] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const verify = async (): Promise<void> => {
    setBusy(true)
    try {
      setResult(await api.post<VerifyAnswer>(`${path}${id}/verify/`, {}))
    } finally {
      setBusy(false)
    }
  }
  const save = async (format: 'xstate' | 'mermaid'): Promise<void> => {
    const machine = await api.get<unknown>(`${path}${id}/machine/`, { query: { format } })
    const text = typeof machine === 'string' ? machine : JSON.stringify(machine, null, 2)
    saveBlob(new Blob([text], { type: 'text/plain' }), `${data.key}.${format === 'mermaid' ? 'mmd' : 'json'}`)
  }
  const title = language === 'en' ? data.nameEn : data.name
  return (
    <section className="card workflow-panel" aria-label={title}>
      <header className="workflow-head">
        <h2>{title}</h2>
        <BusyButton
          size="small"
          intent="primary"
          text={t('workflows.verify')}
          isBusy={isBusy}
          onClick={() => told(verify())}
        />
        <Button size="small" text={t('workflows.export', ['XState'])} onClick={() => told(save('xstate'))} />
        <Button size="small" text={t('workflows.export', ['Mermaid'])} onClick={() => told(save('mermaid'))} />
      </header>
      {result === null ? null : result.ok ? (
        <Callout intent="success" compact role="status">
          {t('workflows.verified')}
        </Callout>
      ) : (
        <Callout intent="danger" role="status" title={t('workflows.faults', [result.faults.length])}>
          <ul className="fault-list">
            {result.faults.map((one) => (
              <li key={`${one.rule} ${one.state} ${one.message}`}>
                <code>{one.rule}</code> {one.message}
                <button type="button" className="link-button" onClick={() => setFault(one.path)}>
                  {t('workflows.showPath')}
                </button>
              </li>
            ))}
          </ul>
        </Callout>
      )}
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
  const labels = useFormLabels(type)
  const word = useDictionaryLabel()
  const language = useLanguage()
  const whoIn = (group: Group): string => {
    const detail =
      'role' in group
        ? (roles[group.role] ?? group.role)
        : 'dept' in group
          ? (group.dept ?? '')
          : 'field' in group
            ? labels(group.field)
            : ''
    return `${word('participantType', group.type)}${detail === '' ? '' : ` · ${detail}`}`
  }
  const who = ({ participant }: StateDefinition): string => groupsOf(participant).map(whoIn).join(' + ')
  const how = ({ mode, ratio, count }: StateDefinition): string =>
    [word('approveMode', mode), ratio === undefined ? count : `${ratio}%`]
      .filter((part) => part !== undefined)
      .join(' · ')
  return (
    <HTMLTable className="state-table">
      <thead>
        <tr>
          {(['stateList', 'who', 'mode', 'timers'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`workflows.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {states.map((state) => (
          <tr key={state.key}>
            <td>
              {state.name[language]}
              <div className="ticket-soft">{word('stateKind', state.kind)}</div>
            </td>
            <td>{who(state)}</td>
            <td>{state.kind === 'cc' ? <NoValue /> : how(state)}</td>
            <td>
              {state.timers?.length ? (
                state.timers
                  .map((timer) => `${word('timeoutAction', timer.action)} ${t('ticket.hours', [timer.afterHours])}`)
                  .join(t('common.listSeparator'))
              ) : (
                <NoValue />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
