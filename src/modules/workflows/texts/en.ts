import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import incident from './incident.en.ts'
import policy from './policy.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(policy, incident) satisfies SameKeys<typeof zhHans>
