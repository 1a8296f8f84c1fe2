import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { DrawnComment } from '#src/client/components/forms/drawnComment.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { moneyText, toast } from '#src/client/components/ui/index.ts'
import { PhraseInput } from '#src/client/phrases/PhraseInput.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import { longText } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { nameOfTicket } from '../detail/headline.ts'

const fields = { comment: longText(0, 500) }
const initial = { comment: '' }

/** WF-17: one comment for all, after a look at what is approved and how much it is (20.8). */
export function BatchPanel({
  rows,
  onClose,
  onDone,
}: {
  readonly rows: readonly TicketRow[]
  readonly onClose: () => void
  readonly onDone: (results: readonly BatchResult[]) => void
}) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const form = useForm({ prefix, fields, initial })
  const sum = sumMoney(rows.flatMap((row) => (row.amount === null ? [] : [row.amount])))
  const submit = (): Promise<boolean> =>
    form.submit(async (values, key) => {
      const results = await api.post(
        '/api/workflow/ticket/batch_approve/',
        { ids: rows.map((row) => row.id), comment: values.comment ?? '' },
        { key, quiet: true },
      )
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
            </ul>
          </>
        }
        onSubmit={submit}
        onClose={onClose}
      />
    </DrawnComment>
  )
}
