import { describe, expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { settingPlaceOf } from '#src/client/designer/model/quickFix.ts'
import { newState } from '#src/client/designer/model/states.ts'

const empty: WorkflowDefinition = {
  key: 'cst_trip',
  group: 'receive',
  withdraw: 'whileRunning',
  allowSelf: false,
  repeat: 'preceding',
  states: [],
  transitions: [],
}
const lead = { ...newState(empty, 'approve'), key: 'lead' }
const chief: StateDefinition = { ...lead, key: 'chief', participant: { type: 'role', role: 'bureauLeader' } }
const form = { fields: ['amount'], thresholds: {} }

/** Where what publishing says of a workflow with this state leads to, for the fault of this name. */
function placeOf(name: string, state: Partial<StateDefinition>, whole: Partial<WorkflowDefinition> = {}) {
  const workflow: WorkflowDefinition = {
    ...empty,
    states: [{ ...lead, ...state }],
    transitions: [
      { from: 'start', to: 'lead' },
      { from: 'lead', to: 'end' },
    ],
    ...whole,
  }
  const found = verify(workflow, form).find(({ message }) => message.key === `workflow.fault.${name}`)
  if (found === undefined) throw new Error(`no fault ${name}`)
  return settingPlaceOf(workflow, { name, state: found.state, params: found.message.params })
}

describe('from a fault to the setting that mends it', () => {
  const node = { type: 'node', key: 'lead' }
  it('a limit that decides where it may not: what it does', () => {
    const timers = [{ key: 'late', afterHours: 8, action: 'autoPass' }] as const
    expect(placeOf('autoPassSigned', { timers, requireSignature: true })).toEqual({
      tab: 'flow',
      selection: node,
      spots: ['action late', 'timer late', 'limits'],
    })
  })
  it('a limit that closes what is approved: what it does', () => {
    const timers = [
      { key: 'half', afterHours: 8, action: 'remind' },
      { key: 'shut', afterHours: 16, action: 'close' },
    ] as const
    const { spots } = placeOf('closeHandle', { kind: 'handle', timers })
    expect(spots).toEqual(['action shut', 'timer shut', 'limits'])
  })
  it('a limit without hours: the hours', () => {
    const timers = [{ key: 'late', afterHours: 0, action: 'remind' }] as const
    expect(placeOf('timerHours', { timers }).spots).toEqual(['timer late', 'limits'])
  })
  it('no eligible people: the setting of them', () => {
    const eligiblePeople = { type: 'named', departments: [], roles: [] } as const
    expect(placeOf('eligiblePeopleEmpty', { eligiblePeople })).toEqual({
      tab: 'flow',
      selection: node,
      spots: ['eligiblePeople', 'name'],
    })
  })
  it('transitions of which two may be taken at once: the condition of the earlier one', () => {
    const small = { field: 'amount', op: 'lt', value: 100 } as const
    const place = placeOf(
      'overlap',
      {},
      {
        states: [lead, chief],
        transitions: [
          { from: 'start', to: 'lead' },
          { from: 'lead', to: 'end', when: small },
          { from: 'lead', to: 'chief', when: small },
          { from: 'lead', to: 'end' },
          { from: 'chief', to: 'end' },
        ],
      },
    )
    expect(place).toEqual({ tab: 'flow', selection: { type: 'transition', index: 1 }, spots: ['when', 'leadsTo'] })
  })
  it('what holds for the whole workflow: the tab that says it', () => {
    expect(placeOf('returnsNumber', {}, { mostReturns: 0 })).toEqual({
      tab: 'basics',
      selection: null,
      spots: ['returns'],
    })
    const notice = {
      key: 'done',
      on: 'completed',
      channel: 'message',
      to: { type: 'applicant' },
      text: { zhHans: '', en: '' },
    } as const
    expect(placeOf('noticeText', {}, { notices: [notice] })).toMatchObject({ tab: 'notices', spots: ['notice 1'] })
  })
})
