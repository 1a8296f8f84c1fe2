import { joinTexts } from '#src/define/messages.ts'
import recordsForm from './records-form.zhHans.ts'
import recordsList from './records-list.zhHans.ts'

export default joinTexts(recordsList, recordsForm)
