import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from '#src/client/forms/useForm.ts'
import { api } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { FormPanel } from '#src/client/records/FormPanel.tsx'
import { moneyText, toast } from '#src/client/ui/index.ts'
import type { BatchResult, TicketRow } from '#src/define/tickets.ts'
import { longText } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'

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
  const sum = moneyText(sumMoney(rows.flatMap((row) => (row.amount === null ? [] : [row.amount]))))
  const submit = (): Promise<boolean> =>
    form.submit(async (values, key) => {
      const results = await api.post<readonly BatchResult[]>(
        '/api/workflow/ticket/batch_approve/',
        { ids: rows.map((row) => row.id), comment: values.comment ?? '' },
        { key, quiet: true },
      )
      await client.invalidateQueries({ queryKey: ['ticket'] })
      toast('success', t('centre.batchDone', [results.filter((result) => result.ok).length]))
      onDone(results)
    })
  return (
    <FormPanel
      title={t('centre.batch', [rows.length])}
      prefix={prefix}
      fields={fields}
      labels={() => t('centre.batchComment')}
      form={form}
      submitText={t('deed.action.approve')}
      before={
        <>
          <p>{t('centre.batchConfirm', [rows.length, sum])}</p>
          <ul className="batch-list">
            {rows.map((row) => (
              <li key={row.id}>
                {row.no} · {row.title}
                {row.amount === null ? '' : ` · ${moneyText(row.amount)}`}
              </li>
            ))}
          </ul>
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
