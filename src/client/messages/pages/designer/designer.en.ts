import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import type zhHans from './designer.zhHans.ts'
import designerBranches from './designer-branches.en.ts'
import designerCanvas from './designer-canvas.en.ts'
import designerCondition from './designer-condition.en.ts'
import designerDesk from './designer-desk.en.ts'
import designerForm from './designer-form.en.ts'
import designerFormula from './designer-formula.en.ts'
import designerNames from './designer-names.en.ts'
import designerNotices from './designer-notices.en.ts'
import designerState from './designer-state.en.ts'

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
) satisfies SameKeys<typeof zhHans>
