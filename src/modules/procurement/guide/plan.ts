/** What may be bought how (E14): the method of an amount, its steps and papers, and the form it begins with. Pure. */
import { addDays, addMonths } from '#src/define/days.ts'
import type { DictionaryParam } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { addMoney, compareMoney } from '#src/fields/money/cents.ts'
import { type MethodLimits, methodFor } from '../contract.ts'
import { methodsBeside, needsIntention } from '../purchases/methods.ts'
import { type BuyingStep, type Sentence, stepsOf } from './steps.ts'

/** What a person wants to buy. */
export interface BuyingQuestion {
  /** Entry of dictionary purchaseCategory. */
  readonly category: string
  /** In yuan. */
  readonly amount: string
  /** What it is called; empty where it was not given. */
  readonly name: string
  /** Day on which it is needed; null where it was not given. */
  readonly neededOn: string | null
}

/** An application with first values of its form. */
export interface BuyingStart {
  readonly type: string
  readonly formData: FormData
}

/** What the rules of the applications go by, and what is on record. */
export interface BuyingFacts {
  readonly today: string
  readonly limits: MethodLimits
  /** `wf.t1`: in yuan; a claim above it needs a prior approval. */
  readonly claimLimit: number
  /** `wf.t3`: in yuan; above it the minutes of a meeting are attached. */
  readonly minutesLimit: number
  readonly minQuotes: number
  readonly panelSize: number
  readonly acceptancePanelSize: number
  readonly intentionDays: number
  readonly splitDays: number
  /** PRC-13: in yuan, of all comparisons of the department and category within these days. */
  readonly split: { readonly suspect: string; readonly stop: string }
  readonly boughtBeside: string
  readonly bulkDeadlineDay: number
  /** PRC-23: the earliest month that a bulk purchase may be submitted for. */
  readonly bulkMonth: string
  /** Entry of dictionary bulkCategory that the name belongs to; null for none. */
  readonly bulkCategory: string | null
  /** How a department requests such goods; null where no application hands them out. */
  readonly request: BuyingStart | null
  /** Whether the reader may start applications of this type. */
  readonly mayStart: (type: string) => boolean
}

export interface BuyingPlan {
  /** Entry of dictionary purchaseMethod. */
  readonly method: string
  readonly why: Sentence
  readonly alternatives: readonly string[]
  readonly steps: readonly BuyingStep[]
  readonly warnings: readonly Sentence[]
  /** What the reader begins with; null where nothing is theirs to start. */
  readonly start: BuyingStart | null
}

/** Shortest name that the items of the forms take. */
const MIN_NAME = 2
/** Shortest name of an intention (22.6). */
const MIN_INTENTION_NAME = 5

const methodParam = (value: string): DictionaryParam => ({ dictionary: 'purchaseMethod', value })

function whyOf(method: string, { amount, name }: BuyingQuestion, { limits }: BuyingFacts): Sentence {
  const { direct, comparison, inquiry } = limits
  const bounds: Readonly<Record<string, readonly number[]>> = {
    direct: [direct],
    comparison: [direct, comparison],
    inquiry: [comparison, inquiry],
    publicTender: [inquiry],
  }
  return method === 'bulk'
    ? { key: 'procurement.buying.why.bulk', params: [name] }
    : { key: `procurement.buying.why.${method}`, params: [amount, ...(bounds[method] ?? [])] }
}

/** PRC-13: what the comparison will be answered. */
function splitWarnings({ amount }: BuyingQuestion, facts: BuyingFacts): readonly Sentence[] {
  const { split, splitDays, boughtBeside, limits } = facts
  const total = addMoney(boughtBeside, amount)
  if (compareMoney(total, split.stop) > 0)
    return [
      {
        key: 'procurement.buying.warning.splitStop',
        params: [splitDays, total, split.stop, methodParam(methodFor(total, limits))],
      },
    ]
  return compareMoney(total, split.suspect) > 0
    ? [{ key: 'procurement.buying.warning.splitSuspect', params: [splitDays, total, split.suspect] }]
    : []
}

