import '../tickets.css'
import '#src/client/components/forms/forms.css'
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon, DoubleChevronLeftIcon, DoubleChevronRightIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useId, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { Chip, DateText, FailedState, PageHeader, PageLoading, SkeletonRows } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { ReplayAnswer, TimelineRow } from '#src/define/tickets/history.ts'
import { useFormLabels } from '../labels.ts'
import { useReplay, useTicket, useTimeline } from '../queries.ts'
import { TicketContent } from './TicketContent.tsx'
import { useActionName } from './Timeline.tsx'

const Diagram = lazy(async () => ({ default: (await import('./Diagram.tsx')).Diagram }))

/** 25.11: a ticket's past as a slider over its log, which moves the form, the diagram and the people who had it. */
export function ReplayPage() {
  const id = Number(useParams().id)
  const ticket = useTicket(id)
  const timeline = useTimeline(id)
  if (ticket.error instanceof ApiError && ticket.error.code === codes.notFound) return <NotFoundPage />
  const error = ticket.error ?? timeline.error
  if (error !== null) return <FailedState error={error} onRetry={() => void ticket.refetch()} />
  if (ticket.data === undefined || timeline.data === undefined) return <PageLoading />
  return <Replay detail={ticket.data} rows={timeline.data} />
}

interface ReplayProps {
  readonly detail: TicketDetail
  readonly rows: readonly TimelineRow[]
}

/** Characters of a day, and of a moment. */
const DAY = 10
const MOMENT = 19

/** What happens by itself after an action shows with it: the slider stops at every event of the log. */
const lastOf = (rows: readonly TimelineRow[]): number => rows.at(-1)?.seq ?? 0

function Replay({ detail, rows }: ReplayProps) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const last = lastOf(rows)
  const seqParam = Number(params.get('at') ?? last)
  const at = Math.min(Math.max(Number.isInteger(seqParam) ? seqParam : last, Math.min(1, last)), last)
  const { data, error, refetch } = useReplay(detail.id, at)
  const move = (to: number): void =>
    setParams({ at: String(Math.min(Math.max(to, 1), last)) }, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHeader
        title={t('ticket.replay.title', [detail.no])}
        text={detail.title}
        chip={
          data === undefined ? null : (
            <Chip color={data.isSound ? 'success' : 'error'}>
              {t(data.isSound ? 'ticket.detail.sound' : 'ticket.detail.broken')}
            </Chip>
          )
        }
        actions={<Link to={`/workflow/ticket/${detail.id}`}>{t('ticket.replay.back')}</Link>}
      />
      <div className="card replay-panel">
        <div className="replay-slider">
          <ButtonGroup>
            <Button
              icon={<DoubleChevronLeftIcon />}
              aria-label={t('ticket.replay.first')}
              disabled={at <= 1}
              onClick={() => move(1)}
            />
            <Button
              icon={<ChevronLeftIcon />}
              aria-label={t('ticket.replay.previous')}
              disabled={at <= 1}
              onClick={() => move(at - 1)}
            />
            <Button
              icon={<ChevronRightIcon />}
              aria-label={t('ticket.replay.next')}
              disabled={at >= last}
              onClick={() => move(at + 1)}
            />
            <Button
              icon={<DoubleChevronRightIcon />}
              aria-label={t('ticket.replay.last')}
              disabled={at >= last}
              onClick={() => move(last)}
            />
          </ButtonGroup>
          <input
            type="range"
            aria-label={t('ticket.replay.slider')}
            aria-valuetext={t('ticket.replay.place', [at, last])}
            title={t('ticket.replay.keys')}
            min={Math.min(1, last)}
            max={last}
            value={at}
            onChange={(event) => move(Number(event.currentTarget.value))}
          />
          <span className="replay-place">{t('ticket.replay.place', [at, last])}</span>
        </div>
        <MomentBox rows={rows} onMove={move} />
        <div role="status">
          {rows
            .filter(({ seq }) => seq === at)
            .map((row, index) => (
              <Event key={`${row.seq} ${index}`} row={row} detail={detail} />
            ))}
        </div>
      </div>
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} compact />
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <Moment detail={detail} moment={data} />
      )}
    </>
  )
}

