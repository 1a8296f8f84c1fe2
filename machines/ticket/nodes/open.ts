/** A visit with its people at work. Only the events this state can ever allow are in the chart, so that refused ones have no way at all. */
import type { StateDefinition } from '../definition.ts'
import type { Kit } from '../machine.ts'
import { openersOf } from '../returns.ts'
import type { Workflow } from '../workflow.ts'

const allowed = { guard: 'isAllowed' } as const

/** WF-14: other people take the places; where nobody is left the empty policy speaks, as it does at the start (25.7 rule 2). */
function reassigns({ emptyPolicy }: StateDefinition) {
  const people = { guard: 'isManned', actions: 'reassign' } as const
  if (emptyPolicy.type === 'block') return people
  return emptyPolicy.type === 'skip'
    ? ([people, { ...allowed, target: 'left', actions: ['reassign', 'passEmpty'] }] as const)
    : ([people, { ...allowed, target: 'fallback', actions: 'reassign' }] as const)
}

/** Events of both kinds of task. */
function shared(state: StateDefinition) {
  return {
    reassign: reassigns(state),
    urge: { ...allowed, actions: 'urge' as const },
    ...(state.allowTransfer && { transfer: { ...allowed, actions: 'transfer' as const } }),
    ...(state.claim && {
      claim: { ...allowed, actions: 'claim' as const },
      release: { ...allowed, actions: 'release' as const },
    }),
    ...(state.timers?.length && { timeout: { ...allowed, actions: 'timeout' as const } }),
    ...(state.opensAtField !== undefined && { open: { ...allowed, actions: 'openForDay' as const } }),
  }
}

/** Where a return from this state may lead: the applicant, and the approving states that can lie before it. */
function returns(workflow: Workflow, state: StateDefinition) {
  const toStart = {
    guard: { type: 'returnsTo' as const, params: { target: 'start' } },
    target: '#returned',
    actions: ['giveBack', 'returned'] as const,
  }
  const earlier = state.allowReturn === 'any' ? workflow.before(state.key).filter(({ kind }) => kind === 'approve') : []
  return [
    toStart,
    ...earlier.map(({ key }) => ({
      guard: { type: 'returnsTo' as const, params: { target: key } },
      target: `#ticket.process.${key}.staffing`,
      actions: ['giveBack' as const, { type: 'enterAgain' as const, params: { state: key } }],
    })),
  ]
}

/** The approving states whose last handler may take the ticket back from here (25.4). */
const retrievals = (workflow: Workflow, state: StateDefinition) =>
  openersOf(workflow, state.key).map(({ key }) => ({
    guard: { type: 'retrieves' as const, params: { state: key } },
    target: `#ticket.process.${key}.staffing`,
    actions: ['takeBack' as const, { type: 'enterAgain' as const, params: { state: key } }],
  }))

const passed = { guard: 'isPassed', target: 'left' } as const

/** An approving visit: votes under the mode, returns, and rejection. */
export function openToApprove(kit: Kit, workflow: Workflow, state: StateDefinition) {
  const retrieve = retrievals(workflow, state)
  return kit.createStateConfig({
    always: [passed, { guard: 'isRejected', target: '#rejected', actions: 'rejected' }],
    on: {
      ...shared(state),
      approve: { ...allowed, actions: 'vote' },
      ...(state.allowTransfer && { delegate: { ...allowed, actions: 'delegate' as const } }),
      ...(state.allowAddSign && { addSign: { ...allowed, actions: 'addSign' as const } }),
      ...((state.allowTransfer || state.allowAddSign) && {
        removeSign: { ...allowed, actions: 'removeSign' as const },
      }),
      ...(state.allowReject && { reject: { ...allowed, actions: 'vote' as const } }),
      ...(state.allowReturn && { return: returns(workflow, state) }),
      ...(retrieve.length > 0 && { retrieve }),
    },
  })
}

/** A handling visit: the ticket is approved, so going back means undoing that (20.2). */
export function openToHandle(kit: Kit, state: StateDefinition) {
  const finish = { ...allowed, actions: 'finishTask' as const }
  return kit.createStateConfig({
    always: passed,
    on: {
      ...shared(state),
      handle:
        state.doneWhen === undefined
          ? finish
          : [
              { guard: { type: 'isDone', params: { condition: state.doneWhen } }, actions: 'finishTask' },
              { ...allowed, actions: 'workOn' },
            ],
      void: { ...allowed, target: '#voided', actions: 'voidTicket' },
      ...(state.allowReturn && {
        refuse: { ...allowed, target: '#returned', actions: ['giveBack' as const, 'returned' as const] },
      }),
    },
  })
}
