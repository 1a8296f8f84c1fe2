import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

/** The doer's own password again, for actions that ask for it (SYS-122). */
export function OwnPassword({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const t = useT()
  return (
    <PasswordField
      label={t('records.form.ownPassword')}
      help={t('records.form.ownPasswordHelp')}
      value={value}
      autoComplete="current-password"
      onChange={onChange}
    />
  )
}