/** Asks for a moment: the step it was at then, the first one for any time before. */
function MomentBox({ rows, onMove }: { readonly rows: readonly TimelineRow[]; readonly onMove: (to: number) => void }) {
  const t = useT()
  const id = useId()
  const [moment, setMoment] = useState('')
  return (
    <div className="replay-moment">
      <label htmlFor={id}>{t('ticket.replay.moment')}</label>
      <DayInput
        id={id}
        label={t('ticket.replay.moment')}
        withTime
        value={moment}
        min={rows[0]?.at.slice(0, DAY)}
        onChange={(next) => {
          setMoment(next)
          // What is still being typed is no moment yet.
          if (next.length === MOMENT) onMove(rows.findLast(({ at }) => at <= next)?.seq ?? 1)
        }}
      />
    </div>
  )
}

/** What happened at the step: who, what, and what of the form it changed. */
function Event({ row, detail }: { readonly row: TimelineRow; readonly detail: TicketDetail }) {
  const t = useT()
  const nameOf = useActionName()
  const labels = useFormLabels(detail.type, detail.form)
  return (
    <div className="replay-event">
      <DateText value={row.at} precision="second" />
      <strong>{row.actor?.name ?? t('ticket.system')}</strong>
      {row.onBehalfOf ? <span className="ticket-soft">{t('ticket.proxyFor', [row.onBehalfOf.name])}</span> : null}
      <span>{nameOf(row.action)}</span>
      {row.name ? <span className="ticket-soft">{row.name}</span> : null}
      {row.people.length > 0 ? (
        <span className="ticket-soft">→ {row.people.map((person) => person.name).join(t('common.listSeparator'))}</span>
      ) : null}
      {row.rule ? <span className="ticket-soft">{t(`ticket.rule.${row.rule}`)}</span> : null}
      {row.comment ? <span className="step-comment">{row.comment}</span> : null}
      {row.changes.length > 0 ? (
        <span className="ticket-soft">
          {t('ticket.replay.changed')}: {row.changes.map(({ field }) => labels(field)).join(t('common.listSeparator'))}
        </span>
      ) : null}
    </div>
  )
}

function Moment({ detail, moment }: { readonly detail: TicketDetail; readonly moment: ReplayAnswer }) {
  const t = useT()
  const word = useDictionaryLabel()
  const { definition = detail.workflow.definition } = moment
  return (
    <div className="replay-columns">
      <section className="card replay-panel" aria-label={t('ticket.replay.form')}>
        <h2>
          {t('ticket.replay.form')} <Chip color="info">{word('ticketStatus', moment.status)}</Chip>
        </h2>
        <TicketContent
          type={detail.type}
          form={detail.form}
          values={moment.formData}
          applicant={detail.applicantFacts}
        />
      </section>
      <section className="card replay-panel" aria-label={t('ticket.replay.people')}>
        <h2>{t('ticket.replay.people')}</h2>
        <People tasks={moment.tasks} />
        <h2>{t('ticket.replay.diagram')}</h2>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Diagram title={detail.title} definition={definition} context={moment.context} />
        </Suspense>
      </section>
    </div>
  )
}

function People({ tasks }: Pick<ReplayAnswer, 'tasks'>) {
  const t = useT()
  if (tasks.length === 0) return <p className="ticket-soft">{t('ticket.replay.nobody')}</p>
  return (
    <ul className="replay-people">
      {tasks.map((task) => (
        <li key={task.slot} className={`is-${task.status}`}>
          <span className="ticket-soft">{task.name}</span>
          <strong>{task.holder.name}</strong>
          {task.onBehalfOf ? <span className="ticket-soft">{t('ticket.proxyFor', [task.onBehalfOf.name])}</span> : null}
          <span>
            {task.outcome === null ? t(`ticket.replay.task.${task.status}`) : t(`ticket.outcome.${task.outcome}`)}
          </span>
          {task.at ? <DateText value={task.at} precision="second" /> : null}
        </li>
      ))}
    </ul>
  )
}
