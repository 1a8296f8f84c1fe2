import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isMobile } from './entry/checks.ts'
import { EntryForm } from './entry/EntryForm.tsx'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { useEntryForm } from './entry/useEntryForm.ts'
import { TextField } from './fields/TextField.tsx'

/** `/misc/forgot-password`: asks a security administrator to verify who it is (FGT-01: the answer never tells whether the data match). */
export default function ForgotPasswordPage() {
  const t = useT()
  useTitle(t('login.forgot'))
  const form = useEntryForm(
    '/api/forgot_password/',
    { username: '', mobile: '', captcha: '' },
    ({ username, mobile }) => ({
      ...(visibleLength(username) < 2 && { username: t('login.required') }),
      ...(!isMobile(mobile) && { mobile: t('login.mobileRule') }),
    }),
  )
  const { input } = form
  return (
    <EntryFrame title={t('login.forgot')} lead={t('login.forgotLead')}>
      <EntryForm form={form} send={t('login.askReset')} next={t('login.resetNext')}>
        <TextField
          label={t('login.username')}
          {...input('username')}
          maxLength={64}
          autoComplete="username"
          autoFocus
        />
        <TextField
          label={t('login.mobile')}
          {...input('mobile')}
          maxLength={11}
          autoComplete="tel-national"
          inputMode="tel"
        />
      </EntryForm>
    </EntryFrame>
  )
}
