import { Desktop, Flash, Moon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { chooseAppearance, useAppearance } from '#src/client/platform/theme/index.ts'
import { Colours } from './Colours.tsx'
import { Choice, Toggle } from './controls.tsx'
import { Sketch } from './Sketch.tsx'

const icons = { light: <Flash size={20} />, dark: <Moon size={20} />, system: <Desktop size={20} /> }

/** Colours and surfaces. */
export function ThemeSection() {
  const t = useT()
  const { theme, skin, semiDark, primaryLight, primaryDark } = useAppearance()
  return (
    <section aria-labelledby="customizer-theme">
      <h2 id="customizer-theme">{t('layout.customizer.themeSection')}</h2>
      <Choice
        legend={t('layout.customizer.theme')}
        name="theme"
        value={theme}
        options={(['light', 'dark', 'system'] as const).map((value) => ({
          value,
          text: t(`layout.themes.${value}`),
          picture: icons[value],
        }))}
        onChange={(value) => chooseAppearance({ theme: value })}
      />
      <Colours
        legend={t('layout.customizer.primaryLight')}
        name="primaryLight"
        value={primaryLight}
        onChange={(value) => chooseAppearance({ primaryLight: value })}
      />
      <Colours
        legend={t('layout.customizer.primaryDark')}
        name="primaryDark"
        value={primaryDark}
        onChange={(value) => chooseAppearance({ primaryDark: value })}
      />
      <Choice
        legend={t('layout.customizer.skin')}
        name="skin"
        value={skin}
        options={(['default', 'bordered'] as const).map((value) => ({
          value,
          text: t(`layout.customizer.skins.${value}`),
          picture: <Sketch of={value} />,
        }))}
        onChange={(value) => chooseAppearance({ skin: value })}
      />
      <Toggle
        label={t('layout.customizer.semiDark')}
        hint={t('layout.customizer.semiDarkHint')}
        checked={semiDark}
        onChange={(value) => chooseAppearance({ semiDark: value })}
      />
    </section>
  )
}
