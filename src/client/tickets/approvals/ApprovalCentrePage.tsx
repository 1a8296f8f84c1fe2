import '../tickets.css'
import { Button, Callout, Checkbox, SegmentedControl } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  Chip,
  EmptyState,
  FailedState,
  MoneyText,
  PageHeader,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { WaitingNotice } from '#src/client/proposals/WaitingNotice.tsx'
import { hasOpenSheet } from '#src/client/records/list/openSheets.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { ActionButtons } from '../actions/ActionBar.tsx'
import type { AskingAction } from '../actions/ActionPanel.tsx'
import { useActions } from '../actions/ticketActions.tsx'
import { useHappened, useStanding } from '../actions/useBound.ts'
import { onUndone, useUndecided } from '../actor/pending.ts'
import { useAbsence, useMovedRows, useShown, useTicketActor } from '../actor/useTicketActor.ts'
import { nameOfTicket, summaryBelow } from '../detail/headline.ts'
import { TicketBody, TicketHead, TicketSide } from '../detail/TicketView.tsx'
import { useStayText } from '../labels.ts'
import { useFailedChecks, useTicketList } from '../queries.ts'
import { changeList } from '../queue/listFilters.ts'
import { BatchBar } from './BatchBar.tsx'
import { BatchPanel } from './BatchPanel.tsx'
import { CentreFilters, centreFilters, Statistics } from './CentreTools.tsx'
import { useCurrentRow } from './currentRow.ts'

const views = { pending: 'pendingApproval', approved: 'approved', delegated: 'assigned' } as const
/** What the centre lists: what waits for me, what I decided, what was given on. */
export type View = keyof typeof views
const isView = (text: string | null): text is View => text !== null && Object.hasOwn(views, text)
const MAX_ROWS = 100
/** What a key asks of the ticket that is read. */
const actionKeys: Readonly<Record<string, AskingAction>> = {
  a: 'approve',
  r: 'return',
  d: 'reject',
  t: 'transfer',
  s: 'addSign',
}

/** Tickets of a type stand together, and so the keys walk them in the order they are seen. */
const byType = (rows: readonly TicketRow[]): readonly TicketRow[] =>
  [...new Set(rows.map((row) => row.type))].flatMap((type) => rows.filter((row) => row.type === type))

