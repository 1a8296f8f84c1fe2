import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import '../records/records.css'
import './workflows.css'
import '#src/client/tickets/tickets.css'
import { Button, Callout, ProgressBar } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { AdaptiveTable } from '#src/client/components/table/AdaptiveTable.tsx'
import {
  Chip,
  confirmDialog,
  EmptyState,
  FailedState,
  NoValue,
  PageHeader,
  PageLoading,
  toast,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, api, codes, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { useActionName } from '#src/client/tickets/detail/Timeline.tsx'
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { MoveLine, MovesAnswer } from '#src/define/workflows/workflowMoves.ts'
import { workflowPath } from './calls.ts'
import { type Mapping, MoveMapping, mappingOf, mappingText, REASON } from './MoveMapping.tsx'
import { WorkflowPlaces } from './WorkflowPlaces.tsx'

/** Milliseconds between two looks at a move under way. */
const LOOK = 1500
const isOpen = ({ run }: MovesAnswer): boolean => run?.state === 'waiting' || run?.state === 'running'

/** 25.11: running tickets on their way to another version, each proved by its log. */
export function MovesPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const query = Object.fromEntries(
    ['from', 'to', 'map'].flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'moves', id, query],
    queryFn: ({ signal }) => api.get(`${workflowPath}${id}/moves/`, { signal, query, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK : false),
  })
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  return data === undefined ? <PageLoading /> : <Moves id={id} answer={data} />
}

function Moves({ id, answer }: { readonly id: string; readonly answer: MovesAnswer }) {
  const t = useT()
  const language = useLanguage()
  const client = useQueryClient()
  const mayMove = useMay('workflow:Publish')
  const [params, setParams] = useSearchParams()
  const [comment, setComment] = useState('')
  const { from, to, lines, more, run } = answer
  const mapping = mappingOf(params.get('map') ?? '')
  const isMapped = Object.keys(mapping).length > 0
  const isSame = from === to
  const choose = (ends: { readonly from: number; readonly to: number }): void =>
    setParams({ from: String(ends.from), to: String(ends.to) })
  const map = (next: Mapping): void =>
    setParams(
      { from: String(from), to: String(to), ...(Object.keys(next).length > 0 && { map: mappingText(next) }) },
      { replace: true, preventScrollReset: true },
    )
  const start = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('workflowMoves.ask', [from, to]), confirmText: t('workflowMoves.run') })))
      return
    const response = await api.post(
      `${workflowPath}${id}/moves/`,
      { from, to, ...(isMapped && { mapping, comment }) },
      { key: newKey() },
    )
    map({})
    setComment('')
    await client.invalidateQueries({ queryKey: ['workflow', 'moves', id] })
    toast('success', t(isProposed(response) ? 'proposals.proposed' : 'workflowMoves.requested'))
  }
  const fitting = lines.filter((line) => line.to !== null).length
  if (answer.versions.length < 2)
    return (
      <>
        <WorkflowPlaces id={id} here="moves" />
        <PageHeader title={t('workflowMoves.title', [language === 'en' ? answer.nameEn : answer.name])} />
        <EmptyState title={t('workflowMoves.alone')} text={t('workflowMoves.aloneText')} />
      </>
    )
  return (
    <>
      <WorkflowPlaces id={id} here="moves" />
      <PageHeader
        title={t('workflowMoves.title', [language === 'en' ? answer.nameEn : answer.name])}
        text={t('workflowMoves.lead')}
        actions={
          mayMove ? (
            <Button
              intent="primary"
              text={t('workflowMoves.run')}
              disabled={
                isSame || isOpen(answer) || fitting + more === 0 || (isMapped && visibleLength(comment) < REASON)
              }
              onClick={() => ignoreApiError(start())}
            />
          ) : null
        }
      />
      <div className="test-bar">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="workflow-filter" htmlFor={`move-${end}`}>
            {t(`workflowMoves.${end}`)}
            <SelectBox
              id={`move-${end}`}
              value={answer[end]}
              onChange={(event) => choose({ from, to, [end]: Number(event.currentTarget.value) })}
              options={answer.versions.map(({ versionNo, tickets }) => ({
                value: versionNo,
                label: t('workflowMoves.version', [versionNo, tickets]),
              }))}
            />
          </label>
        ))}
      </div>
      {run && isOpen(answer) ? (
        <div className="test-progress" role="status">
          <span>{t('workflowMoves.progress', [run.done, run.total])}</span>
          <ProgressBar {...(run.total > 0 && { value: run.done / run.total })} />
        </div>
      ) : null}
      {mayMove && !isSame && (isMapped || fitting < lines.length || more > 0) ? (
        <MoveMapping answer={answer} mapping={mapping} comment={comment} onMap={map} onComment={setComment} />
      ) : null}
      <section className="card workflow-panel" aria-label={t('workflowMoves.preview')}>
        <h2>{t('workflowMoves.preview')}</h2>
        {isSame ? <Callout compact>{t('workflowMoves.same')}</Callout> : null}
        {!isSame && lines.length === 0 ? <EmptyState compact title={t('workflowMoves.none')} /> : null}
        {lines.length > 0 ? (
          <>
            <p className="ticket-soft">{t('workflowMoves.summary', [fitting, lines.length - fitting])}</p>
            <Lines label={t('workflowMoves.preview')} lines={lines} />
          </>
        ) : null}
        {more > 0 ? <p className="ticket-soft">{t('workflowMoves.more', [more])}</p> : null}
      </section>
      {run?.report ? (
        <section className="card workflow-panel moves-report" aria-label={t('workflowMoves.report')}>
          <h2>{t('workflowMoves.report')}</h2>
          <p className="ticket-soft">
            {t('workflowMoves.ran', [
              run.fromNo,
              run.toNo,
              run.total,
              run.moved,
              run.finishedAt ?? run.createdAt,
              run.requestedBy.name,
            ])}
          </p>
          {run.mapping.length > 0 ? (
            <p className="ticket-soft">
              {t('workflowMoves.mapped', [
                run.mapping.map((one) => `${one.from} → ${one.to}`).join(t('common.listSeparator')),
                run.comment,
              ])}
            </p>
          ) : null}
          {run.error ? <Callout intent="danger">{run.error}</Callout> : null}
          {run.report.length > 0 ? <Lines label={t('workflowMoves.report')} lines={run.report} /> : null}
        </section>
      ) : null}
    </>
  )
}

