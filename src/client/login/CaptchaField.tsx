import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useT } from '#src/client/i18n/index.ts'
import type { Captcha } from './settings.ts'

interface Props {
  readonly captcha: Captcha | null | undefined
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
  readonly onRefresh: () => void
}

/** The picture and what it says; a click on it, or the button, brings another. */
export function CaptchaField({ captcha, value, problem, onChange, onRefresh }: Props) {
  const t = useT()
  return (
    <FormGroup
      label={t('login.captcha')}
      labelFor="captcha"
      intent={problem === null ? 'none' : 'danger'}
      helperText={problem === null ? null : <span id="captcha-note">{problem}</span>}
    >
      <div className="captcha">
        <InputGroup
          id="captcha"
          name="captcha"
          size="large"
          value={value}
          maxLength={6}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'captcha-note'}
          intent={problem === null ? 'none' : 'danger'}
          onValueChange={onChange}
        />
        {/* The button beside it does the same for the keyboard. */}
        <button
          type="button"
          className="captcha-image"
          tabIndex={-1}
          onClick={onRefresh}
          aria-label={t('login.captchaRefresh')}
        >
          {!captcha ? null : <img src={captcha.image_base} alt={t('login.captchaImage')} />}
        </button>
        <Button variant="minimal" icon={<Refresh />} aria-label={t('login.captchaRefresh')} onClick={onRefresh} />
      </div>
    </FormGroup>
  )
}
