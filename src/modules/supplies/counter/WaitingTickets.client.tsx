import './counter.css'
import { Button, Callout, Checkbox, InputGroup } from '@blueprintjs/core'
import { BarcodeIcon, PrintIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useMay, useProblemText } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { CounterTicket, CounterWaiting } from './counter.types.ts'
import { keepsOpen, matches, needsOldPart, noEdit, problemOf, qtyOf, type TicketEdit } from './counterModel.ts'
import { PickList } from './PickList.client.tsx'
import { TicketCard } from './TicketCard.client.tsx'
import { useWaiting } from './useWaiting.client.ts'

const groupings = ['person', 'dept', 'none'] as const
type Grouping = (typeof groupings)[number]
const CODE = /^\d{6}$/

/** 待发放: tickets that wait for this keeper, handed out many at a time. */
export function WaitingTickets() {
  const { data, error, refetch } = useWaiting()
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return <Waiting waiting={data} />
}

function Waiting({ waiting }: { readonly waiting: CounterWaiting }) {
  const t = useT()
  const plural = usePlural()
  const client = useQueryClient()
  const say = useProblemText()
  const mayIssue = useMay('supplyCounter:Issue')
  const [words, setWords] = useState('')
  const [grouping, setGrouping] = useState<Grouping>('person')
  const [warehouse, setWarehouse] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [edits, setEdits] = useState<ReadonlyMap<number, TicketEdit>>(new Map())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [isListed, setListed] = useState(false)
  const { tickets } = waiting
  const warehouses = [...new Map(waiting.batches.map((batch) => [batch.warehouseId, batch.warehouse])).entries()].sort(
    ([a], [b]) => a - b,
  )
  const shown = tickets.filter(
    (ticket) =>
      matches(ticket, words.trim()) &&
      (warehouse === '' ||
        ticket.lines.some(({ picks }) => picks.some(({ warehouseId }) => String(warehouseId) === warehouse))),
  )
  const picked = tickets.filter(({ id }) => chosen.has(id))
  const editOf = (id: number): TicketEdit => edits.get(id) ?? noEdit
  const choose = (ids: readonly number[], isChosen: boolean): void =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  const edit = (id: number, change: Partial<TicketEdit>): void =>
    setEdits((now) => new Map(now).set(id, { ...(now.get(id) ?? noEdit), ...change }))

  const find = async (code: string): Promise<void> => {
    const { ticketId } = await api.get('/api/supplies/counter/code/', { query: { code }, quiet: true })
    const ticket = tickets.find(({ id }) => id === ticketId)
    if (ticket === undefined) {
      toast('warning', t('counter.codeUnknown', [code]))
      return
    }
    choose([ticket.id], true)
    edit(ticket.id, { code })
    setWords(ticket.no)
    toast('success', t('counter.codeFound', [code, ticket.applicant, ticket.no]))
  }
  const scan = (event: FormEvent): void => {
    event.preventDefault()
    if (CODE.test(words.trim())) ignoreApiError(find(words.trim()))
  }
  const reasonOf = (ticket: CounterTicket, lineNo: number): string =>
    editOf(ticket.id).lines[lineNo]?.reason ??
    (ticket.lines.find((line) => line.lineNo === lineNo)?.short ? t('counter.shortReason') : '')
  const isWrong = (ticket: CounterTicket): boolean =>
    ticket.lines.some(
      (line) => problemOf(line, editOf(ticket.id).lines[line.lineNo], reasonOf(ticket, line.lineNo)) !== null,
    ) ||
    needsOldPart(ticket, editOf(ticket.id)) ||
    ticket.lines.every((line) => qtyOf(line, editOf(ticket.id).lines[line.lineNo]) === 0)

  const issue = async (): Promise<void> => {
    const wrong = picked.filter(isWrong)
    if (wrong.length > 0) {
      setRefusals(new Map(wrong.map(({ id }) => [id, t('counter.fixFirst')])))
      document.getElementById(`counter-${wrong[0]?.id ?? 0}`)?.scrollIntoView({ block: 'center' })
      return
    }
    setBusy(true)
    try {
      const results = await api.post(
        '/api/supplies/counter/issue/',
        {
          tickets: picked.map((ticket) => {
            const written = editOf(ticket.id)
            return {
              id: ticket.id,
              rows: ticket.lines.map((line) => ({
                lineNo: line.lineNo,
                qty: qtyOf(line, written.lines[line.lineNo]) ?? 0,
                batchNo: written.lines[line.lineNo]?.batchNo || null,
                reason: reasonOf(ticket, line.lineNo) || null,
              })),
              keepOpen: keepsOpen(ticket, written),
              pickupCode: written.code || null,
              expiryConfirmed: written.expiryConfirmed === true,
              oldPartReceived: written.oldPartReceived === true,
              oldReturns: ticket.lines.flatMap((line) => {
                const [edit, qty] = [written.lines[line.lineNo], qtyOf(line, written.lines[line.lineNo]) ?? 0]
                return line.asksOldPiece && qty > 0 && edit?.oldGrade
                  ? [{ lineNo: line.lineNo, returnedQty: qty, grade: edit.oldGrade }]
                  : []
              }),
            }
          }),
        },
        { key: newKey() },
      )
      const done = results.filter(({ ok }) => ok).map(({ id }) => id)
      setRefusals(
        new Map(results.flatMap(({ id, problem }) => (problem === null ? [] : [[id, say(problem)] as const]))),
      )
      setEdits((now) => new Map([...now].filter(([id]) => !done.includes(id))))
      choose(done, false)
      if (done.length > 0) toast('success', plural('counter.done', done.length))
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['ticket'] })
      void client.invalidateQueries({ queryKey: ['stockBalance'] })
    }
  }

  if (tickets.length === 0) return <EmptyState title={t('counter.empty')} text={t('counter.emptyText')} />
  const groups = groupsOf(shown, grouping)
  const isAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  return (
    <div className="counter">
      <div className="counter-tools">
        <form className="counter-scan" onSubmit={scan}>
          <InputGroup
            leftElement={<BarcodeIcon className="catalogue-search" aria-hidden />}
            value={words}
            maxLength={40}
            aria-label={t('counter.scan')}
            placeholder={t('counter.scan')}
            onValueChange={setWords}
          />
        </form>
        <SelectBox
          aria-label={t('counter.warehouse')}
          value={warehouse}
          onChange={(event) => setWarehouse(event.currentTarget.value)}
        >
          <option value="">{t('counter.allWarehouses')}</option>
          {warehouses.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectBox>
        <SelectBox
          aria-label={t('counter.group')}
          value={grouping}
          onChange={(event) => setGrouping(event.currentTarget.value as Grouping)}
        >
          {groupings.map((one) => (
            <option key={one} value={one}>
              {t(`counter.groupBy.${one}`)}
            </option>
          ))}
        </SelectBox>
      </div>
      {refusals.size === 0 ? null : (
        <Callout intent="danger" compact role="alert">
          <ul className="counter-refusals">
            {[...refusals].map(([id, text]) => (
              <li key={id}>{t('counter.refused', [tickets.find((one) => one.id === id)?.no ?? String(id), text])}</li>
            ))}
          </ul>
        </Callout>
      )}
      {shown.length === 0 ? <EmptyState compact title={t('counter.noMatch')} /> : null}
      {groups.map(({ title, tickets: own }) => (
        <section key={title} className="counter-group" aria-label={title}>
          {title === '' ? null : (
            <h2>
              <Checkbox
                checked={own.every(({ id }) => chosen.has(id))}
                label={title}
                onChange={(event) =>
                  choose(
                    own.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
            </h2>
          )}
          {own.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              waiting={waiting}
              edit={editOf(ticket.id)}
              reasonOf={(lineNo) => reasonOf(ticket, lineNo)}
              isChosen={chosen.has(ticket.id)}
              refusal={refusals.get(ticket.id) ?? null}
              onChoose={(isChosen) => choose([ticket.id], isChosen)}
              onEdit={(change) => edit(ticket.id, change)}
            />
          ))}
        </section>
      ))}
      <div className="counter-bar" role="toolbar" aria-label={t('counter.tabs.waiting')}>
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && picked.length > 0}
          label={t('counter.chooseAll')}
          onChange={(event) =>
            choose(
              shown.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
        <span role="status" className="counter-count">
          {t('counter.waiting', [shown.length])} · {t('counter.chosen', [picked.length])}
        </span>
        <Button
          icon={<PrintIcon />}
          text={t('counter.pickList')}
          disabled={picked.length === 0}
          onClick={() => setListed(true)}
        />
        {mayIssue ? (
          <BusyButton
            intent="primary"
            text={t('counter.issue', [picked.length])}
            isBusy={isBusy}
            disabled={picked.length === 0}
            onClick={() => ignoreApiError(issue())}
          />
        ) : null}
      </div>
      {isListed ? <PickList tickets={picked} onClose={() => setListed(false)} /> : null}
    </div>
  )
}

/** Tickets of one person or department together, in the order in which the first of them waits. */
function groupsOf(
  tickets: readonly CounterTicket[],
  grouping: Grouping,
): readonly { readonly title: string; readonly tickets: readonly CounterTicket[] }[] {
  const groups = new Map<string, CounterTicket[]>()
  for (const ticket of tickets) {
    const title = grouping === 'none' ? '' : grouping === 'dept' ? ticket.dept : `${ticket.applicant} · ${ticket.dept}`
    groups.set(title, [...(groups.get(title) ?? []), ticket])
  }
  return [...groups].map(([title, own]) => ({ title, tickets: own }))
}