/** Why a ticket stays, in words. */
function useReason(): (line: MoveLine) => string {
  const t = useT()
  const word = useDictionaryLabel()
  const nameOf = useActionName()
  return ({ reason, about }) => {
    const [seq = '', type = ''] = about.split(' ')
    switch (reason) {
      case null:
        return ''
      case 'event':
        return type === '' ? t('workflowMoves.reason.nothing') : t('workflowMoves.reason.event', [seq, nameOf(type)])
      case 'ended':
        return t('workflowMoves.reason.ended', [word('ticketStatus', about)])
      case 'check':
        return about === 'wf.stateChanged'
          ? t('workflowMoves.reason.changed')
          : t('workflowMoves.reason.check', [about])
      default:
        return t(`workflowMoves.reason.${reason}`, [about])
    }
  }
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly MoveLine[] }) {
  const t = useT()
  const why = useReason()
  const resultOf = (line: MoveLine) => (
    <>
      <Chip color={line.to === null ? 'warning' : 'success'}>
        {t(line.to === null ? 'workflowMoves.stays' : line.byHand ? 'workflowMoves.fitsByHand' : 'workflowMoves.fits')}
      </Chip>
      {line.reason === null ? null : <p className="ticket-soft">{why(line)}</p>}
    </>
  )
  return (
    <AdaptiveTable
      className="state-table"
      look={{ compact: true }}
      region={{ className: 'state-scroll', label }}
      card={{ className: 'list-cards is-bare', head: 'no' }}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'no',
          head: t('workflowMoves.no'),
          cell: (line) => (line.title === null ? line.no : <Link to={`/workflow/ticket/${line.id}`}>{line.no}</Link>),
        },
        { name: 'result', head: t('workflowMoves.result'), cell: resultOf },
        { name: 'now', head: t('workflowMoves.now'), cell: ({ from }) => from.join(' + ') },
        {
          name: 'after',
          head: t('workflowMoves.after'),
          cell: ({ to }) => (to === null ? <NoValue /> : to.join(' + ')),
        },
        { name: 'ticket', head: t('workflowMoves.ticket'), cell: ({ title }) => title ?? <NoValue /> },
      ]}
    />
  )
}
