import { joinTexts } from '#src/define/messages.ts'
import standardPages from '../pages/standard-pages.zhHans.ts'
import standard from './standard.zhHans.ts'
import standardReads from './standard-reads.zhHans.ts'

export default joinTexts(standard, standardPages, standardReads)
