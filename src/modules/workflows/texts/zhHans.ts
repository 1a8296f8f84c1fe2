import { joinTexts } from '#src/define/messages.ts'
import coming from './coming.zhHans.ts'
import incident from './incident.zhHans.ts'
import policy from './policy.zhHans.ts'

export default joinTexts(coming, policy, incident)
