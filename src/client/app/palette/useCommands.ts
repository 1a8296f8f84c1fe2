import { open } from '#src/client/app/layout/openings.ts'
import { askSignOut } from '#src/client/app/layout/signOut.ts'
import { chooseLanguage } from '#src/client/components/ui/chooseLanguage.ts'
import { type Under, useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { session } from '#src/client/platform/session/index.ts'
import { isDark, setTheme } from '#src/client/platform/theme/theme.ts'
import type { Command } from './items.ts'

/** What the palette can do without the server. */
export function useCommands(): readonly Command[] {
  const t = useT()
  const language = useLanguage()
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
    command('signOut', 'application', () => void askSignOut()),
  ]
}
