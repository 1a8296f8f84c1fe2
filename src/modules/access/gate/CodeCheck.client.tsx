import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { BarcodeIcon, LogInIcon, LogOutIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useScanner } from '#src/client/components/scanner/useScanner.ts'
import { api, errorText } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import type { Area } from '../access.names.ts'
import { GuestAbout, type Step } from './GuestItem.client.tsx'
import type { GateGuest } from './gate.types.ts'

type Method = 'scan' | 'typed'

interface CodeCheckProps {
  readonly area: Area
  readonly onTake: (guest: GateGuest, step: Step, method: Method) => void
}

/** The check of a pass or card: by a hand scanner wherever the focus is, or typed. */
export function CodeCheck({ area, onTake }: CodeCheckProps) {
  const t = useT()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<{ readonly code: string; readonly method: Method } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { data, error } = useQuery({
    queryKey: ['accessVisit', 'check', area, asked?.code],
    queryFn: ({ signal }) =>
      api.get('/api/access/gate/check/', { query: { code: asked?.code ?? '', area }, signal, quiet: true }),
    enabled: asked !== null,
    retry: false,
  })
  const ask = (code: string, method: Method): void => {
    setText('')
    if (!isBlank(code)) setAsked({ code: code.trim(), method })
  }
  useScanner((code) => ask(code, 'scan'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask(text, 'typed')
    field.current?.focus()
  }
  return (
    <section className="card gate-check" aria-label={t('accessGate.check')}>
      <form className="gate-code" onSubmit={submit}>
        <InputGroup
          inputRef={field}
          fill
          size="large"
          leftIcon={<BarcodeIcon />}
          value={text}
          maxLength={200}
          autoComplete="off"
          aria-label={t('accessGate.code')}
          placeholder={t('accessGate.code')}
          onValueChange={setText}
        />
        <Button type="submit" size="large" intent="primary" text={t('accessGate.check')} />
      </form>
      <p className="gate-soft">{t('accessGate.codeHint')}</p>
      <div aria-live="assertive">
        {asked !== null && error !== null ? (
          <Callout intent="danger">{errorText(error, t('http.failed'))}</Callout>
        ) : null}
        {asked !== null && data !== undefined && error === null ? (
          <Checked
            guest={data}
            onTake={(step) => onTake(data, step, asked.method)}
            onClear={() => {
              setAsked(null)
              field.current?.focus()
            }}
          />
        ) : null}
      </div>
    </section>
  )
}

interface CheckedProps {
  readonly guest: GateGuest
  readonly onTake: (step: Step) => void
  readonly onClear: () => void
}

function Checked({ guest, onTake, onClear }: CheckedProps) {
  const t = useT()
  const say = useProblemText()
  const isInside = guest.visit !== null
  const isRefused = !isInside && guest.problem !== null
  const title = isInside
    ? t('accessGate.isInside', [guest.visit?.enteredAt.slice(5, 16) ?? ''])
    : t(isRefused ? 'accessGate.mayNotEnter' : 'accessGate.mayEnter')
  return (
    <Callout intent={isRefused ? 'danger' : isInside ? 'primary' : 'success'} title={title} className="gate-result">
      {isRefused && guest.problem !== null ? <p>{say(guest.problem)}</p> : null}
      <GuestAbout guest={guest} />
      <div className="gate-steps">
        {isInside ? (
          <Button size="large" icon={<LogOutIcon />} text={t('accessGate.leave')} onClick={() => onTake('leave')} />
        ) : null}
        {isInside || isRefused ? null : (
          <Button
            size="large"
            intent="success"
            icon={<LogInIcon />}
            text={t('accessGate.enter')}
            onClick={() => onTake('enter')}
          />
        )}
        <Button size="large" variant="minimal" text={t('accessGate.clear')} onClick={onClear} />
      </div>
    </Callout>
  )
}
