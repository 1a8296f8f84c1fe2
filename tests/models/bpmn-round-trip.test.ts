/** A workflow that leaves as BPMN and comes in again is the same workflow, and other tools can read what left (25.11). */
import { BpmnModdle } from 'bpmn-moddle'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { fromBpmn } from '#machines/ticket/formats/bpmn/import.ts'
import { toBpmn } from '#machines/ticket/formats/bpmn/write.ts'
import { conditionIn } from '#machines/ticket/formats/conditionIn.ts'
import { conditionText } from '#machines/ticket/formats/words.ts'
import { inclusive, parallel } from './workflows/branching.ts'
import { soundForms } from './workflows/forms.ts'
import { shippedTypes } from './workflows/shipped.ts'
import { row, state } from './workflows/small.ts'
import { earlier, sound } from './workflows/sound.ts'

const corpus: readonly (readonly [string, WorkflowDefinition])[] = [
  ...Object.entries(sound),
  ...earlier.map((definition) => [definition.key, definition] as const),
  ...soundForms.map(({ what, definition }) => [what, definition] as const),
]
const people = [
  { type: 'role', role: 'office' },
  { type: 'divisionLeader', dept: 'D-04' },
  { type: 'parentDeptLeader' },
] as const
const timers = [
  { key: 'soon', afterHours: 1.5, action: 'remind', pause: true },
  { key: 'again', afterHours: 8, action: 'remind', everyHours: 8, times: 3 },
  { key: 'later', afterHours: 24.123, action: 'remind', everyHours: 4, times: 20 },
  { key: 'up', afterHours: 36, action: 'escalate', to: { type: 'several', of: people } },
  { key: 'on', afterHours: 40, action: 'transfer', to: { type: 'user', userId: 12 } },
  { key: 'yes', afterHours: 48, action: 'autoPass' },
] as const
/** Whatever a definition can say that no sound one of the corpus does. */
const everything: WorkflowDefinition = {
  ...row([
    state('first', {
      timers,
      fields: { note: 'hidden', amount: 'write', day: 'required' },
      participant: { type: 'several', of: [{ type: 'applicant' }] },
      emptyPolicy: { type: 'toUser', userId: 9 },
      mode: 'ratio',
      ratio: 66,
      signersAdvise: true,
      requireComment: true,
      claim: false,
    }),
    state('second', {
      name: { zhHans: '“复核” <二>&\'"', en: '' },
      timers: [{ ...timers[5], action: 'autoReject', pause: false }],
      eligiblePeople: { type: 'named', departments: ['D-04'], roles: ['office', 'cashier'] },
      requireSignature: { all: [{ field: 'note', op: 'eq', value: 'it\'s "so"' }] },
      onReject: { state: 'first' },
    }),
    state('third', {
      timers: [{ ...timers[5], action: 'close', pause: true }],
      enterWhen: { field: 'amount', op: 'gt', value: 100 },
      skipReason: { zhHans: '不超过{amount}元，“无需”<复核>', en: '' },
      mode: 'perGroup',
      count: 2,
      requireSignature: false,
    }),
    state('filed', {
      kind: 'sub',
      participant: { type: 'applicant' },
      emptyPolicy: { type: 'skip' },
      child: { type: 'sealUse', values: { title: 'title', amount: 'total' }, wait: false },
    }),
  ]),
  group: 'procurement',
  withdraw: 'never',
  allowSelf: true,
  repeat: 'off',
  resume: 'straightBack',
  mostReturns: 3,
  revocableDays: 30,
  notices: [
    {
      key: 'told',
      on: 'passed',
      state: 'second',
      to: { type: 'several', of: people },
      channel: 'reminder',
      text: { zhHans: '{no}\u3000{title}', en: '{no} <passed> & "so"' },
    },
    { key: 'all', on: 'completed', to: { type: 'applicant' }, channel: 'message', text: { zhHans: '好', en: 'ok' } },
  ],
}

