import { firstTexts } from 'virtual:first-texts'
import { needTexts } from '#src/client/platform/i18n/index.ts'

/** As at the start of a page: the texts that are there before anything is drawn. */
await needTexts(firstTexts)
