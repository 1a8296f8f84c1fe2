import { InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { OwnSurvey } from './survey.types.ts'

/** Surveys that ask for this person's sizes, above everything else of 我的被装. */
export function OwnSurveys() {
  const { data } = useQuery({
    queryKey: ['clothingIssue', 'ownSurveys'],
    queryFn: ({ signal }) => api.get('/api/clothing/survey/own/', { signal, quiet: true }),
  })
  return data?.map((survey) => <Own key={survey.id} survey={survey} />) ?? null
}

interface Edit {
  readonly size?: string
  readonly qty?: string
}

function Own({ survey }: { readonly survey: OwnSurvey }) {
  const t = useT()
  const client = useQueryClient()
  const [edits, setEdits] = useState<Readonly<Record<number, Edit>>>({})
  const [isBusy, setBusy] = useState(false)
  const edit = (itemId: number, change: Edit): void =>
    setEdits((now) => ({ ...now, [itemId]: { ...now[itemId], ...change } }))
  const answers = survey.lines.map((line) => {
    const { size = line.size ?? '', qty = String(line.qty) } = edits[line.itemId] ?? {}
    return { line, size, text: qty, qty: /^\d{1,2}$/.test(qty.trim()) ? Number(qty) : null }
  })
  const isWrong = answers.some(
    ({ line, size, qty }) =>
      qty === null || qty > line.dueQty || (qty > 0 && line.sizes.length > 0 && !line.sizes.includes(size)),
  )
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      const lines = answers.map(({ line, size, qty }) => ({
        itemId: line.itemId,
        size: size === '' ? null : size,
        qty: qty ?? 0,
      }))
      await api.put(`/api/clothing/survey/${survey.id}/own/`, { lines }, { key: newKey() })
      await client.invalidateQueries({ queryKey: ['clothingIssue'] })
      setEdits({})
      toast('success', t('survey.own.saved'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card survey-own">
      <h2>{t('survey.own.title', [survey.name])}</h2>
      <p>
        {survey.lines.every(({ isConfirmed }) => isConfirmed)
          ? t('survey.own.done')
          : t('survey.own.text', [survey.dueDate])}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ignoreApiError(confirm())
        }}
      >
        {answers.map(({ line, size, text, qty }) => (
          <div key={line.itemId} className="survey-own-line">
            <strong>{line.name}</strong>
            {line.sizes.length === 0 ? null : (
              <SelectBox
                aria-label={t('survey.own.size', [line.name])}
                value={size}
                onChange={(event) => edit(line.itemId, { size: event.currentTarget.value })}
              >
                <option value="">{t('survey.own.choose')}</option>
                {line.sizes.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </SelectBox>
            )}
            <InputGroup
              className="survey-own-qty"
              aria-label={t('survey.own.qty', [line.name])}
              value={text}
              inputMode="numeric"
              maxLength={2}
              intent={qty === null || qty > line.dueQty ? 'danger' : 'none'}
              onValueChange={(next) => edit(line.itemId, { qty: next })}
            />
            <span className="personal-hint">{t('survey.own.of', [line.dueQty])}</span>
          </div>
        ))}
        <BusyButton type="submit" intent="primary" text={t('survey.own.confirm')} isBusy={isBusy} disabled={isWrong} />
      </form>
    </section>
  )
}
