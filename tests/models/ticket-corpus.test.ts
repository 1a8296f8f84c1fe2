/** What publishing proves, over a corpus: every planted fault is found with its shortest path, and nothing else is said (25.10, WFD). */
import { describe, expect, it } from 'vitest'
import { doubts, verify } from '#machines/ticket/verify/verify.ts'
import { workflowsMessages } from '#src/server/messages/workflows.messages.ts'
import { doubtful, faulty, surroundings } from './workflows/faulty.ts'
import { faultyForms } from './workflows/forms.ts'
import { shippedTypes, thresholds } from './workflows/shipped.ts'
import { sound } from './workflows/sound.ts'

const { zhHans, en } = workflowsMessages
const sentences = { zhHans: zhHans.workflow.fault, en: en.workflow.fault }
const names = Object.keys(sentences.zhHans) as (keyof typeof sentences.zhHans)[]

describe('the corpus', () => {
  it('has at least 40 definitions of each kind, and every fault at least once', () => {
    expect(faulty.length).toBeGreaterThanOrEqual(40)
    expect(Object.keys(sound).length + shippedTypes.length).toBeGreaterThanOrEqual(40)
    expect([...new Set([...faulty, ...faultyForms, ...doubtful].map(({ name }) => name))].toSorted()).toEqual(
      names.toSorted(),
    )
  })

  it.each(faulty)('$rule $name: $what', ({ rule, name, path = [], definition, what: _, ...more }) => {
    const found = verify(definition, { ...surroundings, ...more })
    expect(found.map((fault) => ({ rule: fault.rule, key: fault.message.key, path: fault.path }))).toEqual([
      { rule, key: `workflow.fault.${name}`, path },
    ])
  })

  it.each(doubtful)('worth a warning: $rule $name: $what', ({ rule, name, path = [], definition }) => {
    expect(verify(definition, surroundings)).toEqual([])
    expect(doubts(definition, surroundings)).toMatchObject([{ rule, path, message: { key: `workflow.fault.${name}` } }])
  })

  it('does not warn where a policy asks for another approval, nor of shipped types', () => {
    const own = doubtful.filter(({ name }) => name === 'ownApproval')
    const name = { zhHans: '他人审批', en: 'others approve' }
    const policies = [{ name, rule: 'approvals', least: 1 }] as const
    expect(own.flatMap(({ definition }) => doubts(definition, { ...surroundings, policies }))).toEqual([])
    expect(
      shippedTypes.flatMap(({ workflow, fields, known }) => doubts(workflow, { fields, thresholds, known })),
    ).toEqual([])
  })

  it.each(Object.entries(sound))('no false alarm: %s', (_, definition) => {
    expect(verify(definition, surroundings)).toEqual([])
  })

  it.each(names)('%s says what is wrong and how to mend it, in both languages', (name) => {
    expect(sentences.zhHans[name]).toMatch(/：.+/)
    expect(sentences.en[name]).toMatch(/: .+/)
  })

  it('a sentence has a value for each of its gaps', () => {
    const gaps = faulty.flatMap(({ definition, name, rule: _rule, path: _path, what: _what, ...more }) =>
      verify(definition, { ...surroundings, ...more }).flatMap(({ message }) =>
        [...`${sentences.zhHans[name]} ${sentences.en[name]}`.matchAll(/\{(\w+)\}/g)]
          .filter(([, gap = '']) => !(gap in message.params))
          .map(([gap]) => `${name} ${gap}`),
      ),
    )
    expect(gaps).toEqual([])
  })
})
