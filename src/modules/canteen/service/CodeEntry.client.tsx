import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { BarcodeIcon } from '@blueprintjs/icons'
import { type FormEvent, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useScanner } from '#src/client/components/scanner/useScanner.ts'
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
  const [text, setText] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const check = async (code: string): Promise<void> => {
    setText('')
    if (isBlank(code)) return
    try {
      const diner = await api.post('/api/canteen/counter/code/', { menuId, code }, { key: newKey(), quiet: true })
      setResult({ intent: 'success', text: `${t('mealCounter.done', [diner.person])} · ${diner.dept}` })
      onDone()
    } catch (error) {
      setResult({ intent: 'danger', text: errorText(error, t('http.failed')) })
    }
    field.current?.focus()
  }
  useScanner((code) => void check(code))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void check(text)
  }
  return (
    <section className="card meal-check" aria-label={t('mealCounter.check')}>
      <form className="meal-code" onSubmit={submit}>
        <InputGroup
          inputRef={field}
          fill
          size="large"
          leftIcon={<BarcodeIcon />}
          value={text}
          maxLength={200}
          autoComplete="off"
          aria-label={t('mealCounter.code')}
          placeholder={t('mealCounter.code')}
          onValueChange={setText}
        />
        <Button type="submit" size="large" intent="primary" text={t('mealCounter.check')} />
      </form>
      <p className="meal-count">{t('mealCounter.hint')}</p>
      <div aria-live="assertive">
        {result === null ? null : <Callout intent={result.intent}>{result.text}</Callout>}
      </div>
    </section>
  )
}
