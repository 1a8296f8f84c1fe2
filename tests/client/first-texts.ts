import { firstTexts } from '#src/client/messages/texts.ts'
import { needTexts } from '#src/client/platform/i18n/index.ts'

/** As at the start of a page: the texts that are there before anything is drawn. */
await needTexts(firstTexts)
