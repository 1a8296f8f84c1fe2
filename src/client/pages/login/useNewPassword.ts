import type { Problem } from '#machines/session/session.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useEntryInputs } from './entry/useEntryInputs.ts'
import { isStrong } from './password.ts'
import { useRefusalText } from './SessionRefusal.tsx'

const initial = { oldPassword: '', newPassword: '', confirm: '' }

/** The fields of a change of one's own password: the old one, and the new one twice. */
export function useNewPassword(refusal: Problem | null) {
  const t = useT()
  const textOf = useRefusalText()
  return useEntryInputs({
    initial,
    check: ({ oldPassword, newPassword, confirm }) => ({
      ...(oldPassword === '' && { oldPassword: t('login.required') }),
      ...(!isStrong(newPassword) && { newPassword: t('login.passwordRule') }),
      ...(newPassword !== confirm && { confirm: t('login.passwordsDiffer') }),
    }),
    refusedAt: (field) => (refusal?.field === field ? textOf(refusal) : null),
  })
}
