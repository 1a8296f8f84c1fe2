import { Callout, Tab } from '@blueprintjs/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { Chip, DateText, MoneyText, PageTabs, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { index } from '#src/client/platform/parts/index.ts'
import { unsavedOf, useMayCheck, useUser } from '#src/client/platform/session/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import { actionName } from '../actions/unsavedActions.ts'
import { routeOf } from '../apply/designed.ts'
import { TicketPart } from '../moduleParts.tsx'
import { useReplay } from '../queries.ts'
import { StatusChip } from '../StatusChip.tsx'
import { Comments } from './Comments.tsx'
import { Family } from './Family.tsx'
import { summaryBelow, useHeadline } from './headline.ts'
import { Steps } from './Steps.tsx'
import { TicketContent } from './TicketContent.tsx'
import { Timeline } from './Timeline.tsx'

const Diagram = lazy(async () => ({ default: (await import('./Diagram.tsx')).Diagram }))

/** Labels of the live figures that do not bear an approval now (20.8). */
const failingOf = ({ status, panel }: SeenTicket): readonly string[] =>
  status === 'running' ? panel.filter((figure) => figure.tone === 'bad').map((figure) => figure.label) : []

/** Title, number, state and amount of a ticket. */
export function TicketHead({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  const headline = useHeadline()
  const below = summaryBelow(detail)
  return (
    <header className="ticket-head">
      <div className="ticket-head-line">
        <h1>{headline(detail)}</h1>
        <StatusChip line={detail} />
        {detail.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={detail.urgency} />}
        {failingOf(detail).length === 0 ? null : <Chip color="error">{t('ticket.check.failed')}</Chip>}
        {detail.context.revokedBy === undefined ? null : <Chip color="warning">{t('ticket.family.revoked')}</Chip>}
        {detail.round > 1 ? <Chip color={null}>{t('ticket.detail.round', [detail.round])}</Chip> : null}
      </div>
      {below === null ? null : <p className="ticket-summary">{below}</p>}
      <TicketFacts detail={detail} />
    </header>
  )
}

/** Number, applicant, amount and days of a ticket. */
export function TicketFacts({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  return (
    <dl className="ticket-facts">
      <div>
        <dt>{t('queue.column.no')}</dt>
        <dd className="ticket-mono">{detail.no}</dd>
      </div>
      <div>
        <dt>{t('queue.column.applicant')}</dt>
        <dd>
          {detail.applicant.name} · {detail.dept.name}
        </dd>
      </div>
      {detail.amount === null ? null : (
        <div>
          <dt>{t('queue.column.amount')}</dt>
          <dd className="ticket-amount">
            <MoneyText value={detail.amount} unit />
          </dd>
        </div>
      )}
      {detail.submittedAt === null ? null : (
        <div>
          <dt>{t('queue.column.submittedAt')}</dt>
          <dd>
            <DateText value={detail.submittedAt} />
          </dd>
        </div>
      )}
      {detail.dueAt === null ? null : (
        <div>
          <dt>{t('queue.column.dueAt')}</dt>
          <dd className={detail.isOverdue ? 'is-overdue' : undefined}>
            <DateText value={detail.dueAt} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Amounts have cents; days and counts do not. */
const isMoney = (value: string): boolean => /\.\d\d$/.test(value)

/** Hints and live figures an approver should see before deciding. */
export function TicketChecks({ detail }: { readonly detail: Pick<SeenTicket, 'warnings' | 'panel' | 'reasons'> }) {
  const t = useT()
  if (detail.warnings.length === 0 && detail.panel.length === 0 && detail.reasons.length === 0) return null
  return (
    <section className="ticket-checks" aria-label={t('ticket.detail.live')}>
      {detail.panel.length === 0 ? null : (
        <dl className="figures">
          {detail.panel.map((figure) => (
            <div key={figure.label} className={figure.tone ? `is-${figure.tone}` : undefined}>
              <dt>{textOf(figure.label)}</dt>
              <dd>{isMoney(figure.value) ? <MoneyText value={figure.value} /> : figure.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {detail.warnings.length === 0 ? null : (
        <Callout intent="warning" compact title={t('ticket.detail.warnings')}>
          <ul>
            {detail.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Callout>
      )}
      {detail.reasons.map(({ title, lines }) => (
        <details key={title} className="ticket-reason">
          <summary>
            {title} <span className="ticket-soft">{t('ticket.detail.why')}</span>
          </summary>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}

/** Before the approval the figures say whether it can be granted; afterwards they already contain it. */
const isUndecided = ({ status }: SeenTicket): boolean =>
  status !== 'handling' && status !== 'completed' && status !== 'rejected' && status !== 'voided'

/** What was applied for: checks first, then the form. */
export function TicketBody({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  return (
    <>
      {isUndecided(detail) ? <TicketChecks detail={detail} /> : null}
      {detail.context.isRevocation ? (
        <Callout intent="warning" compact className="ticket-failing">
          {t('ticket.family.isRevocation')}
        </Callout>
      ) : null}
      {failingOf(detail).length === 0 ? null : (
        <Callout intent="danger" compact className="ticket-failing">
          {t('ticket.check.explain', [
            failingOf(detail)
              .map((label) => textOf(label))
              .join(t('common.listSeparator')),
          ])}
        </Callout>
      )}
      <TicketPart detail={detail} />
      <TicketContent
        type={detail.type}
        form={detail.form}
        values={detail.formData}
        permissions={detail.fieldPermissions}
        applicant={detail.applicantFacts}
      />
    </>
  )
}

/** WF-20: the business records this ticket made, each a link to its row. */
function Related({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  if (detail.related.length === 0) return null
  return (
    <section className="ticket-related" aria-label={t('ticket.related.title')}>
      <h2>{t('ticket.related.title')}</h2>
      <ul>
        {detail.related.map(({ record, id, title }) => (
          <li key={`${record} ${id}`}>
            <span className="ticket-soft">{t(`records.${record}.title`)}</span>
            <RelatedLink type={detail.type} record={record} id={id} title={title} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RelatedLinkProps {
  readonly type: string
  readonly record: string
  readonly id: number
  readonly title: string
}

function RelatedLink({ type, record, id, title }: RelatedLinkProps) {
  const may = useMayCheck()
  const route = routeOf(type)
  const retrieve = index.records[record]?.retrieve
  if (retrieve === undefined || !may(retrieve)) return <span>{title}</span>
  return <Link to={`${route}?tab=register&record=${record}&id=${id}`}>{title}</Link>
}

/** Where it stands, what happened, and the statechart with the ticket in it; the past can be looked at step by step. */
export function TicketSide({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  const { username } = useUser()
  // A comment that was being written when the sign-in expired is offered where it was written.
  const [tab, setTab] = useState<string>(() =>
    unsavedOf(username, actionName(detail, 'comment')) === null ? 'steps' : 'comments',
  )
  const [at, setAt] = useState<number | null>(null)
  const replay = useReplay(detail.id, at)
  const showAt = (seq: number): void => {
    setAt(seq)
    setTab('diagram')
  }
  return (
    <PageTabs id="ticket-side" selectedTabId={tab} onChange={(id) => setTab(String(id))}>
      <Tab
        id="steps"
        title={t('ticket.detail.steps')}
        panel={
          <>
            <Steps steps={detail.steps} />
            <Family detail={detail} />
            <Related detail={detail} />
            {detail.cc.length === 0 ? null : (
              <p className="ticket-soft">
                {t('ticket.detail.copies', [detail.cc.map((person) => person.name).join(t('common.listSeparator'))])}
              </p>
            )}
          </>
        }
      />
      <Tab
        id="timeline"
        title={t('ticket.detail.timeline')}
        panel={<Timeline id={detail.id} type={detail.type} onReplay={showAt} />}
      />
      <Tab
        id="diagram"
        title={t('ticket.detail.diagram')}
        panel={
          <Suspense fallback={<SkeletonRows rows={6} />}>
            {at !== null && replay.data ? (
              <div className="replay-bar">
                <label htmlFor="replay-at">{t('ticket.detail.replayed', [replay.data.at, replay.data.events])}</label>
                <input
                  id="replay-at"
                  type="range"
                  min={1}
                  max={replay.data.events}
                  value={at}
                  onChange={(event) => setAt(Number(event.currentTarget.value))}
                />
                <Chip color={replay.data.isSound ? 'success' : 'error'}>
                  {t(replay.data.isSound ? 'ticket.detail.sound' : 'ticket.detail.broken')}
                </Chip>
              </div>
            ) : null}
            <Link className="replay-link" to={`/workflow/ticket/${detail.id}/replay`}>
              {t('ticket.replay.open')}
            </Link>
            <Diagram
              title={detail.title}
              definition={detail.workflow.definition}
              context={at !== null && replay.data ? replay.data.context : detail.context}
            />
          </Suspense>
        }
      />
      <Tab id="comments" title={t('ticket.detail.comment')} panel={<Comments detail={detail} />} />
    </PageTabs>
  )
}
