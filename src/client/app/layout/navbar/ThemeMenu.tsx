import { Button } from '@blueprintjs/core'
import { Desktop, Flash, Moon, SmallTick } from '@blueprintjs/icons'
import { Menu, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { chooseAppearance, useAppearance } from '#src/client/platform/theme/index.ts'

const choices = [
  { theme: 'light', icon: <Flash /> },
  { theme: 'dark', icon: <Moon /> },
  { theme: 'system', icon: <Desktop /> },
] as const

/** Light, dark, or as the operating system. */
export function ThemeMenu() {
  const t = useT()
  const { theme: current } = useAppearance()
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      popoverClassName="navbar-popover"
      content={
        <Menu>
          {choices.map(({ theme, icon }) => (
            <MenuItem
              key={theme}
              roleStructure="listoption"
              selected={theme === current}
              icon={icon}
              text={t(`layout.themes.${theme}`)}
              onClick={() => chooseAppearance({ theme })}
              labelElement={theme === current ? <SmallTick /> : null}
            />
          ))}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        icon={choices.find(({ theme }) => theme === current)?.icon ?? null}
        aria-label={t('layout.theme')}
        title={t('layout.theme')}
      />
    </PopoverNext>
  )
}
