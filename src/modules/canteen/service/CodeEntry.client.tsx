import { Callout } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { ScanForm } from '#src/client/components/scanner/ScanForm.tsx'
import { api, errorText, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface CodeEntryProps {
  readonly menuId: number
  readonly onDone: () => void
}

type Result = { readonly intent: 'success' | 'danger'; readonly text: string }

/** Takes meal codes and employee numbers, from a hand scanner wherever the focus is, or typed. */
export function CodeEntry({ menuId, onDone }: CodeEntryProps) {
  const t = useT()
  const [result, setResult] = useState<Result | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const check = async (code: string): Promise<void> => {
    try {
      const diner = await api.post('/api/canteen/counter/code/', { menuId, code }, { key: newKey(), quiet: true })
      setResult({ intent: 'success', text: `${t('mealCounter.done', [diner.person])} · ${diner.dept}` })
      onDone()
    } catch (error) {
      setResult({ intent: 'danger', text: errorText(error, t('http.failed')) })
    }
    field.current?.focus()
  }
  return (
    <section className="card meal-check" aria-label={t('mealCounter.check')}>
      <ScanForm
        className="meal-code"
        label={t('mealCounter.code')}
        submitText={t('mealCounter.check')}
        fieldRef={field}
        onCode={(code) => void check(code)}
      />
      <p className="meal-count">{t('mealCounter.hint')}</p>
      <div aria-live="assertive">
        {result === null ? null : <Callout intent={result.intent}>{result.text}</Callout>}
      </div>
    </section>
  )
}
