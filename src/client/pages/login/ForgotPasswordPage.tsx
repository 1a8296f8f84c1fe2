import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isMobile } from './checks.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { TextField } from './TextField.tsx'
import { useEntryForm } from './useEntryForm.ts'

/** `/misc/forgot-password`: asks a security administrator to verify who it is (FGT-01: the answer never tells whether the data match). */
export default function ForgotPasswordPage() {
  const t = useT()
  useTitle(t('login.forgot'))
  const form = useEntryForm('/api/forgot_password/', { username: '', mobile: '' }, ({ username, mobile }) => ({
    ...(username.trim().length < 2 && { username: t('login.required') }),
    ...(!isMobile(mobile) && { mobile: t('login.mobileRule') }),
  }))
  const { values, set, problem } = form
  return (
    <EntryFrame title={t('login.forgot')} lead={t('login.forgotLead')}>
      <EntryForm form={form} send={t('login.askReset')} next={t('login.resetNext')}>
        <TextField
          label={t('login.username')}
          name="username"
          value={values.username}
          onChange={(value) => set('username', value)}
          maxLength={64}
          autoComplete="username"
          autoFocus
          problem={problem('username')}
        />
        <TextField
          label={t('login.mobile')}
          name="mobile"
          value={values.mobile}
          onChange={(value) => set('mobile', value)}
          maxLength={11}
          autoComplete="tel-national"
          inputMode="tel"
          problem={problem('mobile')}
        />
      </EntryForm>
    </EntryFrame>
  )
}
