import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import maintenance from '../maintenance.en.ts'
import repair from '../orders/repair.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(maintenance, repair) satisfies SameKeys<typeof zhHans>