const languages = ['zhHans', 'en'] as const
const backOf = async (definition: WorkflowDefinition, language: (typeof languages)[number]) =>
  fromBpmn(await toBpmn(definition, { language }), 'cst_other', 'receive')
const sameAs = (definition: WorkflowDefinition) => ({
  name: '',
  definition,
  faults: [],
  notes: [],
  parts: {},
})

describe('a workflow taken out as BPMN and taken in again (25.11)', () => {
  it.each([...corpus, ['everything a definition can say', everything] as const])(
    '%s: is the same as it was, with nothing to note',
    async (_, definition) => {
      for (const language of languages) expect(await backOf(definition, language)).toEqual(sameAs(definition))
    },
  )

  it.each(shippedTypes.map(({ key, workflow }) => [key, workflow] as const))(
    'shipped %s: is the same as it was, with nothing to note',
    async (_, workflow) => {
      for (const language of languages) expect(await backOf(workflow, language)).toEqual(sameAs(workflow))
    },
  )

  it('keeps what belongs to the workflow beside its chart', async () => {
    const parts = { form: JSON.stringify({ text: ']]> <b> & "\n' }), basics: '{}' }
    const text = await toBpmn(everything, { language: 'en', name: '采购 & <more>', parts })
    expect(await fromBpmn(text, 'cst_other', 'receive')).toEqual({
      ...sameAs(everything),
      name: '采购 & <more>',
      parts,
    })
  })

  it('keeps every condition, however it is grouped and whatever its texts hold', () => {
    const fact = fc
      .stringMatching(/^[a-z][A-Za-z0-9_.]{0,12}$/)
      .filter((name) => !/^(and|or|not|is|in|all|any|true|false|null)$/i.test(name))
    const value = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const leaf: fc.Arbitrary<Condition> = fc.oneof(
      fc.record({ field: fact, op: fc.constantFrom('empty' as const, 'notEmpty' as const) }),
      fc.record({
        field: fact,
        op: fc.constantFrom('eq' as const, 'ne' as const, 'gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
        value: fc.oneof(
          value,
          fact.map((name) => ({ fact: name })),
        ),
      }),
      fc.record({
        field: fact,
        op: fc.constantFrom('in' as const, 'notIn' as const),
        value: fc.array(value, { maxLength: 4 }),
      }),
    )
    const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }).map((all) => ({ all })),
        fc.array(tie('tree'), { maxLength: 3 }).map((any) => ({ any })),
      ),
    }))
    fc.assert(
      fc.property(tree, (condition) => {
        expect(conditionIn(conditionText(condition))).toEqual(condition)
      }),
    )
  })
})

