import { joinMessages } from '#src/define/messages.ts'
import form from './records-form.messages.ts'
import list from './records-list.messages.ts'

/** Texts of lists, forms and details of records; a record's own words stand beside them under its name. */
export default joinMessages(list, form)
