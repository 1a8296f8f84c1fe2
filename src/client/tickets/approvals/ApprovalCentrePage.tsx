import '../tickets.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { ArrowLeftIcon, ChevronDownIcon, ChevronUpIcon } from '@blueprintjs/icons'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { WaitingNotice } from '#src/client/proposals/WaitingNotice.tsx'
import { hasOpenSheet } from '#src/client/records/list/openSheets.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import type { AskingAction } from '../actions/ActionPanel.tsx'
import { useActions } from '../actions/ticketActions.tsx'
import { onUndone, useUndecided } from '../actor/pending.ts'
import { nameOfTicket } from '../detail/headline.ts'
import { useFailedChecks, useTicketList } from '../queries.ts'
import { changeList } from '../queue/listFilters.ts'
import { BatchBar } from './BatchBar.tsx'
import { BatchPanel } from './BatchPanel.tsx'
import { CentreKeys } from './CentreKeys.tsx'
import { CentreTools, centreFilters } from './CentreTools.tsx'
import { useCurrentRow } from './currentRow.ts'
import { actionKeys } from './keyMap.ts'
import { Queue } from './Queue.tsx'
import { Reading } from './Reading.tsx'

const views = { pending: 'pendingApproval', approved: 'approved', delegated: 'assigned' } as const
/** What the centre lists: what waits for me, what I decided, what was given on. */
export type View = keyof typeof views
const isView = (text: string | null): text is View => text !== null && Object.hasOwn(views, text)
const MAX_ROWS = 100
/** An action asked for by a key, of the ticket that was read when it was pressed. */
interface Wanted {
  readonly id: number
  readonly action: AskingAction
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
  const [isHelping, setHelping] = useState(false)
  const [batched, setBatched] = useState<readonly TicketRow[] | null>(null)
  const [refused, setRefused] = useState<readonly BatchResult[]>([])
  const { current, select, next, markDecided, wasMoved } = useCurrentRow(
    rows,
    `${view} ${JSON.stringify(filters)}`,
    data !== undefined && !isPlaceholderData,
  )
  const { start, panel, openOn, isBar } = useActions({
    onDone: (decided) => markDecided(decided.id),
    place: 'bar',
  })
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
  // The row is in the list again once it is drawn anew.
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

  const at = rows.findIndex((row) => row.id === current?.id)
  const walk = (step: number): void => {
    const other = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
    if (at < 0) next()
    else if (other) {
      choose(other.id)
      document.getElementById(`queue-${other.id}`)?.focus()
    }
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
      if (step !== undefined) walk(step)
      else if (actionKeys[key] !== undefined) {
        if (current !== null) setWanted({ id: current.id, action: actionKeys[key] })
      } else if (key === 'x' && current !== null && isChoosable(current)) toggle(current.id)
      else if (key === '?') setHelping(true)
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
        actions={
          <>
            <SegmentedControl
              options={(Object.keys(views) as View[]).map((value) => ({ value, label: t(`centre.${value}`) }))}
              value={view}
              onValueChange={(value) => {
                setParams((now) => changeList(now, { view: value, direction: '' }))
                setChosen(new Set())
              }}
            />
            <CentreTools
              view={view}
              params={params}
              onChange={(change) => setParams((now) => changeList(now, change))}
            />
            <Button
              className="centre-keys"
              variant="outlined"
              text={t('centre.keys.title')}
              title={t('centre.keys.open')}
              onClick={() => setHelping(true)}
            />
          </>
        }
      />
      <WaitingNotice />
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data && rows.length === 0 && current === null ? (
        <EmptyState title={isNarrowed ? t('common.noMatch') : t(`queue.empty.${views[view]}`)} />
      ) : null}
      {current === null ? null : (
        <div className="centre-panes">
          <div className="card centre-list" inert={isBar}>
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
            <div className="centre-walk" inert={isBar}>
              <Button
                variant="minimal"
                icon={<ArrowLeftIcon />}
                text={t('centre.backToList')}
                onClick={() => setReading(false)}
              />
              {([-1, 1] as const).map((step) => (
                <Button
                  key={step}
                  variant="minimal"
                  icon={step < 0 ? <ChevronUpIcon /> : <ChevronDownIcon />}
                  aria-label={t(step < 0 ? 'centre.keys.previous' : 'centre.keys.next')}
                  disabled={rows[at + step] === undefined}
                  onClick={() => walk(step)}
                />
              ))}
            </div>
            <Reading
              key={current.id}
              row={current}
              isThere={rows.some((row) => row.id === current.id)}
              wanted={wanted?.id === current.id ? wanted.action : null}
              onStart={open}
              onNext={next}
              bar={isBar ? panel : null}
            />
          </section>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {wasMoved && current !== null ? t('centre.nextIs', [nameOfTicket(current)]) : ''}
      </p>
      {isBar ? null : panel}
      {isHelping ? <CentreKeys onClose={() => setHelping(false)} /> : null}
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
