import { Button, Callout } from '@blueprintjs/core'
import { LogInIcon, LogOutIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ScanForm, type ScanMethod } from '#src/client/components/scanner/ScanForm.tsx'
import { api, errorText } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import type { Area } from '../access.names.ts'
import { GuestAbout, type Step } from './GuestItem.client.tsx'
import type { GateGuest } from './gate.types.ts'

interface CodeCheckProps {
  readonly area: Area
  readonly onTake: (guest: GateGuest, step: Step, method: ScanMethod) => void
}

/** The check of a pass or card: by a hand scanner wherever the focus is, or typed. */
export function CodeCheck({ area, onTake }: CodeCheckProps) {
  const t = useT()
  const [asked, setAsked] = useState<{ readonly code: string; readonly method: ScanMethod } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { data, error } = useQuery({
    queryKey: ['accessVisit', 'check', area, asked?.code],
    queryFn: ({ signal }) =>
      api.get('/api/access/gate/check/', { query: { code: asked?.code ?? '', area }, signal, quiet: true }),
    enabled: asked !== null,
    retry: false,
  })
  return (
    <section className="card gate-check" aria-label={t('accessGate.check')}>
      <ScanForm
        className="gate-code"
        label={t('accessGate.code')}
        submitText={t('accessGate.check')}
        fieldRef={field}
        onCode={(code, method) => {
          setAsked({ code, method })
          if (method === 'typed') field.current?.focus()
        }}
      />
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
