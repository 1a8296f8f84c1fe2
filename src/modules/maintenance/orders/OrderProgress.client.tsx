import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import './order.css'
import { Button, Callout, TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, DictionaryText, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import { printQty } from '#src/fields/quantity/quantities.ts'
import type { OrderStep, TicketOrder } from './order.types.ts'
import { RateForm } from './RateForm.client.tsx'

/** Characters that say what is still wrong. */
const MIN_REASON = 5

const minute = (moment: string): string => moment.slice(0, 16)

/** The order of a repair within its ticket: where it stands, who works on it, what was used, and the way back for a result that is refused. */
export function OrderProgress({ detail }: TicketPartProps) {
  const t = useT()
  const { data } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'order'],
    queryFn: ({ signal }) =>
      api.get(`/api/maintenance/ticket/${detail.id}/` as '/api/maintenance/ticket/:id/', { signal, quiet: true }),
    enabled: detail.status !== 'draft',
  })
  if (data === undefined || data === null) return null
  return (
    <section className="ticket-section repair-progress" aria-label={t('repair.title')}>
      <h2>{t('repair.title')}</h2>
      <p className="repair-line">
        <StateChip dictionary="workOrderState" value={data.state} />
        <strong>{data.no}</strong>
        {data.worker === null ? null : <span>{t('repair.workerIs', [data.worker])}</span>}
        {data.vendor === null ? null : <span>{t('repair.vendorIs', [data.vendor])}</span>}
        {data.planAt === null ? null : <span>{t('repair.planIs', [minute(data.planAt)])}</span>}
        <Limit order={data} />
      </p>
      {data.suspendNote === null ? null : (
        <Callout intent="warning" compact>
          <DictionaryText dictionary="suspendReason" value={data.suspendReason ?? ''} /> · {data.suspendNote}
        </Callout>
      )}
      {data.parts.length === 0 ? null : (
        <p>
          {t('repair.partsUsed')}:{' '}
          {data.parts
            .map(({ name, unit, qty, qtyPlaces }) => `${name} ${printQty(qty, qtyPlaces)} ${unit}`)
            .join(t('common.listSeparator'))}
        </p>
      )}
      {data.labour.length === 0 ? null : (
        <p>
          {t('repair.labour')}:{' '}
          {data.labour.map(({ name, hours }) => t('repair.hours', [name, hours])).join(t('common.listSeparator'))}
        </p>
      )}
      <Rated order={data} />
      <ol className="repair-steps">
        {data.steps.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
      {data.mayAccept || data.mayRate ? <RateForm ticketId={detail.id} order={data} /> : null}
      {data.mayReopen ? <Reopen ticketId={detail.id} /> : null}
    </section>
  )
}

function Rated({ order: { rating, ratingNote, isDefaultRating } }: { readonly order: TicketOrder }) {
  const t = useT()
  if (rating === null) return null
  return (
    <p className="repair-line">
      <span>{t('repair.ratingOf', [rating])}</span>
      {isDefaultRating ? <Chip color={null}>{t('repair.ratingDefault')}</Chip> : null}
      {ratingNote === null ? null : <span>{ratingNote}</span>}
    </p>
  )
}

function Limit({ order: { dueAt, light } }: { readonly order: TicketOrder }) {
  const t = useT()
  if (dueAt === null) return null
  const colour = light === 'red' ? 'error' : light === 'yellow' ? 'warning' : null
  return <Chip color={colour}>{t(light === 'red' ? 'repair.late' : 'repair.due', [minute(dueAt)])}</Chip>
}

type StepName = keyof typeof stepNames
const stepNames = {
  open: true,
  dispatch: true,
  accept: true,
  start: true,
  suspend: true,
  resume: true,
  photograph: true,
  finish: true,
  verify: true,
  reopen: true,
  close: true,
  cancel: true,
  comment: true,
  announce: true,
  rate: true,
  cost: true,
  demand: true,
  linkAsset: true,
  partsBack: true,
} as const
const isNamed = (event: string): event is StepName => event in stepNames

function Step({ step: { at, event, by, worker, note } }: { readonly step: OrderStep }) {
  const t = useT()
  const name = isNamed(event) ? t(`repair.step.${event}`) : event
  const people = [by, ...(event === 'dispatch' && worker !== by ? [worker] : [])].filter((one) => one !== null)
  return (
    <li>
      <span>{minute(at)}</span> <strong>{name}</strong> {people.join(' → ')}
      {note === null ? null : <span className="ticket-soft"> · {note}</span>}
    </li>
  )
}

function Reopen({ ticketId }: { readonly ticketId: number }) {
  const t = useT()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const isShort = visibleLength(reason) < MIN_REASON
  const send = async (): Promise<void> => {
    await api.post(
      `/api/maintenance/ticket/${ticketId}/reopen/` as '/api/maintenance/ticket/:id/reopen/',
      { reason: reason.trim() },
      { key: newKey() },
    )
    toast('success', t('repair.reopened'))
    setOpen(false)
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
  if (!isOpen)
    return <Button intent="warning" variant="outlined" text={t('repair.reopen')} onClick={() => setOpen(true)} />
  return (
    <div className="repair-reopen">
      <TextArea
        fill
        autoResize
        maxLength={200}
        aria-label={t('repair.reopenReason')}
        placeholder={t('repair.reopenReason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isShort ? <span className="ticket-soft">{t('repair.reopenShort', [MIN_REASON])}</span> : null}
      <Button intent="warning" disabled={isShort} text={t('repair.reopen')} onClick={() => ignoreApiError(send())} />
    </div>
  )
}
