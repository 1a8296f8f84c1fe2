import { Button } from '@blueprintjs/core'
import { SmallTick, Translate } from '@blueprintjs/icons'
import { chooseLanguage } from '#src/client/components/ui/chooseLanguage.ts'
import { Menu, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { languages } from '#src/define/messages.ts'

/** 简体中文 or English, each in its own language. */
export function LanguageMenu() {
  const t = useT()
  const current = useLanguage()
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      popoverClassName="navbar-popover"
      content={
        <Menu>
          {languages.map((language) => (
            <MenuItem
              key={language}
              roleStructure="listoption"
              selected={language === current}
              text={t(`layout.languages.${language}`)}
              lang={language === 'en' ? 'en' : 'zh-Hans'}
              onClick={() => void chooseLanguage(language)}
              labelElement={language === current ? <SmallTick /> : null}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" icon={<Translate />} aria-label={t('layout.language')} />
    </PopoverNext>
  )
}
