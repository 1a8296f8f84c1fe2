import { useT } from '#src/client/i18n/index.ts'
import { PasswordField } from '#src/client/login/PasswordField.tsx'

/** The doer's own password again, for deeds that ask for it (SYS-122). */
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
