/** Where in the designer a fault is mended: the tab, what is selected there, and the very setting. */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { VerifyFault } from '#src/define/workflows/workflows.ts'
import type { Selection } from '../selection.ts'
import { stateOf } from './states.ts'
import { transitionsFrom } from './transitions.ts'

export const tabs = ['flow', 'fields', 'form', 'notices', 'basics'] as const
export type TabName = (typeof tabs)[number]

/** `spots`: names of settings, the closest first; the first that is on the screen is meant. */
export interface SettingPlace {
  readonly tab: TabName
  readonly selection: Selection
  readonly spots: readonly string[]
}

/** Settings of a state, by the fault they mend. */
const ofStates: Readonly<Record<string, string>> = {
  timerInCc: 'limits',
  timerInSub: 'limits',
  ballotNumber: 'how',
  countTooHigh: 'how',
  claimMode: 'how',
  groupsMissing: 'who',
  previousMissing: 'who',
  participantUnfilled: 'who',
  roleUnknown: 'who',
  deptUnknown: 'who',
  nobody: 'who',
  fallbackNobody: 'empty',
  fallbackGone: 'empty',
  policySame: 'empty',
  administrator: 'who',
  administratorNamed: 'who',
  rejectEmpty: 'empty',
  ownOnly: 'own',
  ownKind: 'own',
  eligiblePeopleEmpty: 'eligiblePeople',
  rejectTargetMissing: 'onReject',
  rejectByClock: 'onReject',
  returnInCc: 'allowReturn',
  returnInSub: 'allowReturn',
  returnInHandle: 'allowReturn',
  returnTargetMissing: 'allowReturn',
  childMissing: 'child',
  childUnknown: 'child',
  childNested: 'child',
  childField: 'child',
  fieldUnknown: 'when',
  conditionTooDeep: 'when',
  valueKind: 'when',
  policyBroken: 'when',
  transitionMissing: 'transitions',
  unreachable: 'transitions',
  deadEnd: 'transitions',
  cycle: 'transitions',
}

/** Faults of the choice between the transitions out of a state. */
const ofTransitions: readonly string[] = ['gap', 'overlap', 'lastConditional', 'transitionDead', 'branchConditional']

/** What concerns the workflow as a whole. */
const elsewhere: Readonly<Record<string, readonly [tab: TabName, ...spots: readonly string[]]>> = {
  returnsNumber: ['basics', 'returns'],
  revocableDays: ['basics', 'revocation'],
  unnamed: ['basics', 'name'],
  purposeMissing: ['basics', 'purpose'],
  guideMissing: ['basics', 'guide'],
  code: ['basics'],
  codeTaken: ['basics'],
  createRole: ['basics', 'createRoles'],
  createDept: ['basics'],
  formulaUnknown: ['form'],
  formulaUnread: ['form'],
  formulaOperands: ['form'],
  formulaResult: ['form'],
  formulaLong: ['form'],
  formulaCircle: ['form'],
  formulaWritten: ['form'],
  ruleFormula: ['form'],
  ruleField: ['form'],
  ruleUnsaid: ['form'],
  sectionFactUnknown: ['form'],
  hintUnknown: ['form'],
  defaultKind: ['form'],
  fieldSameName: ['form'],
  computedUnknown: ['form'],
  formFactUnknown: ['form'],
  fieldBounds: ['form'],
  dictionaryUnknown: ['form'],
  entryUnknown: ['form'],
  recordUnknown: ['form'],
  fieldReserved: ['form'],
  fieldDuplicate: ['form'],
  sectionDuplicate: ['form'],
  sectionUnnamed: ['form'],
  fieldUnnamed: ['form'],
  amountField: ['form'],
  shippedField: ['form'],
  shippedAmount: ['form'],
}

type FaultPlace = Pick<VerifyFault, 'name' | 'params' | 'state'>

/** The transition a fault speaks of; the last one out of the state when it names none. */
function transitionOf(definition: WorkflowDefinition, from: string, { name, params }: FaultPlace): Selection {
  const transitions = transitionsFrom(definition, from)
  const meant =
    name === 'lastConditional' ? undefined : transitions.find(({ transition }) => transition.to === params.to)
  // Of a gap it is the last condition but one that should reach further.
  const found = meant ?? (name === 'gap' ? transitions.at(-2) : undefined) ?? transitions.at(-1)
  return found === undefined ? { type: 'node', key: from } : { type: 'transition', index: found.index }
}

/** The limit that decides by itself, whose faults name no timer. */
function timerOf(definition: WorkflowDefinition, key: string, { name, params }: FaultPlace): string | undefined {
  if (typeof params.timer === 'string') return params.timer
  const action = (['autoPass', 'autoReject', 'close'] as const).find((one) => name.startsWith(one))
  return stateOf(definition, key)?.timers?.find((timer) => timer.action === action)?.key
}

/** Where a fault is mended. */
export function settingPlaceOf(definition: WorkflowDefinition, fault: FaultPlace): SettingPlace {
  const { name, params, state } = fault
  if (name.startsWith('notice')) return { tab: 'notices', selection: null, spots: [`notice ${params.number}`] }
  // What the applicant may do stands in the table of all permissions.
  if (state === null && typeof params.field === 'string' && elsewhere[name] === undefined)
    return { tab: 'fields', selection: null, spots: [`start ${params.field}`] }
  if (state === null) {
    const [tab, ...spots] = elsewhere[name] ?? ['flow']
    return { tab, selection: null, spots }
  }
  if (ofTransitions.includes(name))
    return { tab: 'flow', selection: transitionOf(definition, state, fault), spots: ['when', 'leadsTo'] }
  const selection: Selection = { type: 'node', key: state }
  const timer = timerOf(definition, state, fault)
  if (timer !== undefined) {
    const isOfHours = name === 'timerHours' || name === 'timerDead'
    return { tab: 'flow', selection, spots: [...(isOfHours ? [] : [`action ${timer}`]), `timer ${timer}`, 'limits'] }
  }
  const [field] = String(params.field ?? '').split(', ')
  const spots = [ofStates[name] ?? '', ...(field === '' ? [] : [`field ${field}`])].filter((spot) => spot !== '')
  return { tab: 'flow', selection, spots: [...spots, 'name'] }
}
