import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { alterationsOf, detoursOf, isWalkable } from '#machines/ticket/diff.ts'
import { toBpmn } from '#machines/ticket/formats/bpmn.ts'
import { fromBpmn } from '#machines/ticket/formats/bpmnIn.ts'
import { conditionIn } from '#machines/ticket/formats/conditionIn.ts'
import { toMermaid } from '#machines/ticket/formats/mermaid.ts'
import { conditionText } from '#machines/ticket/formats/words.ts'
import { parseXml, XmlError } from '#machines/ticket/formats/xml.ts'
import { toXState } from '#machines/ticket/formats/xstate.ts'
import { inclusive, parallel } from './workflows/branching.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { shippedTypes } from './workflows/shipped.ts'
import { row, state } from './workflows/small.ts'
import { sound } from './workflows/sound.ts'

const shipped = [leave, finance, other]
const choice: WorkflowDefinition = {
  ...row([state('small'), state('large', { name: { zhHans: '"大额"; <审批>', en: '"Large" & <more>' } })]),
  transitions: [
    {
      from: 'start',
      to: 'large',
      when: { field: 'amount', op: 'gt', value: 5000 },
      label: { zhHans: '大额', en: 'Large' },
    },
    { from: 'start', to: 'small' },
    { from: 'small', to: 'end' },
    { from: 'large', to: 'end' },
  ],
}

describe('open formats of a workflow (25.11)', () => {
  it.each([...shipped, choice])('XState JSON of $key loads and has every state', (definition) => {
    const machine = createMachine(toXState(definition) as Parameters<typeof createMachine>[0])
    expect(Object.keys(machine.states.process?.states ?? {}).sort()).toEqual(
      ['start', ...definition.states.map(({ key }) => key)].sort(),
    )
  })

  it('Mermaid names every state, draws every way, and no name breaks its syntax', () => {
    expect(toMermaid(choice, 'en').split('\n')).toEqual([
      'stateDiagram-v2',
      `  state "${choice.states[0]!.name.en}" as small`,
      `  state "'Large' & <more>" as large`,
      '  [*] --> large : Large [amount > 5000]',
      '  [*] --> small',
      '  small --> [*]',
      '  large --> [*]',
    ])
    expect(toMermaid(leave, 'zhHans')).toContain(
      '  note right of divisionLeader : days > 3 or applicant.isDeptLeader = true',
    )
  })

  it('a condition in plain signs keeps its groups', () => {
    const inner = {
      any: [
        { field: 'days', op: 'gt', value: 3 },
        { field: 'note', op: 'empty' },
      ],
    } as const
    expect(conditionText({ all: [{ field: 'amount', op: 'lte', value: { fact: 'config.wf.t1' } }, inner] })).toBe(
      'amount <= config.wf.t1 and (days > 3 or note is empty)',
    )
  })

  it('BPMN says which gateways open branches and which join them', () => {
    const gateways = (text: string) =>
      [...text.matchAll(/<(\w+)Gateway id="(\w+)"/g)].map(([, kind, id]) => `${kind} ${id}`)
    expect(gateways(toBpmn(parallel(), 'en'))).toEqual(['parallel leave_open', 'parallel join_joined'])
    const text = toBpmn(inclusive(), 'en')
    expect(gateways(text)).toEqual(['inclusive leave_open', 'inclusive join_joined'])
    expect(text).toMatch(/<inclusiveGateway id="leave_open" default="flow_\d+"\/>/)
  })

  it.each([...shipped, choice])('BPMN of $key is one connected, well-formed process', (definition) => {
    const text = toBpmn(definition, 'en')
    const tags = [...text.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)]
    const open: string[] = []
    for (const [, closing, name = '', single] of tags) {
      if (closing === '/') expect(open.pop()).toBe(name)
      else if (single !== '/') open.push(name)
    }
    expect(open).toEqual([])
    const ids = [...text.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, ref] of text.matchAll(/(?:sourceRef|targetRef|default|bpmnElement)="(\w+)"/g))
      expect(ids).toContain(ref)
    for (const { key } of definition.states) expect(text).toMatch(new RegExp(`targetRef="${key}"`))
  })
})

