import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import type zhHans from './records.zhHans.ts'
import recordsForm from './records-form.en.ts'
import recordsList from './records-list.en.ts'

export default joinTexts(recordsList, recordsForm) satisfies SameKeys<typeof zhHans>
