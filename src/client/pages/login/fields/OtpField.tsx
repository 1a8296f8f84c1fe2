import { Button } from '@blueprintjs/core'
import { lazy, Suspense } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { OtpInput } from './OtpInput.tsx'

const KeyPicture = lazy(() => import('#src/client/components/ui/KeyPicture.tsx'))

interface Props {
  /** Key to be set up first; null when the person has one. */
  readonly uri: string | null
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
  readonly onBack: () => void
}

/** The second step: a code of the authenticator app, or a recovery code. */
export function OtpField({ uri, value, problem, onChange, onBack }: Props) {
  const t = useT()
  return (
    <>
      {uri === null ? null : (
        <Suspense fallback={null}>
          <KeyPicture uri={uri} />
        </Suspense>
      )}
      <OtpInput
        large
        label={t('login.otp')}
        value={value}
        onChange={onChange}
        note={problem ?? t('login.otpHint')}
        isWrong={problem !== null}
      />
      <div className="otp-foot">
        <Button variant="minimal" size="small" text={t('login.otpBack')} onClick={onBack} />
      </div>
    </>
  )
}