/** What BPMN can hold of a definition: the way, its conditions and names in one language; people and rights are not of it. */
function held({ states, transitions }: WorkflowDefinition, language: 'zhHans' | 'en') {
  const froms = ['start', ...states.map(({ key }) => key)]
  return {
    states: states.map(({ key, name, kind, enterWhen, branch, joinOf, child, timers }) => ({
      key,
      name: name[language] === '' ? key : name[language],
      kind,
      enterWhen,
      branch,
      joinOf,
      files: child?.type,
      timers,
    })),
    ways: froms.flatMap((from) =>
      transitions
        .filter((way) => way.from === from)
        .map(({ to, when, label }) => ({ from, to, when, label: label?.[language] })),
    ),
  }
}

const process = (inner: string, more = '') =>
  `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn">${more}<bpmn:process id="p" name="Purchase">${inner}</bpmn:process></bpmn:definitions>`
const flow = (id: string, from: string, to: string, inner = '') =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</bpmn:sequenceFlow>`
const expression = (text: string) =>
  `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${text}</bpmn:conditionExpression>`
const faultsOf = (text: string) =>
  fromBpmn(text, 'cst_p', 'receive').faults.map(({ reason, element, detail }) =>
    [reason, element, detail].join(' ').trim(),
  )

describe('BPMN comes in again (25.11)', () => {
  it.each(Object.entries(sound))('%s: what was taken out is taken in as it was', (_what, definition) => {
    for (const language of ['zhHans', 'en'] as const) {
      const { definition: came, faults } = fromBpmn(toBpmn(definition, language), definition.key, definition.group)
      expect(faults).toEqual([])
      expect(held(came!, language)).toEqual(held(definition, language))
    }
  })

  it('so are clocks: how long, how often, whom they bring in, whether they stand while others are asked (25.8)', () => {
    const people = [
      { type: 'role', role: 'office' },
      { type: 'divisionLeader', dept: 'D04' },
      { type: 'parentDeptLeader' },
    ] as const
    const timers = [
      { key: 'soon', afterHours: 1.5, action: 'remind', pause: true },
      { key: 'again', afterHours: 8, action: 'remind', everyHours: 8, times: 3 },
      { key: 'later', afterHours: 24, action: 'remind', everyHours: 4, times: 20 },
      { key: 'up', afterHours: 36, action: 'escalate', to: { type: 'several', of: people } },
      { key: 'on', afterHours: 40, action: 'transfer', to: { type: 'user', userId: 12 } },
      { key: 'yes', afterHours: 48, action: 'autoPass' },
    ] as const
    const definition = row([
      state('first', { timers }),
      state('second', { timers: [{ ...timers[5], action: 'autoReject' }] }),
      state('third', { timers: [{ ...timers[5], action: 'close', pause: true }] }),
    ])
    const { definition: came, faults } = fromBpmn(toBpmn(definition, 'en'), definition.key, definition.group)
    expect(faults).toEqual([])
    expect(held(came!, 'en')).toEqual(held(definition, 'en'))
  })

  it('so are the 29 shipped types', () => {
    for (const { key, workflow } of shippedTypes) {
      const { definition: came, faults } = fromBpmn(toBpmn(workflow, 'zhHans'), key, workflow.group)
      expect(faults, key).toEqual([])
      expect(held(came!, 'zhHans'), key).toEqual(held(workflow, 'zhHans'))
    }
  })

  it('reads what common tools draw: roles, choices, defaults, branches, clocks; lanes and notes are passed over', () => {
    const text = process(
      `<bpmn:laneSet id="l"><bpmn:lane id="lane" name="Staff"/></bpmn:laneSet><bpmn:startEvent id="StartEvent_1"/>
      <bpmn:userTask id="Activity-1" name="Check &amp;
 sign" camunda:candidateGroups="financeOfficer"><bpmn:documentation>note</bpmn:documentation></bpmn:userTask>
      <bpmn:boundaryEvent id="late" attachedToRef="Activity-1" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeDuration>P1DT12H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
      <bpmn:exclusiveGateway id="much" default="small"/><bpmn:parallelGateway id="both"/><bpmn:task id="a"/><bpmn:task id="b"><bpmn:multiInstanceLoopCharacteristics/></bpmn:task>
      <bpmn:parallelGateway id="met"/><bpmn:endEvent id="e1"/><bpmn:endEvent id="e2"><bpmn:terminateEventDefinition/></bpmn:endEvent>
      <bpmn:textAnnotation id="t"/>` +
        flow('f1', 'StartEvent_1', 'Activity-1') +
        flow('f2', 'Activity-1', 'much') +
        flow('small', 'much', 'e1') +
        flow('large', 'much', 'both', expression('<![CDATA[${amount >= 5000 && urgency == "critical"}]]>')) +
        flow('f3', 'both', 'a') +
        flow('f4', 'both', 'b') +
        flow('f5', 'a', 'met') +
        flow('f6', 'b', 'met') +
        flow('f7', 'met', 'e2'),
    )
    const { name, definition, faults } = fromBpmn(text, 'cst_p', 'finance')
    expect([name, faults]).toEqual(['Purchase', []])
    expect(definition?.states).toMatchObject([
      {
        key: 'Activity_1',
        name: { zhHans: 'Check & sign' },
        participant: { type: 'role', role: 'financeOfficer' },
        timers: [{ afterHours: 36, action: 'remind' }],
      },
      { key: 'both', branch: 'parallel', participant: { type: 'several', of: [] } },
      { key: 'a', participant: { type: 'deptLeader' } },
      { key: 'b', mode: 'all' },
      { key: 'met', joinOf: 'both' },
    ])
    expect(definition?.transitions).toEqual([
      { from: 'start', to: 'Activity_1' },
      {
        from: 'Activity_1',
        to: 'both',
        when: {
          all: [
            { field: 'amount', op: 'gte', value: 5000 },
            { field: 'urgency', op: 'eq', value: 'critical' },
          ],
        },
      },
      { from: 'Activity_1', to: 'end' },
      { from: 'both', to: 'a' },
      { from: 'both', to: 'b' },
      { from: 'a', to: 'met' },
      { from: 'b', to: 'met' },
      { from: 'met', to: 'end' },
    ])
  })

  it('says by element what it cannot take over', () => {
    const start = '<bpmn:startEvent id="s"/><bpmn:userTask id="t"/><bpmn:endEvent id="e"/>'
    const through = flow('f1', 's', 't') + flow('f2', 't', 'e')
    expect(faultsOf(process(start + through))).toEqual([])
    expect(faultsOf('<html/>')).toEqual(['noProcess'])
    expect(faultsOf(process(`${start}${through}<bpmn:scriptTask id="x"/>`))).toEqual(['unsupported x scriptTask'])
    expect(faultsOf(process(`${start}${through}<bpmn:subProcess id="x"/>`))).toEqual(['unsupported x subProcess'])
    expect(faultsOf(process(`${start}${flow('f1', 's', 't')}${flow('f2', 't', 'gone')}`))).toEqual([
      'unknownTarget f2 gone',
    ])
    expect(faultsOf(process(`${start}${through}${flow('f3', 't', 't')}`))).toEqual(['severalWays t'])
    expect(faultsOf(process(`${start}${through}<bpmn:userTask id="t"/>`))).toEqual(['sameId t'])
    expect(faultsOf(process(`${start}${through}<bpmn:startEvent id="s2"/>`))).toContain('starts s2')
    expect(faultsOf(process(`${start}<bpmn:userTask/>${through}`))).toEqual(['noId  userTask'])
    expect(faultsOf(process(start + flow('f1', 's', 't') + flow('f2', 't', 'e', expression('execute("rm")'))))).toEqual(
      ['condition f2 execute("rm")'],
    )
    const clock = (inner: string, more = '') =>
      process(`${start}${through}<bpmn:boundaryEvent id="c" attachedToRef="t">${inner}</bpmn:boundaryEvent>${more}`)
    const timed = (duration: string) =>
      `<bpmn:timerEventDefinition><bpmn:timeDuration>${duration}</bpmn:timeDuration></bpmn:timerEventDefinition>`
    expect(faultsOf(clock(timed('soon')))).toEqual(['timer c soon'])
    expect(faultsOf(clock(timed('PT4H')))).toEqual(['timerWay c'])
    expect(faultsOf(clock(timed('PT4H'), flow('f3', 'c', 'e')))).toEqual([])
    // A task to which only the clock leads says whom it brings in: beside the others, or in their place.
    const called = (isBoth: boolean, to: string) =>
      fromBpmn(
        process(
          `${start}${through}<bpmn:boundaryEvent id="c" attachedToRef="t" cancelActivity="${!isBoth}">${timed('P1D')}</bpmn:boundaryEvent>` +
            `<bpmn:userTask id="up" camunda:candidateGroups="bureauLeader"/>${flow('f3', 'c', 'up')}${to}`,
        ),
        'cst_p',
        'receive',
      )
    const up = { key: 'timer1', afterHours: 24, to: { type: 'role', role: 'bureauLeader' } }
    expect(called(true, '').definition?.states).toMatchObject([{ key: 't', timers: [{ ...up, action: 'escalate' }] }])
    expect(called(false, flow('f4', 'up', 'e')).definition?.states[0]?.timers).toEqual([{ ...up, action: 'transfer' }])
    expect(called(false, '').faults).toMatchObject([{ reason: 'timerWay', element: 'c' }])
    const cycle = '<bpmn:timerEventDefinition><bpmn:timeCycle>R3/PT8H</bpmn:timeCycle></bpmn:timerEventDefinition>'
    const reminded = clock(cycle).replace('attachedToRef', 'cancelActivity="false" attachedToRef')
    expect(fromBpmn(reminded, 'cst_p', 'receive').definition?.states[0]?.timers).toEqual([
      { key: 'timer1', afterHours: 8, action: 'remind', everyHours: 8, times: 3 },
    ])
    expect(faultsOf(clock(timed('PT4H')).replace('attachedToRef', 'j:action="explode" attachedToRef'))).toEqual([
      'timer c PT4H',
    ])
    expect(faultsOf(clock('<bpmn:errorEventDefinition/>'))).toEqual(['unsupported c errorEventDefinition'])
    const forked = (join: string) =>
      process(
        `<bpmn:startEvent id="s"/><bpmn:parallelGateway id="g"/><bpmn:task id="a"/><bpmn:task id="b"/>${join}<bpmn:endEvent id="e"/>` +
          flow('f1', 's', 'g') +
          flow('f2', 'g', 'a') +
          flow('f3', 'g', 'b') +
          flow('f4', 'a', 'j') +
          flow('f5', 'b', 'j') +
          flow('f6', 'j', 'e'),
      )
    expect(faultsOf(forked('<bpmn:parallelGateway id="j"/>'))).toEqual([])
    expect(faultsOf(forked('<bpmn:exclusiveGateway id="j"/>'))).toEqual(['join g'])
    const loop = '<bpmn:exclusiveGateway id="g"/><bpmn:exclusiveGateway id="h"/>'
    expect(
      faultsOf(process(start + loop + flow('f1', 's', 'g') + flow('f2', 'g', 'h') + flow('f3', 'h', 'g'))),
    ).toEqual([expect.stringMatching(/^loop /)])
  })

  it('hostile files are refused: document types, entities, depth, size, choices that multiply', () => {
    const refused = (text: string) => {
      try {
        parseXml(text)
        return null
      } catch (error) {
        if (error instanceof XmlError) return error.reason
        throw error
      }
    }
    expect(refused('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toBe('docType')
    expect(refused('<a>&x;</a>')).toBe('entity')
    expect(refused('<a>&#x110000;</a>')).toBe('entity')
    expect(refused('<a b="&lol;"/>')).toBe('entity')
    expect(refused('<a>'.repeat(50))).toBe('tooDeep')
    expect(refused(`<a>${'<b/>'.repeat(20_001)}</a>`)).toBe('tooMany')
    expect(refused(' '.repeat(2_000_001))).toBe('tooLarge')
    for (const text of [
      '',
      'text',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a b=c/>',
      '<a b="1" c',
      '<a><!-- </a>',
      '<a>]]>',
      '</a>',
    ])
      expect(refused(text), text).toMatch(/malformed/)
    expect(parseXml('\uFEFF<?xml version="1.0"?><x:a __proto__="1">&lt;<![CDATA[&b;]]></x:a>')).toMatchObject({
      name: 'a',
      text: '<&b;',
    })
    const gateways = Array.from({ length: 30 }, (_, n) => `<bpmn:exclusiveGateway id="g${n}"/>`).join('')
    const ladder = Array.from(
      { length: 29 },
      (_, n) => flow(`a${n}`, `g${n}`, `g${n + 1}`) + flow(`b${n}`, `g${n}`, `g${n + 1}`, expression(`x > ${n}`)),
    ).join('')
    expect(
      faultsOf(
        process(
          `<bpmn:startEvent id="s"/>${gateways}<bpmn:endEvent id="e"/>${flow('f', 's', 'g0')}${ladder}${flow('z', 'g29', 'e')}`,
        ),
      ),
    ).toEqual([expect.stringMatching(/^loop /), 'tooMany'])
  })

  it('conditions are data: whatever is no comparison is not read', () => {
    expect(conditionIn("a in ('x', 'y') and (b is not empty or not_c != null)")).toEqual({
      all: [
        { field: 'a', op: 'in', value: ['x', 'y'] },
        {
          any: [
            { field: 'b', op: 'notEmpty' },
            { field: 'not_c', op: 'ne', value: null },
          ],
        },
      ],
    })
    expect(conditionIn('= amount <= config.wf.t1')).toEqual({
      field: 'amount',
      op: 'lte',
      value: { fact: 'config.wf.t1' },
    })
    for (const text of [
      '',
      'yes',
      'a',
      'a > ',
      'a > 1 and b > 2 or c > 3',
      'f(x) > 1',
      'a > 1)',
      '(a > 1',
      "a = 'x",
      `${'('.repeat(20)}a > 1${')'.repeat(20)}`,
      '${process.exit()}',
    ])
      expect(conditionIn(text), text).toBeNull()
  })
})

describe('the difference of two versions (25.11)', () => {
  const constants = { 'config.wf.t1': 5000, 'config.wf.t2': 50_000 }

  it('says which applications take another way, with one of each', () => {
    const raised: WorkflowDefinition = {
      ...choice,
      transitions: choice.transitions.map((way) =>
        way.when ? { ...way, when: { field: 'amount', op: 'gt', value: 8000 } } : way,
      ),
    }
    const { detours, isComplete } = detoursOf(choice, raised, constants)
    expect([isComplete, detours.length]).toEqual([true, 1])
    expect(detours[0]).toMatchObject({ before: ['large'], after: ['small'] })
    const amount = Number(detours[0]?.facts.amount)
    expect(amount > 5000 && amount <= 8000).toBe(true)
    expect(alterationsOf(choice, raised)).toEqual([{ what: 'wayChanged', from: 'start', to: 'large' }])
  })

  it('a version that only reads differently changes no way', () => {
    const renamed = {
      ...leave,
      states: leave.states.map((one) =>
        one.key === 'deptLeader' ? { ...one, name: { zhHans: '科室', en: 'Section' } } : one,
      ),
    }
    expect(detoursOf(leave, renamed, constants).detours).toEqual([])
    expect(alterationsOf(leave, renamed)).toEqual([{ what: 'stateChanged', state: 'deptLeader', property: 'name' }])
    expect(alterationsOf(leave, leave)).toEqual([])
  })

  it('a draft that leads nowhere is not walked', () => {
    expect(shipped.map(isWalkable)).toEqual([true, true, true])
    const { transitions } = choice
    expect(isWalkable({ ...choice, transitions: transitions.slice(0, -1) })).toBe(false)
    expect(isWalkable({ ...choice, transitions: [...transitions, { from: 'small', to: 'nowhere' }] })).toBe(false)
    expect(
      isWalkable({ ...choice, transitions: transitions.filter(({ from, when }) => from !== 'start' || when) }),
    ).toBe(false)
  })

  it('tells states that came and went, changed participants, and the rules of the whole', () => {
    const before = row([state('first'), state('second')])
    const after = {
      ...row([state('first', { participant: { type: 'role', role: 'cashier' } }), state('third')]),
      allowSelf: !before.allowSelf,
    }
    expect(alterationsOf(before, after)).toEqual([
      { what: 'workflowChanged', property: 'allowSelf' },
      { what: 'stateRemoved', state: 'second' },
      { what: 'stateChanged', state: 'first', property: 'participant' },
      { what: 'stateAdded', state: 'third' },
      { what: 'wayRemoved', from: 'first', to: 'second' },
      { what: 'wayRemoved', from: 'second', to: 'end' },
      { what: 'wayAdded', from: 'first', to: 'third' },
      { what: 'wayAdded', from: 'third', to: 'end' },
    ])
    expect(detoursOf(before, after, constants).detours).toEqual([
      { facts: {}, before: ['first', 'second'], after: ['first', 'third'] },
    ])
  })
})
