/** A visit with its people at work. Only the events this state can ever allow are in the chart, so that refused ones have no transition. */
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { Kit } from '../machine.ts'
import { openersOf } from '../returns.ts'
import { pathOf } from './paths.ts'

/** Guards and changes of one state: in branches each looks at its own visit. */
export function within({ key }: StateDefinition) {
  const params = { state: key }
  return {
    params,
    allowed: { guard: { type: 'isAllowedHere', params } } as const,
    change: <const Name extends string>(type: Name) => ({ type, params }),
  }
}

/** WF-14: other people take the places; without any the empty policy decides, as at the start (25.7 rule 2). */
function reassigns(state: StateDefinition) {
  const { emptyPolicy } = state
  const { params, allowed, change } = within(state)
  const people = { guard: { type: 'isManned', params }, actions: change('reassign') } as const
  const own = {
    guard: { type: 'isOwn', params },
    target: 'left',
    actions: [change('reassign'), change('passOwn')],
  } as const
  const found = state.skipsApplicant === true ? [people, own] : [people]
  if (emptyPolicy.type === 'block') return found
  if (emptyPolicy.type === 'reject')
    return [...found, { ...allowed, actions: [change('reassign'), change('rejectEmpty')] }]
  return emptyPolicy.type === 'skip'
    ? [...found, { ...allowed, target: 'left', actions: [change('reassign'), change('passEmpty')] }]
    : [...found, { ...allowed, target: 'fallback', actions: change('reassign') }]
}

/** A timer is due; where one closes the ticket (25.8), the transition out of everything live. */
function timeouts(state: StateDefinition) {
  const { params, allowed, change } = within(state)
  const rings = { ...allowed, actions: change('timeout') }
  if (!state.timers?.some(({ action }) => action === 'close')) return rings
  const closes = { guard: { type: 'isClosing', params }, target: '#withdrawn', actions: change('closeByTime') } as const
  return state.timers.every(({ action }) => action === 'close') ? closes : [closes, rings]
}

/** Events of both kinds of task. */
function shared(state: StateDefinition) {
  const { allowed, change } = within(state)
  return {
    reassign: reassigns(state),
    substitute: { ...allowed, actions: change('substitute') },
    urge: { ...allowed, actions: change('urge') },
    ...(state.allowTransfer && { transfer: { ...allowed, actions: change('transfer') } }),
    ...(state.claim && {
      claim: { ...allowed, actions: change('claim') },
      release: { ...allowed, actions: change('release') },
    }),
    ...(state.timers?.length && { timeout: timeouts(state) }),
    ...(state.opensAtField !== undefined && { open: { ...allowed, actions: change('openForDay') } }),
  }
}

/** Where a return from this state may lead: the applicant, and the approving states that can lie before it. */
function returns(workflow: Workflow, state: StateDefinition) {
  const { params, change } = within(state)
  const toStart = {
    guard: { type: 'returnsTo' as const, params: { ...params, target: 'start' } },
    target: '#returned',
    actions: [change('giveBack'), change('returned')],
  }
  const earlier = state.allowReturn === 'any' ? workflow.returnable(state.key) : []
  return [
    toStart,
    ...earlier.map(({ key }) => ({
      guard: { type: 'returnsTo' as const, params: { ...params, target: key } },
      target: `${pathOf(workflow, key)}.staffing`,
      actions: [change('giveBack'), { type: 'enterAgain' as const, params: { state: key } }],
    })),
  ]
}

/** Where a rejection leads (25.2). */
export function rejections(workflow: Workflow, state: StateDefinition) {
  const { params, change } = within(state)
  const guard = { type: 'isRejected', params } as const
  const { onReject = 'end' } = state
  if (onReject === 'end') return [{ guard, target: '#rejected', actions: change('rejected') }]
  const toStart = { guard, target: '#returned', actions: change('rejectedBack') }
  if (onReject === 'start') return [toStart]
  const given = { ...params, target: onReject.state }
  return [
    {
      guard: { type: 'rejectsTo' as const, params: given },
      target: `${pathOf(workflow, onReject.state)}.staffing`,
      actions: [
        { type: 'closeBehind' as const, params: given },
        { type: 'enterAgain' as const, params: { state: onReject.state } },
      ],
    },
    toStart,
  ]
}

/** The approving states whose last handler may take the ticket back from here (25.4). */
const retrievals = (workflow: Workflow, state: StateDefinition) =>
  openersOf(workflow, state.key).map(({ key }) => ({
    guard: { type: 'retrieves' as const, params: { state: key } },
    target: `${pathOf(workflow, key)}.staffing`,
    actions: [within(state).change('takeBack'), { type: 'enterAgain' as const, params: { state: key } }],
  }))

/** An approving visit: votes under the mode, returns, and rejection. */
export function openToApprove(kit: Kit, workflow: Workflow, state: StateDefinition) {
  const { params, allowed, change } = within(state)
  const retrieve = retrievals(workflow, state)
  return kit.createStateConfig({
    always: [{ guard: { type: 'isPassed', params }, target: 'left' }, ...rejections(workflow, state)],
    on: {
      ...shared(state),
      approve: { ...allowed, actions: change('vote') },
      ...(state.allowTransfer && { delegate: { ...allowed, actions: change('delegate') } }),
      ...(state.allowAddSign && { addSign: { ...allowed, actions: change('addSign') } }),
      ...((state.allowTransfer || state.allowAddSign) && {
        removeSign: { ...allowed, actions: change('removeSign') },
      }),
      ...(state.allowReject && { reject: { ...allowed, actions: change('vote') } }),
      ...(state.allowReturn && { return: returns(workflow, state) }),
      ...(retrieve.length > 0 && { retrieve }),
    },
  })
}

/** A handling visit: the ticket is approved, so going back means undoing that (20.2). */
export function openToHandle(kit: Kit, state: StateDefinition) {
  const { params, allowed, change } = within(state)
  const finish = { ...allowed, actions: change('finishTask') }
  return kit.createStateConfig({
    always: { guard: { type: 'isPassed', params }, target: 'left' },
    on: {
      ...shared(state),
      handle:
        state.doneWhen === undefined
          ? finish
          : [
              {
                guard: { type: 'isDone', params: { ...params, condition: state.doneWhen } },
                actions: change('finishTask'),
              },
              { ...allowed, actions: change('workOn') },
            ],
      void: { ...allowed, target: '#voided', actions: 'voidTicket' },
      ...(state.allowReturn && {
        refuse: { ...allowed, target: '#returned', actions: [change('giveBack'), change('returned')] },
      }),
    },
  })
}
