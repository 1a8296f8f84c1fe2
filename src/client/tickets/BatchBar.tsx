import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from '#src/client/forms/useForm.ts'
import { api } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { FormPanel } from '#src/client/records/FormPanel.tsx'
import { moneyText, toast } from '#src/client/ui/index.ts'
import type { BatchResult, TicketRow } from '#src/define/tickets.ts'
import { longText } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'

interface BatchBarProps {
  readonly rows: readonly TicketRow[]
  readonly chosen: readonly TicketRow[]
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

/** WF-17: what needs no signature and no field may be approved together, each on its own; what failed is said. */
export function BatchBar({ rows, chosen, onChoose }: BatchBarProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [failed, setFailed] = useState<readonly BatchResult[]>([])
  const possible = rows.filter((row) => row.isBatchable)
  if (possible.length === 0) return null
  const isAll = chosen.length === possible.length
  return (
    <div className="batch-bar">
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        title={t('tickets.centre.selectAll')}
        label={t('tickets.centre.all', [possible.length])}
        onChange={() => onChoose(new Set(isAll ? [] : possible.map((row) => row.id)))}
      />
      {chosen.length === 0 ? null : (
        <Button
          size="small"
          intent="primary"
          text={t('tickets.centre.batch', [chosen.length])}
          onClick={() => setOpen(true)}
        />
      )}
      {failed.length === 0 ? null : (
        <Callout intent="warning" compact role="status">
          <ul>
            {failed.map((result) => (
              <li key={result.id}>
                {t('tickets.centre.batchFailed', [
                  rows.find((row) => row.id === result.id)?.no ?? result.id,
                  result.msg ?? '',
                ])}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {isOpen ? (
        <BatchPanel
          rows={chosen}
          onClose={() => setOpen(false)}
          onDone={(results) => {
            setFailed(results.filter((result) => !result.ok))
            onChoose(new Set())
          }}
        />
      ) : null}
    </div>
  )
}

const fields = { comment: longText(0, 500) }
const initial = { comment: '' }

function BatchPanel({
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
      toast('success', t('tickets.centre.batchDone', [results.filter((result) => result.ok).length]))
      onDone(results)
    })
  return (
    <FormPanel
      title={t('tickets.centre.batch', [rows.length])}
      prefix={prefix}
      fields={fields}
      labels={() => t('tickets.centre.batchComment')}
      form={form}
      submitText={t('tickets.action.approve')}
      before={
        <>
          <p>{t('tickets.centre.batchConfirm', [rows.length, sum])}</p>
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