/** 20.8: the queue on the left, what is to be decided on the right; keyboard alone is enough. */
export function ApprovalCentrePage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const viewParam = params.get('view')
  const view: View = isView(viewParam) ? viewParam : 'pending'
  const filters = centreFilters(params)
  const { data, error, refetch, isPlaceholderData } = useTicketList({ label: views[view], limit: MAX_ROWS, ...filters })
  const listed = useMemo(() => byType(data?.data ?? []), [data])
  const rows = useUndecided(listed)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [isReading, setReading] = useState(false)
  const [batched, setBatched] = useState<readonly TicketRow[] | null>(null)
  const [refused, setRefused] = useState<readonly BatchResult[]>([])
  const { current, select, next, markDecided, wasMoved } = useCurrentRow(
    rows,
    `${view} ${JSON.stringify(filters)}`,
    data !== undefined && !isPlaceholderData,
  )
  const { start, panel, openOn } = useActions((decided) => markDecided(decided.id))
  const choose = (id: number): void => {
    select(id)
    setWanted(null)
    setReading(true)
  }
  const open = useCallback(
    (detail: SeenTicket, action: TicketButton) => {
      setWanted(null)
      if (detail.actions.includes(action)) start(detail, action)
    },
    [start],
  )
  const [undone, setUndone] = useState<number | null>(null)
  useEffect(() => onUndone(setUndone), [])
  if (undone !== null && rows.some((row) => row.id === undone)) {
    setUndone(null)
    choose(undone)
  }
  useEffect(() => {
    // After a decision the next row is where the person goes on; the dialog has given the focus back by then.
    if (wasMoved && openOn === null && current !== null) document.getElementById(`queue-${current.id}`)?.focus()
  }, [wasMoved, openOn, current])

  const checked = useMemo(
    () => (view === 'pending' ? rows.filter((row) => row.status === 'running').map((row) => row.id) : []),
    [rows, view],
  )
  const failed = useFailedChecks(checked)
  const batch = rows.filter((row) => row.isBatchable && !failed.has(row.id) && chosen.has(row.id))
  const mayBatch = useMay('ticket:BatchApprove') && view === 'pending'
  const isChoosable = (row: TicketRow): boolean => mayBatch && row.isBatchable && !failed.has(row.id)
  const toggle = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  // Listens anew after every drawing: what a key does follows what is on the screen.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest('input, textarea, select, [contenteditable], [role=dialog]') ||
        hasOpenSheet()
      )
        return
      const key = event.key.toLowerCase()
      const step = { j: 1, k: -1 }[key]
      const at = rows.findIndex((row) => row.id === current?.id)
      if (step !== undefined) {
        const other = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
        if (at < 0) next()
        else if (other) {
          choose(other.id)
          document.getElementById(`queue-${other.id}`)?.focus()
        }
      } else if (actionKeys[key] !== undefined) {
        if (current !== null) setWanted({ id: current.id, action: actionKeys[key] })
      } else if (key === 'x' && current !== null && isChoosable(current)) toggle(current.id)
      else if (key === 'b' && mayBatch && batch.length > 0) setBatched(batch)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  const isNarrowed = Object.keys(filters).length > 0
  return (
    <div className={isReading ? 'centre is-reading' : 'centre'}>
      <PageHeader
        title={t('centre.title')}
        text={t('centre.keys')}
        actions={
          <SegmentedControl
            options={(Object.keys(views) as View[]).map((value) => ({ value, label: t(`centre.${value}`) }))}
            value={view}
            onValueChange={(value) => {
              setParams((now) => changeList(now, { view: value, direction: '' }))
              setChosen(new Set())
            }}
          />
        }
      />
      <WaitingNotice />
      <Statistics />
      <CentreFilters view={view} params={params} onChange={(change) => setParams((now) => changeList(now, change))} />
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data && rows.length === 0 && current === null ? (
        <EmptyState title={isNarrowed ? t('common.noMatch') : t(`queue.empty.${views[view]}`)} />
      ) : null}
      {current === null ? null : (
        <div className="centre-panes">
          <div className="card centre-list">
            {mayBatch ? (
              <BatchBar
                rows={rows}
                failed={failed}
                chosen={batch}
                refused={refused}
                onOpen={() => setBatched(batch)}
                onChoose={setChosen}
              />
            ) : null}
            <Queue
              rows={rows}
              currentId={current.id}
              chosen={chosen}
              failed={failed}
              isBatch={mayBatch}
              onSelect={choose}
              onToggle={toggle}
            />
          </div>
          <section className="centre-reading" aria-label={t('ticket.detail.form')}>
            <Button
              className="centre-back"
              variant="minimal"
              icon={<ArrowLeftIcon />}
              text={t('centre.backToList')}
              onClick={() => setReading(false)}
            />
            <Reading
              key={current.id}
              row={current}
              isThere={rows.some((row) => row.id === current.id)}
              wanted={wanted?.id === current.id ? wanted.action : null}
              onStart={open}
              onNext={next}
            />
          </section>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {wasMoved && current !== null ? t('centre.nextIs', [nameOfTicket(current)]) : ''}
      </p>
      {panel}
      {batched === null ? null : (
        <BatchPanel
          rows={batched}
          live={rows}
          onClose={() => setBatched(null)}
          onDone={(results) => {
            setRefused(results.filter((result) => !result.ok))
            for (const { id, ok } of results) if (ok && id === current?.id) markDecided(id)
            setChosen(new Set())
          }}
        />
      )}
    </div>
  )
}

interface QueueProps {
  readonly rows: readonly TicketRow[]
  readonly currentId: number
  readonly chosen: ReadonlySet<number>
  /** Labels of the live figures that fail, by ticket. */
  readonly failed: ReadonlyMap<number, readonly string[]>
  readonly isBatch: boolean
  readonly onSelect: (id: number) => void
  readonly onToggle: (id: number) => void
}

