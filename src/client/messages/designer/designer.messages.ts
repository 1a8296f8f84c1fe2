import { joinMessages } from '#src/define/messages.ts'
import branches from './designer-branches.messages.ts'
import canvas from './designer-canvas.messages.ts'
import condition from './designer-condition.messages.ts'
import desk from './designer-desk.messages.ts'
import form from './designer-form.messages.ts'
import notices from './designer-notices.messages.ts'
import state from './designer-state.messages.ts'

/** All texts of the workflow designer, each topic in a file of its own. */
export default joinMessages(desk, canvas, state, condition, form, branches, notices)
