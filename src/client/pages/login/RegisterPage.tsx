import { Checkbox } from '@blueprintjs/core'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isEmail, isEmployeeNumber, isMobile } from './checks.ts'
import { DepartmentField } from './DepartmentField.tsx'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { PasswordField } from './PasswordField.tsx'
import { isStrong } from './password.ts'
import { TextField } from './TextField.tsx'
import { useEntryForm } from './useEntryForm.ts'

const empty = {
  name: '',
  empNo: '',
  deptId: 0,
  mobile: '',
  email: '',
  password: '',
  passwordConfirm: '',
  agree: false,
}

/** `/register`: asks for an account; an administrator decides (REG). */
export default function RegisterPage() {
  const t = useT()
  useTitle(t('login.register'))
  const form = useEntryForm('/api/register/', empty, (values) => ({
    ...(values.name.trim().length < 2 && { name: t('login.nameRule') }),
    ...(!isEmployeeNumber(values.empNo) && { empNo: t('login.empNoRule') }),
    ...(values.deptId === 0 && { deptId: t('login.chooseDepartment') }),
    ...(!isMobile(values.mobile) && { mobile: t('login.mobileRule') }),
    ...(values.email.trim() !== '' && !isEmail(values.email) && { email: t('login.emailRule') }),
    ...(!isStrong(values.password) && { password: t('login.passwordRule') }),
    ...(values.password !== values.passwordConfirm && { passwordConfirm: t('login.passwordsDiffer') }),
    ...(!values.agree && { agree: t('login.agreeFirst') }),
  }))
  const { values, set, problem } = form
  const agreeProblem = problem('agree')
  return (
    <EntryFrame title={t('login.register')} lead={t('login.registerLead')}>
      <EntryForm form={form} send={t('login.apply')} next={t('login.accountIs', [values.empNo.trim().toLowerCase()])}>
        <div className="login-pair">
          <TextField
            label={t('login.name')}
            name="name"
            value={values.name}
            onChange={(value) => set('name', value)}
            maxLength={20}
            autoComplete="name"
            autoFocus
            problem={problem('name')}
          />
          <TextField
            label={t('login.empNo')}
            name="empNo"
            value={values.empNo}
            onChange={(value) => set('empNo', value.toUpperCase())}
            maxLength={6}
            autoComplete="off"
            problem={problem('empNo')}
          />
        </div>
        <DepartmentField value={values.deptId} onChange={(id) => set('deptId', id)} problem={problem('deptId')} />
        <div className="login-pair">
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
          <TextField
            label={t('login.email')}
            name="email"
            value={values.email}
            onChange={(value) => set('email', value)}
            maxLength={100}
            autoComplete="email"
            inputMode="email"
            problem={problem('email')}
          />
        </div>
        <PasswordField
          label={t('login.password')}
          large
          value={values.password}
          onChange={(value) => set('password', value)}
          autoComplete="new-password"
          help={t('login.passwordRule')}
          problem={problem('password')}
        />
        <PasswordField
          label={t('login.passwordAgain')}
          large
          value={values.passwordConfirm}
          onChange={(value) => set('passwordConfirm', value)}
          autoComplete="new-password"
          problem={problem('passwordConfirm')}
        />
        <Checkbox
          checked={values.agree}
          aria-invalid={agreeProblem !== null}
          aria-describedby={agreeProblem === null ? undefined : 'agree-note'}
          onChange={({ currentTarget }) => set('agree', currentTarget.checked)}
          label={t('login.agree')}
        />
        {agreeProblem === null ? null : (
          <p id="agree-note" className="login-note">
            {agreeProblem}
          </p>
        )}
      </EntryForm>
    </EntryFrame>
  )
}
