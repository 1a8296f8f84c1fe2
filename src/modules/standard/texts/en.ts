import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import standardPages from '../pages/standard-pages.en.ts'
import standard from './standard.en.ts'
import standardReads from './standard-reads.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(standard, standardPages, standardReads) satisfies SameKeys<typeof zhHans>
