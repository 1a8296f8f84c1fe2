import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useSession } from '#src/client/platform/session/useSession.ts'

/** What the product is called here: `base.siteTitle` where an administrator gave it a name of their own, else the product's name in the reader's language. */
export function useSiteTitle(): string {
  const t = useT()
  const language = useLanguage()
  const configured = useSession((moment) => moment.context.startUp?.settings['base.siteTitle'])
  const isShipped = configured === t('layout.shippedSite')
  const named = typeof configured === 'string' && !isBlank(configured) && !(isShipped && language === 'en')
  return named ? configured.trim() : t('common.product')
}
