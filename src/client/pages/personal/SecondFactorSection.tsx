import { Button, Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { Chip, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import KeyPicture from '#src/client/components/ui/KeyPicture.tsx'
import { OtpInput } from '#src/client/pages/login/fields/OtpInput.tsx'
import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'

const path = '/api/personal/second_factor/'
const keys = ['personal', 'secondFactor'] as const

const useWord = () => {
  const t = useT()
  return (key: Under<'personal.secondFactor'>): string => t(`personal.secondFactor.${key}`)
}

/** Whether a second factor is on; set up here, taken away by a security administrator alone. */
export function SecondFactorSection() {
  const t = useT()
  const word = useWord()
  const [open, setOpen] = useState<'setUp' | 'renew' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: keys,
    queryFn: ({ signal }) => api.get(path, { signal, quiet: true }),
  })
  return (
    <section className="card">
      <h2>{word('title')}</h2>
      <p className="personal-hint">{word('lead')}</p>
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <p className="second-factor-state">
            <Chip color={data.isOn ? 'success' : null}>{word(data.isOn ? 'on' : 'off')}</Chip>
            {data.isRequired ? <Chip color="info">{word('required')}</Chip> : null}
            {data.confirmedAt === null ? null : (
              <span className="personal-hint">
                {t('personal.secondFactor.since', [data.confirmedAt.slice(0, 10)])} ·{' '}
                {t('personal.secondFactor.codesLeft', [data.recoveryLeft])}
              </span>
            )}
          </p>
          {data.isOn ? (
            <>
              <Button text={word('renew')} onClick={() => setOpen('renew')} />
              <p className="personal-hint">{word('resetHint')}</p>
            </>
          ) : (
            <Button intent="primary" text={word('setUp')} onClick={() => setOpen('setUp')} />
          )}
        </>
      )}
      {open === 'setUp' ? <SetUp onClose={() => setOpen(null)} /> : null}
      {open === 'renew' ? <Renew onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

/** Runs a call of the dialog; what it was refused for is shown in it. */
function useStep() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setProblem(refused.message)
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run }
}

interface StepProps {
  readonly title: string
  readonly submitText: string
  readonly step: ReturnType<typeof useStep>
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One question of the dialog. */
function StepSheet({ title, submitText, step, onSubmit, onClose, children }: StepProps) {
  const t = useT()
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void step.run(onSubmit)
  }
  return (
    <Sheet
      title={title}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton type="submit" form={id} intent="primary" text={submitText} isBusy={step.isBusy} />
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        {step.problem === null ? null : (
          <Callout intent="danger" compact role="alert" className="form-notice">
            {step.problem}
          </Callout>
        )}
        {children}
      </form>
    </Sheet>
  )
}

/** The password, then the key and its first code, then the recovery codes. */
function SetUp({ onClose }: { readonly onClose: () => void }) {
  const word = useWord()
  const client = useQueryClient()
  const step = useStep()
  const [password, setPassword] = useState('')
  const [uri, setUri] = useState<string | null>(null)
  const [otp, setOtp] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const offer = async (): Promise<void> => {
    const offered = await api.post(`${path}offer/`, { password }, { key: newKey(), quiet: true })
    setUri(offered.uri)
  }
  const confirm = async (): Promise<void> => {
    const answer = await api.post(`${path}confirm/`, { otp }, { key: newKey(), quiet: true })
    setCodes(answer.recoveryCodes)
    await client.invalidateQueries({ queryKey: keys })
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (uri === null)
    return (
      <StepSheet title={word('setUp')} submitText={word('next')} step={step} onSubmit={offer} onClose={onClose}>
        <PasswordField
          label={word('password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
        />
      </StepSheet>
    )
  return (
    <StepSheet title={word('setUp')} submitText={word('confirm')} step={step} onSubmit={confirm} onClose={onClose}>
      <p className="personal-hint">{word('scan')}</p>
      <KeyPicture uri={uri} />
      <OtpInput label={word('otp')} value={otp} onChange={setOtp} />
    </StepSheet>
  )
}

function Renew({ onClose }: { readonly onClose: () => void }) {
  const word = useWord()
  const client = useQueryClient()
  const step = useStep()
  const [otp, setOtp] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = async (): Promise<void> => {
    const answer = await api.post(`${path}recovery/`, { otp }, { key: newKey(), quiet: true })
    setCodes(answer.recoveryCodes)
    await client.invalidateQueries({ queryKey: keys })
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <StepSheet title={word('renew')} submitText={word('renew')} step={step} onSubmit={renew} onClose={onClose}>
      <p className="personal-hint">{word('renewHint')}</p>
      <OtpInput label={word('otp')} value={otp} onChange={setOtp} />
    </StepSheet>
  )
}

/** Shown once. */
function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const word = useWord()
  const download = (): void => saveBlob(new Blob([codes.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <Sheet
      title={word('codes')}
      shape="dialog"
      onClose={onClose}
      footer={<Button intent="primary" text={word('kept')} onClick={onClose} />}
    >
      <Callout intent="warning" className="form-notice">
        {word('codesHint')}
      </Callout>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button text={word('download')} onClick={download} />
    </Sheet>
  )
}
