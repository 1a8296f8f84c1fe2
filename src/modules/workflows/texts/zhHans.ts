import { joinTexts } from '#src/define/messages.ts'
import incident from './incident.zhHans.ts'
import policy from './policy.zhHans.ts'

export default joinTexts(policy, incident)
