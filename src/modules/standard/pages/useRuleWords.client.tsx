import { useMemo } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { lifeWords, quantityWords, targetWords } from '../entitlement/rule-words.ts'
import type { StandardRule } from '../entitlement/standard-rule.ts'

export interface RuleWords {
  readonly target: (rule: StandardRule, deptName: string) => string
  readonly quantity: (rule: StandardRule, unit: string) => string
  /** Empty when the standard states none. */
  readonly life: (rule: StandardRule) => string
}

/** Standards in the reader's language. */
export function useRuleWords(): RuleWords {
  const t = useT()
  const text = useProblemText()
  return useMemo(() => {
    const join = (words: ReturnType<typeof lifeWords>): string => words.map(text).join(t('standard.words.separator'))
    return {
      target: (rule, deptName) => join(targetWords(rule.target, deptName)),
      quantity: (rule, unit) => join(quantityWords(rule, unit)),
      life: (rule) => join(lifeWords(rule)),
    }
  }, [t, text])
}
