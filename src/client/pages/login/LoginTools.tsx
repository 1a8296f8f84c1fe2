import { Button } from '@blueprintjs/core'
import { Flash, Moon } from '@blueprintjs/icons'
import { useState } from 'react'
import { chooseLanguage } from '#src/client/components/ui/chooseLanguage.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { isDark, setTheme } from '#src/client/platform/theme/theme.ts'
import './tools.css'

/** Language and theme before sign-in: two plain switches, so that the page stays light. */
export function LoginTools() {
  const t = useT()
  const other = useLanguage() === 'en' ? 'zhHans' : 'en'
  const [dark, setDark] = useState(isDark)
  const switchTheme = (): void => {
    setTheme(dark ? 'light' : 'dark')
    setDark(!dark)
  }
  return (
    <div className="login-tools">
      <Button
        variant="minimal"
        text={t(`layout.languages.${other}`)}
        lang={other === 'en' ? 'en' : 'zh-Hans'}
        onClick={() => void chooseLanguage(other)}
      />
      <Button
        variant="minimal"
        icon={dark ? <Flash /> : <Moon />}
        aria-label={dark ? t('layout.toLight') : t('layout.toDark')}
        onClick={switchTheme}
      />
    </div>
  )
}
