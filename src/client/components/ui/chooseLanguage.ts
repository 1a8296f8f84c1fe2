import { setLanguage, t } from '#src/client/platform/i18n/index.ts'
import type { Language } from '#src/define/messages.ts'
import { toast } from './popups/toast.ts'

/** Switches the language, and is done when it is spoken; says so where its texts cannot be fetched, and stays with what is there. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language).catch(() => toast('danger', t('http.network')))
}
