/** BPMN files of other tools come in as well as they can, and say what became of each of their parts (25.11). */
import { describe, expect, it } from 'vitest'
import { fromBpmn } from '#machines/ticket/formats/bpmn/import.ts'
import { checkXml, XmlError } from '#machines/ticket/formats/xml.ts'

const process = (inner: string, more = '') =>
  `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn">${more}<bpmn:process id="p" name="Purchase">${inner}</bpmn:process></bpmn:definitions>`
const flow = (id: string, from: string, to: string, inner = '') =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</bpmn:sequenceFlow>`
const expression = (text: string) =>
  `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${text}</bpmn:conditionExpression>`
const said = (list: readonly { readonly reason: string; readonly element: string; readonly detail: string }[]) =>
  list.map(({ reason, element, detail }) => [reason, element, detail].join(' ').trim())
const read = (text: string) => fromBpmn(text, 'cst_p', 'receive')
const faultsOf = async (text: string) => said((await read(text)).faults)

describe('a BPMN file of another tool (25.11)', () => {
  it('reads what common tools draw: roles, choices, defaults, branches, clocks; lanes and notes are told and passed over', async () => {
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
    const { name, definition, faults, notes } = await fromBpmn(text, 'cst_p', 'finance')
    expect([name, faults]).toEqual(['Purchase', []])
    expect(said(notes)).toEqual([
      'lanes Staff',
      'documentation Check & sign note',
      'artifacts t textAnnotation',
      'timerAction Check & sign remind',
      'candidates Check & sign financeOfficer',
      'rights',
      'oneLanguage',
      'nameless a',
      'people a',
      'nameless b',
      'people b',
      'mode b all',
      'ends e1',
      'ends e2',
      'rules',
    ])
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

  it('says by element what it cannot take over', async () => {
    const start = '<bpmn:startEvent id="s"/><bpmn:userTask id="t"/><bpmn:endEvent id="e"/>'
    const through = flow('f1', 's', 't') + flow('f2', 't', 'e')
    expect(await faultsOf(process(start + through))).toEqual([])
    expect(await faultsOf('<html/>')).toEqual(['noProcess'])
    expect(await faultsOf(process(`${start}${through}<bpmn:eventBasedGateway id="x"/>`))).toEqual([
      'unsupported x eventBasedGateway',
    ])
    expect(await faultsOf(process(`${start}${through}<bpmn:subProcess id="x"/>`))).toEqual(['unsupported x subProcess'])
    expect(await faultsOf(process(`${start}${flow('f1', 's', 't')}${flow('f2', 't', 'gone')}`))).toEqual([
      'unknownTarget f2 gone',
    ])
    expect(await faultsOf(process(`${start}${through}${flow('f3', 't', 't')}`))).toEqual(['severalTransitions t'])
    expect(await faultsOf(process(`${start}${through}<bpmn:userTask id="t"/>`))).toEqual(['sameId t'])
    expect(await faultsOf(process(`${start}${through}<bpmn:startEvent id="s2"/>`))).toContain('starts s2')
    expect(await faultsOf(process(`${start}<bpmn:userTask/>${through}`))).toEqual(['noId  userTask'])
    expect(
      await faultsOf(process(start + flow('f1', 's', 't') + flow('f2', 't', 'e', expression('execute("rm")')))),
    ).toEqual(['condition f2 execute("rm")'])
    const clock = (inner: string, more = '') =>
      process(`${start}${through}<bpmn:boundaryEvent id="c" attachedToRef="t">${inner}</bpmn:boundaryEvent>${more}`)
    const timed = (duration: string) =>
      `<bpmn:timerEventDefinition><bpmn:timeDuration>${duration}</bpmn:timeDuration></bpmn:timerEventDefinition>`
    expect(await faultsOf(clock(timed('soon')))).toEqual(['timer c soon'])
    expect(await faultsOf(clock(timed('PT4H')))).toEqual(['timerTransition c'])
    expect(await faultsOf(clock(timed('PT4H'), flow('f3', 'c', 'e')))).toEqual([])
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
    expect((await called(true, '')).definition?.states).toMatchObject([
      { key: 't', timers: [{ ...up, action: 'escalate' }] },
    ])
    expect((await called(false, flow('f4', 'up', 'e'))).definition?.states[0]?.timers).toEqual([
      { ...up, action: 'transfer' },
    ])
    expect((await called(false, '')).faults).toMatchObject([{ reason: 'timerTransition', element: 'c' }])
    const cycle = '<bpmn:timerEventDefinition><bpmn:timeCycle>R3/PT8H</bpmn:timeCycle></bpmn:timerEventDefinition>'
    const reminded = clock(cycle).replace('attachedToRef', 'cancelActivity="false" attachedToRef')
    expect((await read(reminded)).definition?.states[0]?.timers).toEqual([
      { key: 'timer1', afterHours: 8, action: 'remind', everyHours: 8, times: 3 },
    ])
    expect(await faultsOf(clock('<bpmn:errorEventDefinition/>'))).toEqual(['unsupported c errorEventDefinition'])
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
    expect(await faultsOf(forked('<bpmn:parallelGateway id="j"/>'))).toEqual([])
    expect(await faultsOf(forked('<bpmn:exclusiveGateway id="j"/>'))).toEqual(['join g'])
    const loop = '<bpmn:exclusiveGateway id="g"/><bpmn:exclusiveGateway id="h"/>'
    expect(
      await faultsOf(process(start + loop + flow('f1', 's', 'g') + flow('f2', 'g', 'h') + flow('f3', 'h', 'g'))),
    ).toEqual([expect.stringMatching(/^loop /)])
  })

  it('tells every part that was dropped, changed or guessed, by the name of its element', async () => {
    const long = 'Ask the people of the finance department whether they agree with it'
    const text = process(
      `<bpmn:documentation>How we buy</bpmn:documentation>
      <bpmn:laneSet id="l"><bpmn:lane id="l1" name="Office"><bpmn:flowNodeRef>ask</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>
      <bpmn:startEvent id="s" name="Mail"><bpmn:messageEventDefinition id="m"/></bpmn:startEvent>
      <bpmn:userTask id="ask" name="${long}" camunda:formKey="f" camunda:dueDate="d"><bpmn:extensionElements><camunda:inputOutput/></bpmn:extensionElements></bpmn:userTask>
      <bpmn:intermediateCatchEvent id="wait" name="Wait a week"><bpmn:timerEventDefinition id="t"/></bpmn:intermediateCatchEvent>
      <bpmn:serviceTask id="book" name="Book it"/>
      <bpmn:userTask id="vote" name="Vote" camunda:candidateGroups="council, clerk"><bpmn:multiInstanceLoopCharacteristics><bpmn:completionCondition>\${nrOfCompletedInstances/nrOfInstances >= 0.6}</bpmn:completionCondition></bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>
      <bpmn:userTask id="own" camunda:assignee="\${initiator}"><bpmn:standardLoopCharacteristics/></bpmn:userTask>
      <bpmn:boundaryEvent id="late" attachedToRef="vote"><bpmn:timerEventDefinition id="td"><bpmn:timeDuration>P1D</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
      <bpmn:exclusiveGateway id="g" name="Much?" default="f6"/>
      <bpmn:callActivity id="call" name="Seal" calledElement="sealUse"/>
      <bpmn:endEvent id="e1" name="Done"/><bpmn:endEvent id="e2" name="Failed"><bpmn:errorEventDefinition id="x"/></bpmn:endEvent>
      <bpmn:dataObjectReference id="d" name="Offer"/><bpmn:textAnnotation id="n"><bpmn:text>Mind the law</bpmn:text></bpmn:textAnnotation>` +
        flow('f1', 's', 'ask') +
        flow('f2', 'ask', 'wait') +
        flow('f3', 'wait', 'book') +
        flow('f4', 'book', 'vote') +
        flow('f5', 'vote', 'g') +
        flow('f6', 'g', 'e2') +
        '<bpmn:sequenceFlow id="f7" name="amount &gt; 500" sourceRef="g" targetRef="own"/>' +
        flow('f8', 'own', 'call') +
        flow('f9', 'call', 'e1') +
        flow('fa', 'late', 'e1'),
      '<bpmn:collaboration id="c"><bpmn:participant id="us" name="We" processRef="p"/><bpmn:participant id="them" name="Seller"/><bpmn:messageFlow id="mf" name="Order" sourceRef="us" targetRef="them"/></bpmn:collaboration>',
    )
    const { definition, faults, notes } = await read(text)
    expect(faults).toEqual([])
    const states = definition?.states.map(({ key, kind, participant, mode }) => [key, kind, participant.type, mode])
    expect(states).toEqual([
      ['ask', 'approve', 'deptLeader', 'any'],
      ['book', 'handle', 'deptLeader', 'any'],
      ['vote', 'approve', 'several', 'ratio'],
      ['own', 'approve', 'applicant', 'any'],
      ['call', 'sub', 'applicant', 'any'],
    ])
    expect(definition?.transitions).toContainEqual({ from: 'ask', to: 'book' })
    const cut = long.slice(0, 50).trim()
    expect(said(notes).toSorted()).toEqual(
      [
        'pools Seller',
        'messages Order',
        'documentation Purchase How we buy',
        'lanes Office',
        'trigger Mail messageEventDefinition',
        `vendor ${cut} camunda:formKey, camunda:dueDate, camunda:inputOutput`,
        `shortened ${cut} ${long}`,
        'event Wait a week timerEventDefinition',
        'automatic Book it serviceTask',
        'outcome Failed errorEventDefinition',
        'data Offer dataObjectReference',
        'artifacts Mind the law textAnnotation',
        'standardLoop own',
        'nameless own',
        'conditionName amount > 500 amount > 500',
        'gatewayName Much?',
        'ends Done',
        'ends Failed',
        `people ${cut} Office`,
        'people Book it',
        'candidates Vote council, clerk',
        'candidates own ${initiator}',
        'mode Vote ratio',
        'timerAction Vote autoReject',
        'subTicket Seal sealUse',
        'rights',
        'oneLanguage',
        'rules',
      ].toSorted(),
    )
  })

  it('hostile files are refused: document types, entities, depth, size, choices that multiply', async () => {
    const refused = (text: string) => {
      try {
        checkXml(text)
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
    expect(refused('\uFEFF<?xml version="1.0"?><x:a __proto__="1">&lt;<![CDATA[&b;]]></x:a>')).toBeNull()
    expect(refused('<a b="1" b="2"/>')).toBe('malformed')
    const gateways = Array.from({ length: 30 }, (_, n) => `<bpmn:exclusiveGateway id="g${n}"/>`).join('')
    const ladder = Array.from(
      { length: 29 },
      (_, n) => flow(`a${n}`, `g${n}`, `g${n + 1}`) + flow(`b${n}`, `g${n}`, `g${n + 1}`, expression(`x > ${n}`)),
    ).join('')
    expect(
      await faultsOf(
        process(
          `<bpmn:startEvent id="s"/>${gateways}<bpmn:endEvent id="e"/>${flow('f', 's', 'g0')}${ladder}${flow('z', 'g29', 'e')}`,
        ),
      ),
    ).toEqual([expect.stringMatching(/^loop /), 'tooMany'])
  })
})
