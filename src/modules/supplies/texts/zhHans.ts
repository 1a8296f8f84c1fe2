import { joinTexts } from '#src/define/messages.ts'
import clothing from '../clothing/clothing.zhHans.ts'
import counter from '../counter/counter.zhHans.ts'
import parts from '../parts/parts.zhHans.ts'
import survey from '../survey/survey.zhHans.ts'
import supplies from './supplies.zhHans.ts'
import suppliesReads from './supplies-reads.zhHans.ts'

export default joinTexts(supplies, parts, counter, clothing, survey, suppliesReads)
