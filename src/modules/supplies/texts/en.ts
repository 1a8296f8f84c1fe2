import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import clothing from '../clothing/clothing.en.ts'
import counter from '../counter/counter.en.ts'
import parts from '../parts/parts.en.ts'
import survey from '../survey/survey.en.ts'
import supplies from './supplies.en.ts'
import suppliesReads from './supplies-reads.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(supplies, parts, counter, clothing, survey, suppliesReads) satisfies SameKeys<typeof zhHans>