/** PRC-02: the first day on which a purchase may begin whose intention is published today. */
export const earliestStart = ({ today, intentionDays }: Pick<BuyingFacts, 'today' | 'intentionDays'>): string =>
  addDays(today, intentionDays)

function warningsOf(method: string, question: BuyingQuestion, facts: BuyingFacts): readonly Sentence[] {
  const { neededOn } = question
  if (method === 'comparison') return splitWarnings(question, facts)
  if (method === 'bulk')
    return [
      { key: 'rules.rule.PRC-23', params: [facts.bulkDeadlineDay, facts.bulkMonth] },
      ...(neededOn !== null && neededOn < `${facts.bulkMonth}-01`
        ? [{ key: 'procurement.buying.warning.bulkLate', params: [facts.bulkMonth] }]
        : []),
    ]
  if (!needsIntention(method, question.amount, facts.limits)) return []
  const earliest = earliestStart(facts)
  return [
    { key: 'procurement.buying.warning.intentionFirst', params: [facts.intentionDays, earliest] },
    ...(neededOn !== null && neededOn < earliest
      ? [{ key: 'procurement.buying.warning.tooEarly', params: [neededOn, earliest] }]
      : []),
  ]
}

/** The first whole month that leaves the days of publication (22.6). */
function expectedMonth({ neededOn }: BuyingQuestion, facts: BuyingFacts): string {
  const earliest = earliestStart(facts)
  const first = addMonths(earliest.slice(0, 7), earliest.endsWith('-01') ? 0 : 1)
  return neededOn !== null && neededOn.slice(0, 7) > first ? neededOn.slice(0, 7) : first
}

/** The form that the method begins with, for people who may start it; in their order. */
function startsOf(method: string, question: BuyingQuestion, facts: BuyingFacts): readonly BuyingStart[] {
  const { category, amount, name } = question
  const named = name.length >= MIN_NAME
  const approval: BuyingStart = {
    type: 'preApproval',
    formData: {
      category: category === 'services' ? 'service' : 'purchase',
      purchaseMethod: method,
      items: [{ ...(named && { name }), qty: '1.00', price: amount }],
    },
  }
  if (method === 'bulk')
    return [
      { type: 'bulkProject', formData: { bulkCategory: facts.bulkCategory, periodMonth: facts.bulkMonth } },
      ...(facts.request === null ? [] : [facts.request]),
    ]
  if (method === 'direct')
    return Number(amount) > facts.claimLimit
      ? [approval]
      : [{ type: 'financialReimbursementOne', formData: { lines: [{ ...(named && { description: name }), amount }] } }]
  if (method === 'comparison')
    return [
      {
        type: 'comparison',
        formData: {
          category,
          ...(named && { subjectName: name }),
          items: [{ ...(named && { name }), qty: 1, budgetPrice: amount }],
        },
      },
    ]
  const intention: BuyingStart = {
    type: 'intentionOpen',
    formData: {
      ...(name.length >= MIN_INTENTION_NAME && { projectName: name }),
      category,
      amount,
      expectedMonth: expectedMonth(question, facts),
    },
  }
  return [intention, approval]
}

/** PRC-01, PRC-24: goods of the bulk list are bought in bulk, everything else by its amount. */
export function planOf(question: BuyingQuestion, facts: BuyingFacts): BuyingPlan {
  const method = facts.bulkCategory === null ? methodFor(question.amount, facts.limits) : 'bulk'
  return {
    method,
    why: whyOf(method, question, facts),
    alternatives: methodsBeside(method),
    steps: stepsOf(method, question, facts),
    warnings: warningsOf(method, question, facts),
    start: startsOf(method, question, facts).find(({ type }) => facts.mayStart(type)) ?? null,
  }
}
