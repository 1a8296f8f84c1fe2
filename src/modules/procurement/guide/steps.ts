/** The steps of a purchase in their order: who takes them, and which papers they need (E14). Pure. */
import type { ProblemParam } from '#src/define/problem.ts'
import { needsIntention } from '../purchases/methods.ts'
import type { BuyingFacts, BuyingQuestion } from './plan.ts'

/** A text of the module by its key, with the values of its places. */
export interface Sentence {
  readonly key: string
  readonly params: readonly ProblemParam[]
}

export interface BuyingStep {
  /** That of a filing takes the title of its application. */
  readonly title: Sentence
  /** Who takes it: the reader's department or the procurement officers. */
  readonly by: 'department' | 'officer'
  readonly papers: readonly Sentence[]
  /** The application that it files; null for work without one. */
  readonly type: string | null
  /** Page on which its work is done; null for none. */
  readonly page: StepPage | null
}

export type StepPage =
  | '/procurement/disclosure-intention'
  | '/procurement/project-purchasing'
  | '/procurement/selective-module'

const step = (
  key: string,
  more: Partial<BuyingStep> & { readonly params?: readonly ProblemParam[] } = {},
): BuyingStep => {
  const { params = [], ...rest } = more
  return {
    title: { key: `procurement.buying.step.${key}`, params },
    by: 'department',
    papers: [],
    type: null,
    page: null,
    ...rest,
  }
}
const paper = (key: string, ...params: readonly ProblemParam[]): Sentence => ({
  key: `procurement.buying.paper.${key}`,
  params,
})
const filing = (type: string, more: Partial<BuyingStep> = {}): BuyingStep => ({
  ...step('file', more),
  type,
})

/** The same minutes for every application above `wf.t3`. */
const minutesOf = ({ amount }: BuyingQuestion, { minutesLimit }: BuyingFacts): readonly Sentence[] =>
  Number(amount) > minutesLimit ? [paper('minutes', minutesLimit)] : []

/** From the signature to the payment. */
const fulfilment = ({ acceptancePanelSize }: BuyingFacts): readonly BuyingStep[] => [
  step('contract', {
    by: 'officer',
    papers: [paper('contract'), paper('seal')],
    page: '/procurement/project-purchasing',
  }),
  step('acceptance', {
    by: 'officer',
    papers: [paper('acceptance', acceptancePanelSize)],
    page: '/procurement/project-purchasing',
  }),
  filing('financialReimbursementThree', { by: 'officer', papers: [paper('invoice')] }),
]

function directSteps(question: BuyingQuestion, facts: BuyingFacts): readonly BuyingStep[] {
  const bought = step('buy', { papers: [paper('invoice')] })
  if (Number(question.amount) <= facts.claimLimit)
    return [bought, filing('financialReimbursementOne', { papers: [paper('invoice')] })]
  return [
    filing('preApproval', { papers: minutesOf(question, facts) }),
    bought,
    filing('financialReimbursementTwo', { papers: [paper('invoice')] }),
  ]
}

/** The steps of the method for this question. */
export function stepsOf(method: string, question: BuyingQuestion, facts: BuyingFacts): readonly BuyingStep[] {
  const minutes = minutesOf(question, facts)
  if (method === 'direct') return directSteps(question, facts)
  if (method === 'comparison')
    return [
      step('quotes', { params: [facts.minQuotes], papers: [paper('quotes')] }),
      filing('comparison', { papers: [paper('panel', facts.panelSize), ...minutes] }),
      ...fulfilment(facts),
    ]
  if (method === 'bulk')
    return [
      ...(facts.request === null ? [step('tell')] : [filing(facts.request.type)]),
      filing('bulkProject', { by: 'officer', papers: minutes }),
      ...fulfilment(facts),
    ]
  return [
    ...(needsIntention(method, question.amount, facts.limits)
      ? [
          filing('intentionOpen', { by: 'officer', papers: [paper('demand'), ...minutes] }),
          step('publish', {
            by: 'officer',
            params: [facts.intentionDays],
            page: '/procurement/disclosure-intention',
          }),
        ]
      : []),
    filing('preApproval', { papers: [paper('estimate'), ...minutes] }),
    step('select', {
      by: 'officer',
      params: [{ dictionary: 'purchaseMethod', value: method }],
      papers: [paper('selection')],
      page: method === 'inquiry' ? '/procurement/selective-module' : '/procurement/project-purchasing',
    }),
    ...fulfilment(facts),
  ]
}
