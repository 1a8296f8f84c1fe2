import { type Under, useLanguage, useT } from '#src/client/i18n/index.ts'
import { open } from '#src/client/layout/openings.ts'
import { session } from '#src/client/session/index.ts'
import { isDark, setTheme } from '#src/client/theme/theme.ts'
import { chooseLanguage } from '#src/client/ui/chooseLanguage.ts'
import { confirmDialog } from '#src/client/ui/index.ts'
import type { Command } from './items.ts'

/** What the palette can do without the server. */
export function useCommands(): readonly Command[] {
  const t = useT()
  const language = useLanguage()
  const leave = async (): Promise<void> => {
    if (await confirmDialog({ text: t('layout.confirmSignOut') })) session.send({ type: 'SIGN_OUT' })
  }
  const command = (id: Under<'palette.command'>, icon: string, run: () => void): Command => ({
    id,
    title: t(`palette.command.${id}`),
    keys: t(`palette.keys.${id}`),
    icon,
    run,
  })
  return [
    isDark() ? command('light', 'build', () => setTheme('light')) : command('dark', 'build', () => setTheme('dark')),
    language === 'en'
      ? command('chinese', 'application', () => void chooseLanguage('zhHans'))
      : command('english', 'application', () => void chooseLanguage('en')),
    command('settings', 'cog', () => open('customizer')),
    command('lock', 'build', () => session.send({ type: 'LOCK' })),
    command('signOut', 'application', () => void leave()),
  ]
}
