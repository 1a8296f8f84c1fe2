import { useT } from '#src/client/platform/i18n/index.ts'
import { chooseAppearance, useAppearance } from '#src/client/platform/theme/index.ts'
import { layout, useArrangement, useLayoutChoice } from '../layout.ts'
import { Choice, Toggle } from './controls.tsx'
import { Sketch } from './Sketch.tsx'

const bars = ['sticky', 'static', 'hidden'] as const
type NavigationChoice = 'vertical' | 'collapsed' | 'horizontal'

function chooseNavigation(value: NavigationChoice): void {
  layout.send({ type: 'CHOOSE_NAVIGATION', navigation: value === 'horizontal' ? 'horizontal' : 'vertical' })
  if (value !== 'horizontal') layout.send({ type: 'CHOOSE_COLLAPSED', collapsed: value === 'collapsed' })
}

/** Where things stand, and whether they stay there. */
export function LayoutSection() {
  const t = useT()
  const { contentWidth, navbar, navbarBlur, horizontalNav, footer } = useAppearance()
  const { navigation, collapsed } = useLayoutChoice()
  const { overlay } = useArrangement()
  const barOptions = bars.map((value) => ({ value, text: t(`layout.customizer.bars.${value}`) }))
  return (
    <section aria-labelledby="customizer-layout">
      <h2 id="customizer-layout">{t('layout.customizer.layoutSection')}</h2>
      <Choice<NavigationChoice>
        legend={t('layout.customizer.navigation')}
        name="navigation"
        value={navigation === 'horizontal' ? 'horizontal' : collapsed ? 'collapsed' : 'vertical'}
        options={(['vertical', 'collapsed', 'horizontal'] as const).map((value) => ({
          value,
          text: t(`layout.customizer.navigations.${value}`),
          picture: <Sketch of={value} />,
        }))}
        onChange={chooseNavigation}
      />
      {overlay === 'none' ? null : <p className="customizer-hint">{t('layout.customizer.narrowHint')}</p>}
      <Choice
        legend={t('layout.customizer.contentWidth')}
        name="contentWidth"
        value={contentWidth}
        options={(['fluid', 'boxed'] as const).map((value) => ({
          value,
          text: t(`layout.customizer.contentWidths.${value}`),
          picture: <Sketch of={value} />,
        }))}
        onChange={(value) => chooseAppearance({ contentWidth: value })}
      />
      <Choice
        legend={t('layout.customizer.navbar')}
        name="navbar"
        value={navbar}
        options={barOptions}
        onChange={(value) => chooseAppearance({ navbar: value })}
      />
      <Toggle
        label={t('layout.customizer.navbarBlur')}
        hint={t('layout.customizer.navbarBlurHint')}
        checked={navbarBlur}
        onChange={(value) => chooseAppearance({ navbarBlur: value })}
      />
      <Choice
        legend={t('layout.customizer.horizontalNav')}
        name="horizontalNav"
        value={horizontalNav}
        options={barOptions}
        onChange={(value) => chooseAppearance({ horizontalNav: value })}
      />
      <Choice
        legend={t('layout.customizer.footer')}
        name="footer"
        value={footer}
        options={barOptions}
        onChange={(value) => chooseAppearance({ footer: value })}
      />
    </section>
  )
}
