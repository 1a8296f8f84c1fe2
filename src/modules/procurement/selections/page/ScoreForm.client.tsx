import { InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { type Criterion, criteria, type Score } from '../scoring.ts'
import type { SelectionComparison, SelectionScoring } from '../selection.types.ts'

type Texts = Readonly<Record<string, string>>
const placeOf = (vendorId: number, name: Criterion): string => `${vendorId}.${name}`

/** Points as they are sent; full-width digits of a Chinese keyboard are digits. */
const pointsIn = (text: string): string => text.normalize('NFKC').replace(/。/g, '.').trim()
const isPoints = (text: string, most: number): boolean => /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= most

/** The reader's own sheet: points for every vendor that can win. */
export function ScoreForm({
  comparison: { id, quotes },
  scoring: { own, weights },
}: {
  readonly comparison: SelectionComparison
  readonly scoring: SelectionScoring
}) {
  const t = useT()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(
      (own ?? []).flatMap((score) => criteria.map((name) => [placeOf(score.vendorId, name), score[name]])),
    ),
  )
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const scored = quotes.filter(({ isCompliant }) => isCompliant)
  const titles: Readonly<Record<Criterion, string>> = {
    quality: t('selectionComparison.quality'),
    delivery: t('selectionComparison.deliveryScore'),
    service: t('selectionComparison.service'),
  }
  const textAt = (vendorId: number, name: Criterion): string => pointsIn(texts[placeOf(vendorId, name)] ?? '')
  const isWrong = (vendorId: number, name: Criterion): boolean => !isPoints(textAt(vendorId, name), weights[name])
  const wrong = scored.flatMap(({ vendorId }) => criteria.filter((name) => isWrong(vendorId, name)))[0]
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const scores = scored.map(
        ({ vendorId }): Score => ({
          vendorId,
          quality: textAt(vendorId, 'quality'),
          delivery: textAt(vendorId, 'delivery'),
          service: textAt(vendorId, 'service'),
        }),
      )
      await api.post(`/api/procurement/selection/${id}/scores/`, { scores }, { key: newKey() })
      toast('success', t('selectionComparison.submitted'))
      await client.invalidateQueries({ queryKey: ['selection'] })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (wrong === undefined) ignoreApiError(send())
    else requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('selectionComparison.panel') }}
        rows={scored}
        keyOf={({ vendorId }) => vendorId}
        columns={[
          { name: 'vendor', head: t('selectionComparison.vendor'), isRowHead: true, cell: ({ vendor }) => vendor },
          ...criteria.map((name) => ({
            name,
            head: t('selectionComparison.ofPoints', [titles[name], weights[name]]),
            cell: ({ vendorId, vendor }: (typeof scored)[number]) => (
              <InputGroup
                className="compare-score"
                inputMode="decimal"
                maxLength={5}
                aria-label={t('selectionComparison.scoreOf', [vendor, titles[name]])}
                aria-invalid={isChecked && isWrong(vendorId, name)}
                intent={isChecked && isWrong(vendorId, name) ? 'danger' : 'none'}
                value={texts[placeOf(vendorId, name)] ?? ''}
                onValueChange={(text) => setTexts((now) => ({ ...now, [placeOf(vendorId, name)]: text }))}
              />
            ),
          })),
        ]}
      />
      <div className="compare-actions">
        <BusyButton
          type="submit"
          intent="primary"
          isBusy={isBusy}
          text={t(own === null ? 'selectionComparison.submit' : 'selectionComparison.again')}
        />
        <span role="status" className="compare-soft">
          {isChecked && wrong !== undefined
            ? `${titles[wrong]}: ${t('selectionComparison.outOfRange', [weights[wrong]])}`
            : own === null
              ? ''
              : t('selectionComparison.submittedNote')}
        </span>
      </div>
    </form>
  )
}
