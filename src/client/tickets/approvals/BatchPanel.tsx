import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DrawnComment } from '#src/client/components/forms/drawnComment.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { moneyText, toast } from '#src/client/components/ui/index.ts'
import { PhraseInput } from '#src/client/phrases/PhraseInput.tsx'
import { api, LONG_TIMEOUT } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import { longText } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { useHappened, useStanding } from '../actions/useBound.ts'
import { nameOfTicket } from '../detail/headline.ts'
import { splitBatch } from './splitBatch.ts'

const fields = { comment: longText(0, 500) }
const initial = { comment: '' }

/** WF-17: one comment for all, after a look at what is approved and how much it is (20.8). */
export function BatchPanel({
  rows: chosen,
  live,
  onClose,
  onDone,
}: {
  /** What was chosen when the panel opened. */
  readonly rows: readonly TicketRow[]
  /** The list as it is now: what has left it or changed is said, and not approved. */
  readonly live: readonly TicketRow[]
  readonly onClose: () => void
  readonly onDone: (results: readonly BatchResult[]) => void
}) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const form = useForm({ prefix, fields, initial })
  const [opened] = useState(chosen)
  const [isSent, setSent] = useState(false)
  const { rows, gone } = splitBatch(opened, isSent ? opened : live)
  const isNone = rows.length === 0
  const sum = sumMoney(rows.flatMap((row) => (row.amount === null ? [] : [row.amount])))
  const submit = (): Promise<boolean> =>
    form.submit(async (values, key) => {
      const results = await api.post(
        '/api/workflow/ticket/batch_approve/',
        {
          ids: rows.map((row) => row.id),
          versions: rows.map((row) => row.version),
          comment: values.comment ?? '',
        },
        // Decided one after the other, each with its effects: fifty take longer than one answer may.
        { key, quiet: true, timeout: LONG_TIMEOUT },
      )
      setSent(true)
      await client.invalidateQueries({ queryKey: ['ticket'] })
      toast('success', t('centre.batchDone', [results.filter((result) => result.ok).length]))
      onDone(results)
    })
  return (
    <DrawnComment value={PhraseInput}>
      <FormPanel
        title={t('centre.batch', [rows.length])}
        prefix={prefix}
        fields={fields}
        labels={() => t('centre.batchComment')}
        form={form}
        submitText={t('ticketAction.action.approve')}
        before={
          <>
            <p>
              {sum === '0.00'
                ? t('centre.batchConfirm', [rows.length])
                : t('centre.batchConfirmSum', [rows.length, sum])}
            </p>
            <ul className="batch-list">
              {rows.map((row) => (
                <li key={row.id}>
                  {row.no} · {row.applicant.name} · {nameOfTicket(row)}
                  {row.amount === null ? '' : ` · ${moneyText(row.amount)}`}
                </li>
              ))}
              {gone.map((row) => (
                <GoneRow key={row.id} row={row} />
              ))}
            </ul>
          </>
        }
        notice={isNone ? { text: t('centre.batchGone'), isOver: true } : null}
        onSubmit={submit}
        onClose={onClose}
      />
    </DrawnComment>
  )
}

/** A chosen ticket that is no longer what it was: struck out, with what happened to it. */
function GoneRow({ row }: { readonly row: TicketRow }) {
  const t = useT()
  const happened = useHappened(row, useStanding(row, 'approve'))
  return (
    <li className="batch-gone" role="status">
      <s>
        {row.no} · {nameOfTicket(row)}
      </s>{' '}
      {happened === null || happened.text === '' ? t('ticketAction.gone.unknown') : happened.text}
    </li>
  )
}
