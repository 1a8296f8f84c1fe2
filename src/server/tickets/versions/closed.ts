import { RuleError } from '#src/define/problem.ts'

/** Why no ticket of a type can begin: it is disabled (APP-01). */
export const closedType = (): RuleError => new RuleError('wf.disabled')
