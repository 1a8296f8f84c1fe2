/** A condition as a sentence: `金额大于 5,000 且 申请人职级为处级或局级`. */
import { isReference, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Condition, FactValue } from '#machines/ticket/definition/definition.ts'
import { isGroup, joinOf, partsOf } from './conditions.ts'

/** The words of a language for it. */
export interface ConditionWords {
  readonly comparison: (leaf: Leaf, value: string) => string
  readonly value: (field: string, value: FactValue) => string
  /** Name of a fact a value is compared with, e.g. a threshold. */
  readonly reference: (fact: string) => string
  readonly all: string
  readonly any: string
  readonly open: string
  readonly close: string
}

function valueText({ field, value }: Leaf, words: ConditionWords): string {
  if (value === undefined) return ''
  if (isReference(value)) return words.reference(value.fact)
  const list = Array.isArray(value) ? (value as readonly FactValue[]) : [value as FactValue]
  return list.map((one) => words.value(field, one)).join(words.any)
}

/** The sentence; groups inside a group of the other kind stand in brackets. */
export function sentenceOf(condition: Condition, words: ConditionWords): string {
  if (!isGroup(condition)) return words.comparison(condition, valueText(condition, words))
  const join = joinOf(condition)
  return partsOf(condition)
    .map((part) => {
      const sentence = sentenceOf(part, words)
      const isMixed = isGroup(part) && joinOf(part) !== join && partsOf(part).length > 1
      return isMixed ? `${words.open}${sentence}${words.close}` : sentence
    })
    .join(words[join])
}