describe('what other tools see of a workflow (25.11)', () => {
  it.each([...corpus, ['everything a definition can say', everything] as const])(
    '%s: is BPMN that a reader without our extension elements understands',
    async (_, definition) => {
      const { rootElement, warnings } = await new BpmnModdle().fromXML(await toBpmn(definition, { language: 'en' }))
      expect(warnings).toEqual([])
      const plane = (rootElement.diagrams as { plane: { planeElement: { bpmnElement: { id: string } }[] } }[])[0]?.plane
      const [, process] = rootElement.rootElements as [
        unknown,
        {
          flowElements: { id: string; $type: string; name?: string }[]
          laneSets: { lanes: { flowNodeRef: { id: string }[] }[] }[]
        },
      ]
      const drawn = plane?.planeElement.map(({ bpmnElement }) => bpmnElement.id)
      const elements = process.flowElements
      expect(elements.filter(({ id }) => !drawn?.includes(id))).toEqual([])
      const inLanes = process.laneSets.flatMap(({ lanes }) =>
        lanes.flatMap(({ flowNodeRef }) => flowNodeRef.map(({ id }) => id)),
      )
      const nodes = elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow' && $type !== 'bpmn:BoundaryEvent')
      expect(inLanes.toSorted()).toEqual(nodes.map(({ id }) => id).toSorted())
    },
  )

  it('are tasks with loops for votes, a lane for each kind of people, and timers at the border', async () => {
    const text = await toBpmn(everything, { language: 'zhHans', laneName: ({ type }) => `由${type}` })
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one)
    expect(found(/<bpmn:(\w+Task|callActivity) /g)).toEqual(['userTask', 'userTask', 'userTask', 'callActivity'])
    expect(found(/<bpmn:completionCondition[^>]*>([^<]*(?:<!\[CDATA\[[^\]]*\]\]>)?)/g)).toEqual([
      expect.stringContaining('nrOfApprovals / nrOfInstances'),
      expect.stringContaining('nrOfApprovalsOfEveryGroup'),
    ])
    expect(found(/<bpmn:lane id="[^"]*" name="([^"]*)"/g)).toEqual(['由applicant', '由several', '由role'])
    expect(found(/<bpmn:timeDuration[^>]*>([^<]*)</g)).toEqual([
      'PT1H30M',
      'PT24H7M',
      'PT36H',
      'PT40H',
      'PT48H',
      'PT48H',
      'PT48H',
    ])
    expect(found(/<bpmn:timeCycle[^>]*>([^<]*)</g)).toEqual(['R3/PT8H'])
  })

  it('are gateways that open branches and gateways of the same kind that join them', async () => {
    const gateways = async (definition: WorkflowDefinition) =>
      [...(await toBpmn(definition, { language: 'en' })).matchAll(/<bpmn:(\w+)Gateway id="([\w-]+)"/g)].map(
        ([, kind, id]) => `${kind} ${id}`,
      )
    expect(await gateways(parallel())).toEqual(['parallel leave-open', 'parallel join-joined'])
    expect(await gateways(inclusive())).toEqual(['inclusive leave-open', 'inclusive join-joined'])
  })
})

describe('a file of ours that another tool has changed (25.11)', () => {
  const changed = async (change: (text: string) => string) =>
    fromBpmn(change(await toBpmn(parallel(), { language: 'en' })), 'cst_other', 'receive')

  it('follows the new name of a state and keeps the other language', async () => {
    const { definition, notes } = await changed((text) => text.replace('name="legal"', 'name="Lawyers"'))
    expect(definition?.states.find(({ key }) => key === 'legal')?.name).toEqual({ zhHans: 'legal', en: 'Lawyers' })
    expect(notes).toEqual([{ reason: 'renamed', element: 'Lawyers', detail: '' }])
  })

  it('follows a new duration and says which of our settings it did not understand', async () => {
    const { definition, notes } = await changed((text) =>
      text.replace('PT8H', 'PT9H').replace('<jingbao:emptyPolicy type="', '<jingbao:emptyPolicy type="un'),
    )
    expect(definition?.states[0]?.timers).toEqual([{ key: 'late', afterHours: 9, action: 'remind' }])
    expect(notes.map(({ reason }) => reason)).toEqual(['setting'])
  })

  it('takes a step that was drawn in with the people of a new step, and says so', async () => {
    const { definition, notes } = await changed((text) =>
      text
        .replace('<bpmn:endEvent', '<bpmn:userTask id="extra" name="Extra" /><bpmn:endEvent')
        .replace('sourceRef="joined" targetRef="end"', 'sourceRef="joined" targetRef="extra"')
        .replace(
          '</bpmn:process>',
          '<bpmn:sequenceFlow id="drawn" sourceRef="extra" targetRef="end" /></bpmn:process>',
        ),
    )
    expect(definition?.states.find(({ key }) => key === 'extra')).toMatchObject({
      participant: { type: 'deptLeader' },
      mode: 'any',
    })
    expect(notes.map(({ reason, element }) => `${reason} ${element}`.trim())).toEqual([
      'people Extra',
      'rights',
      'oneLanguage',
    ])
  })
})