/** The queue by type, with how many and how much of each. */
function Queue({ rows: listed, ...rest }: QueueProps) {
  const t = useT()
  // Drawn as new as the ticket beside it; what was listed says since when it has changed.
  const rows = useMovedRows(listed)
  const types = [...new Set(rows.map((row) => row.type))]
  return (
    <>
      {types.map((type) => {
        const group = rows.filter((row) => row.type === type)
        const sum = sumMoney(group.flatMap((row) => (row.amount === null ? [] : [row.amount])))
        return (
          <section key={type} className="centre-group" aria-label={t(`applications.${type}.title`)}>
            <h2>
              {t(`applications.${type}.title`)}
              <span className="ticket-soft">
                {sum === '0.00' ? group.length : t('centre.subtotal', [group.length, sum])}
              </span>
            </h2>
            <ul>
              {group.map((row) => (
                <QueueRow key={row.id} row={row} {...rest} />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

function QueueRow({
  row,
  currentId,
  chosen,
  failed,
  isBatch,
  onSelect,
  onToggle,
}: Omit<QueueProps, 'rows'> & { readonly row: TicketRow }) {
  const t = useT()
  const failing = failed.get(row.id)
  const name = nameOfTicket(row)
  const below = summaryBelow(row)
  const isOpen = row.isBatchable && failing === undefined
  const why = t(failing === undefined ? 'centre.notBatchable' : 'queue.check.failed')
  const stay = useStayText()
  return (
    <li className={row.id === currentId ? 'queue-row is-current' : 'queue-row'}>
      {isBatch ? (
        <Checkbox
          checked={isOpen && chosen.has(row.id)}
          disabled={!isOpen}
          aria-label={isOpen ? name : `${name}: ${why}`}
          onChange={() => onToggle(row.id)}
        />
      ) : null}
      <button
        type="button"
        id={`queue-${row.id}`}
        className="queue-button"
        aria-current={row.id === currentId ? 'true' : undefined}
        onClick={() => onSelect(row.id)}
      >
        <span className="queue-title">{name}</span>
        {row.amount === null ? null : (
          <span className="queue-amount">
            <MoneyText value={row.amount} />
          </span>
        )}
        {below === null ? null : <span className="queue-summary">{below}</span>}
        <span className="queue-about">
          {row.applicant.name} · {row.dept.name}
          {row.stayHours === null ? null : (
            <span className={row.isOverdue ? 'is-overdue' : undefined}> · {stay(row.stayHours)}</span>
          )}
        </span>
        {failing === undefined ? (
          row.urgency === 'normal' ? null : (
            <StateChip dictionary="urgency" value={row.urgency} />
          )
        ) : (
          <span
            className="queue-failed"
            title={t('queue.check.fails', [failing.map((label) => textOf(label)).join(t('common.listSeparator'))])}
          >
            <Chip color="error">{t('queue.check.failed')}</Chip>
          </span>
        )}
      </button>
    </li>
  )
}

/** An action asked for by a key, of the ticket that was read when it was pressed. */
interface Wanted {
  readonly id: number
  readonly action: AskingAction
}

interface ReadingProps {
  readonly row: TicketRow
  /** Still in the list. */
  readonly isThere: boolean
  readonly wanted: AskingAction | null
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
  readonly onNext: () => void
}

function Reading({ row, isThere, wanted, onStart, onNext }: ReadingProps) {
  const actor = useTicketActor(row.id)
  const absence = useAbsence(actor, row.id)
  const shown = useShown(actor)
  const isBehind = useSelector(actor, (moment) => moment.matches({ ticket: 'stale', dialog: 'closed' }))
  useEffect(() => {
    // The dialog said what happened; the queue is read on from what is so now.
    if (isBehind) actor.send({ type: 'TAKE_NEWEST' })
  }, [actor, isBehind])
  useEffect(() => {
    if (shown !== null && wanted !== null) onStart(shown, wanted)
  }, [shown, wanted, onStart])
  if (shown === null)
    return absence === null ? <SkeletonRows rows={8} /> : <FailedState error={absence.error} onRetry={absence.retry} />
  return (
    <>
      {isThere ? null : <GoneNote row={row} onNext={onNext} />}
      <TicketHead detail={shown} />
      <div className="card">
        <TicketBody detail={shown} />
      </div>
      <div className="card">
        <TicketSide detail={shown} />
      </div>
      <ActionButtons detail={shown} onStart={onStart} />
    </>
  )
}

/** The ticket that is read has left the list: what happened, and on to the next when the person is ready. */
function GoneNote({ row, onNext }: { readonly row: TicketRow; readonly onNext: () => void }) {
  const t = useT()
  const standing = useStanding(row, 'approve')
  const happened = useHappened(row, standing)
  return (
    <Callout intent="warning" role="status" className="centre-gone">
      <p>{happened === null ? t('ticketAction.gone.unknown') : happened.text}</p>
      <Button size="small" intent="primary" text={t('ticketAction.gone.next')} onClick={onNext} />
    </Callout>
  )
}
