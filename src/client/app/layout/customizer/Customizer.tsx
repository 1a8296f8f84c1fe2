import { Button, Classes, Drawer } from '@blueprintjs/core'
import { CrossIcon, Reset } from '@blueprintjs/icons'
import { useState } from 'react'
import { chooseLanguage } from '#src/client/components/ui/chooseLanguage.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { chooseLockSeconds } from '#src/client/platform/session/index.ts'
import { chooseAppearance, restoreAppearance, useAppearance } from '#src/client/platform/theme/index.ts'
import { type Language, languages } from '#src/define/messages.ts'
import { layout } from '../layout.ts'
import { Choice, Toggle } from './controls.tsx'
import { LayoutSection } from './LayoutSection.tsx'
import { LockSeconds } from './LockSeconds.tsx'
import { ThemeSection } from './ThemeSection.tsx'
import './customizer.css'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Every interface setting of specification §4; each applies at once and is kept. */
export default function Customizer({ isOpen, onClose }: Props) {
  const t = useT()
  const { direction } = useAppearance()
  const restore = (): void => {
    restoreAppearance()
    layout.send({ type: 'RESTORE_DEFAULTS' })
    chooseLockSeconds(null)
  }
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      position={direction === 'rtl' ? 'left' : 'right'}
      size={400}
      className="customizer"
      aria-labelledby="customizer-title"
    >
      <header className={Classes.DRAWER_HEADER}>
        <h4 id="customizer-title" className={`${Classes.HEADING} customizer-title`}>
          {t('layout.customizer.title')}
          <small>{t('layout.customizer.lead')}</small>
        </h4>
        <Button variant="minimal" icon={<CrossIcon />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className="customizer-body">
        <ThemeSection />
        <LayoutSection />
        <OtherSection />
      </div>
      <footer className="customizer-foot">
        <Button fill icon={<Reset />} text={t('layout.customizer.restore')} onClick={restore} />
      </footer>
    </Drawer>
  )
}

/** Language, direction, tags, decisions, screen lock. */
export function OtherSection() {
  const t = useT()
  const language = useLanguage()
  // The choice shows at once, also while its texts are on their way.
  const [coming, setComing] = useState<Language | null>(null)
  const { direction, tagsViewCache, undoDecisions } = useAppearance()
  return (
    <section aria-labelledby="customizer-other">
      <h2 id="customizer-other">{t('layout.customizer.otherSection')}</h2>
      <Choice
        legend={t('layout.language')}
        name="language"
        value={coming ?? language}
        options={languages.map((value) => ({ value, text: t(`layout.languages.${value}`) }))}
        onChange={(chosen) => {
          setComing(chosen)
          void chooseLanguage(chosen).then(() => setComing(null))
        }}
      />
      <Choice
        legend={t('layout.customizer.direction')}
        name="direction"
        value={direction}
        options={(['ltr', 'rtl'] as const).map((value) => ({
          value,
          text: t(`layout.customizer.directions.${value}`),
        }))}
        onChange={(value) => chooseAppearance({ direction: value })}
      />
      <Toggle
        label={t('layout.customizer.tagsViewCache')}
        hint={t('layout.customizer.tagsViewCacheHint')}
        checked={tagsViewCache}
        onChange={(value) => chooseAppearance({ tagsViewCache: value })}
      />
      <Toggle
        label={t('layout.customizer.undoDecisions')}
        hint={t('layout.customizer.undoDecisionsHint')}
        checked={undoDecisions}
        onChange={(value) => chooseAppearance({ undoDecisions: value })}
      />
      <LockSeconds />
    </section>
  )
}
