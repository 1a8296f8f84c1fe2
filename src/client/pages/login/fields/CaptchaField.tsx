import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Captcha, CaptchaKind } from '../settings.ts'

interface Props {
  readonly kind: CaptchaKind
  readonly captcha: Captcha | null | undefined
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
  readonly onRefresh: () => void
  /** Asks for the other kind. */
  readonly onSwitch: () => void
}

/** The picture and what it says, or a small sum for people who cannot read the picture; the button brings another. */
export function CaptchaField({ kind, captcha, value, problem, onChange, onRefresh, onSwitch }: Props) {
  const t = useT()
  const isText = kind === 'text'
  const described = [isText ? 'captcha-question' : '', problem === null ? '' : 'captcha-note'].filter((id) => id !== '')
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
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
          inputMode={isText ? 'numeric' : 'text'}
          intent={problem === null ? 'none' : 'danger'}
          onValueChange={onChange}
        />
        {isText ? (
          <span id="captcha-question" className="captcha-question" role="status">
            {captcha?.question}
          </span>
        ) : (
          // The button beside it does the same for the keyboard.
          <button
            type="button"
            className="captcha-image"
            tabIndex={-1}
            onClick={onRefresh}
            aria-label={t('login.captchaRefresh')}
          >
            {captcha?.image_base === undefined ? null : <img src={captcha.image_base} alt={t('login.captchaImage')} />}
          </button>
        )}
        <Button variant="minimal" icon={<Refresh />} aria-label={t('login.captchaRefresh')} onClick={onRefresh} />
      </div>
      <button type="button" className="captcha-switch" onClick={onSwitch}>
        {t(isText ? 'login.captchaPicture' : 'login.captchaText')}
      </button>
    </FormGroup>
  )
}
