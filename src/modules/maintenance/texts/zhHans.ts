import { joinTexts } from '#src/define/messages.ts'
import maintenance from '../maintenance.zhHans.ts'
import repair from '../orders/repair.zhHans.ts'

export default joinTexts(maintenance, repair)
