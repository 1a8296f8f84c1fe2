import type { Translate } from '#src/client/platform/i18n/index.ts'
import type { ImportResult } from '#src/define/answers/records.ts'

/** What an import did: what was written, and what waits for a second person. */
export const importedText = (t: Translate, { created, updated, proposed = 0 }: ImportResult): string =>
  proposed === 0
    ? t('records.import.done', [created, updated])
    : t('records.import.doneProposed', [created, updated, proposed])
