import { isBlank, visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isEmail, isEmployeeNumber, isMobile } from './entry/checks.ts'
import { EntryForm } from './entry/EntryForm.tsx'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { useEntryForm } from './entry/useEntryForm.ts'
import { CheckField } from './fields/CheckField.tsx'
import { DepartmentField } from './fields/DepartmentField.tsx'
import { PasswordField } from './fields/PasswordField.tsx'
import { TextField } from './fields/TextField.tsx'
import { isStrong } from './password.ts'

const empty = {
  name: '',
  empNo: '',
  deptId: 0,
  mobile: '',
  email: '',
  password: '',
  passwordConfirm: '',
  agree: false,
  captcha: '',
}

/** `/register`: asks for an account; an administrator decides (REG). */
export default function RegisterPage() {
  const t = useT()
  useTitle(t('login.register'))
  const form = useEntryForm('/api/register/', empty, (values) => ({
    ...(visibleLength(values.name) < 2 && { name: t('login.nameRule') }),
    ...(!isEmployeeNumber(values.empNo) && { empNo: t('login.empNoRule') }),
    ...(values.deptId === 0 && { deptId: t('login.chooseDepartment') }),
    ...(!isMobile(values.mobile) && { mobile: t('login.mobileRule') }),
    ...(!isBlank(values.email) && !isEmail(values.email) && { email: t('login.emailRule') }),
    ...(!isStrong(values.password) && { password: t('login.passwordRule') }),
    ...(values.password !== values.passwordConfirm && { passwordConfirm: t('login.passwordsDiffer') }),
    ...(!values.agree && { agree: t('login.agreeFirst') }),
  }))
  const { values, input } = form
  const [empNo, agree] = [input('empNo'), input('agree')]
  return (
    <EntryFrame title={t('login.register')} lead={t('login.registerLead')}>
      <EntryForm form={form} send={t('login.apply')} next={t('login.accountIs', [values.empNo.trim().toLowerCase()])}>
        <div className="login-pair">
          <TextField label={t('login.name')} {...input('name')} maxLength={20} autoComplete="name" autoFocus />
          <TextField
            label={t('login.empNo')}
            {...empNo}
            onChange={(value) => empNo.onChange(value.toUpperCase())}
            maxLength={6}
            autoComplete="off"
          />
        </div>
        <DepartmentField {...input('deptId')} />
        <div className="login-pair">
          <TextField
            label={t('login.mobile')}
            {...input('mobile')}
            maxLength={11}
            autoComplete="tel-national"
            inputMode="tel"
          />
          <TextField
            label={t('login.email')}
            {...input('email')}
            maxLength={100}
            autoComplete="email"
            inputMode="email"
          />
        </div>
        <PasswordField
          label={t('login.password')}
          large
          {...input('password')}
          autoComplete="new-password"
          help={t('login.passwordRule')}
        />
        <PasswordField
          label={t('login.passwordAgain')}
          large
          {...input('passwordConfirm')}
          autoComplete="new-password"
        />
        <CheckField
          label={t('login.agree')}
          name={agree.name}
          isChecked={agree.value}
          problem={agree.problem}
          onChange={agree.onChange}
        />
      </EntryForm>
    </EntryFrame>
  )
}
