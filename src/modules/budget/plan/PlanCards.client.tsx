import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useId, useMemo, useState } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { DictionaryText, EmptyState, MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { choice, type Fields, money, text } from '#src/fields/field.ts'
import type { Mode } from './plan-columns.client.tsx'
import type { SheetColumn, SheetLine, SheetWrite } from './sheet.ts'
import { MAX_AMOUNT } from './year-plan-lines.ts'

const written: Fields = {
  subjectCode: choice('budgetSubject', { required: true }),
  fundSource: choice('fundSource', { required: true }),
  amount: money({ required: true, max: MAX_AMOUNT }),
  qtyBasis: text(100),
  overReason: text(300, { min: 5 }),
  remark: text(100),
}
const reviewed: Fields = { reviewedAmount: money({ required: true }) }

interface CardsProps {
  readonly lines: readonly SheetLine[]
  readonly mode: Mode
  /** What is wrong with a line, or nothing. */
  readonly faultOf: (row: number) => string | undefined
  readonly onWrite: (writes: readonly SheetWrite[]) => void
}

/** The lines of a plan where a sheet has no room: a card each, filled in by a form. */
export function PlanCards({ lines, mode, faultOf, onWrite }: CardsProps) {
  const t = useT()
  const [edited, setEdited] = useState<number | null>(null)
  return (
    <div className="plan-cards">
      {lines.length === 0 ? <EmptyState title={t('yearPlan.noLines')} /> : null}
      <ol>
        {lines.map((line, row) => (
          <li key={row} className="plan-card">
            <span>
              {line.subjectCode} <DictionaryText dictionary="budgetSubject" value={line.subjectCode} />
            </span>
            <MoneyText value={line.reviewedAmount ?? line.amount} />
            <span className="plan-card-note">
              <DictionaryText dictionary="fundSource" value={line.fundSource} /> {line.qtyBasis}
            </span>
            {mode === 'read' ? null : (
              <Button size="small" variant="outlined" text={t('common.edit')} onClick={() => setEdited(row)} />
            )}
            {faultOf(row) === undefined ? null : <span className="plan-faults">{faultOf(row)}</span>}
          </li>
        ))}
      </ol>
      {mode === 'write' ? (
        <Button icon={<AddIcon />} text={t('yearPlan.insert')} onClick={() => setEdited(lines.length)} />
      ) : null}
      {edited === null ? null : (
        <LineForm
          line={lines[edited]}
          fields={mode === 'review' ? reviewed : written}
          onClose={() => setEdited(null)}
          onSave={(values) =>
            onWrite(
              Object.entries(values).map(([column, value]) => ({
                row: edited,
                column: column as SheetColumn,
                text: String(value ?? ''),
              })),
            )
          }
        />
      )}
    </div>
  )
}

interface FormProps {
  readonly line: SheetLine | undefined
  readonly fields: Fields
  readonly onSave: (values: Readonly<Record<string, unknown>>) => void
  readonly onClose: () => void
}

const labels = {
  subjectCode: 'subject',
  fundSource: 'source',
  amount: 'amount',
  reviewedAmount: 'reviewed',
  qtyBasis: 'qtyBasis',
  overReason: 'overReason',
  remark: 'remark',
} as const

function LineForm({ line, fields, onSave, onClose }: FormProps) {
  const t = useT()
  const prefix = `${useId()}-`
  const initial = useMemo(
    () =>
      Object.fromEntries(
        Object.keys(fields).map((name) => [name, (line?.[name as keyof typeof labels] as string | undefined) || null]),
      ),
    [fields, line],
  )
  const form = useForm({ prefix, fields, initial })
  return (
    <FormPanel
      title={t('yearPlan.line')}
      prefix={prefix}
      fields={fields}
      labels={(name) => t(`yearPlan.columns.${labels[name as keyof typeof labels]}`)}
      form={form}
      submitText={t('common.confirm')}
      onSubmit={() => form.submit(async (values) => onSave(values))}
      onClose={onClose}
    />
  )
}
