import { joinTexts } from '#src/define/messages.ts'
import designerBranches from './designer-branches.zhHans.ts'
import designerCanvas from './designer-canvas.zhHans.ts'
import designerCondition from './designer-condition.zhHans.ts'
import designerDesk from './designer-desk.zhHans.ts'
import designerForm from './designer-form.zhHans.ts'
import designerFormula from './designer-formula.zhHans.ts'
import designerNames from './designer-names.zhHans.ts'
import designerNotices from './designer-notices.zhHans.ts'
import designerState from './designer-state.zhHans.ts'

export default joinTexts(
  designerDesk,
  designerCanvas,
  designerState,
  designerCondition,
  designerForm,
  designerFormula,
  designerBranches,
  designerNotices,
  designerNames,
)
