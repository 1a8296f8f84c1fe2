import { MAX_ADDED, MAX_TRANSFERS } from '#machines/ticket/engine/limits.ts'
import { RuleError } from '#src/define/problem.ts'

/** Why people cannot be handed work or be called in, in the words of what was asked (WF-10, 25.5), at the field that names them. */
export function cannotCall(type: 'transfer' | 'delegate' | 'addSign'): RuleError {
  if (type === 'addSign') return new RuleError('wf.cannotAddSigner', MAX_ADDED).at('userIds')
  return (type === 'delegate' ? new RuleError('wf.cannotConsult') : new RuleError('rule.WF-10', MAX_TRANSFERS)).at(
    'userId',
  )
}
