/** XState's view of a ticket: the named guards and changes a chart may use. Names and params are data, so a chart exports as JSON. */
import { enqueueActions, setup } from 'xstate'
import { evaluate } from '../definition/conditions.ts'
import type { Condition } from '../definition/definition.ts'
import type { Workflow } from '../definition/workflow.ts'
import type { Change } from './changes.ts'
import * as changes from './changes.ts'
import * as children from './children.ts'
import * as clock from './clock.ts'
import { retrievable, stateBack } from './returns.ts'
import { isAllowed, isAllowedIn, isClosing, isManned, isOwn, isSomebody, statesToReturnTo } from './rules.ts'
import * as succession from './succession.ts'
import type { TicketAction, TicketContext, TicketEvent, TicketEventType, TicketInput } from './vocabulary.ts'

type Params<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>['params']
type EventOf<Type extends TicketEventType> = Extract<TicketEvent, { type: Type }>
type LocalChanger<Event extends TicketEvent = TicketEvent> = (
  workflow: Workflow,
  context: TicketContext,
  event: Event,
  at: string,
) => Change
/** Names the state of the chart in which a guard or a change stands: in branches several are current at once. */
interface At {
  readonly state: string
}

/** A change for some events only; under any other event the chart is at fault. */
const on =
  <const Type extends TicketEventType>(types: readonly Type[], change: LocalChanger<EventOf<Type>>): LocalChanger =>
  (workflow, context, event, at) => {
    if (!(types as readonly TicketEventType[]).includes(event.type)) throw new Error(`unexpected event ${event.type}`)
    return change(workflow, context, event as EventOf<Type>, at)
  }

const lastOutcome = (context: TicketContext, { state }: At) =>
  context.visits.findLast((visit) => visit.state === state)?.outcome ?? null
/** The branches that were opened last from a state. */
const opened = (context: TicketContext, { state }: At) =>
  context.visits.findLast((visit) => visit.state === state)?.branches ?? []
/** The body of an action that only the server carries out. */
const byServer = () => undefined

/** The typed parts from which the chart of one workflow is built. */
export function kitFor(workflow: Workflow) {
  /** The change with the params given in the chart; then what the server must do, in order. */
  const runWith = <Given extends At | undefined>(
    change: (context: TicketContext, event: TicketEvent, given: Given) => Change,
  ) =>
    enqueueActions<TicketContext, TicketEvent, Given, TicketEvent, never, TicketAction, never, never, never>(
      ({ context, event, enqueue }, given) => {
        const [after, actions] = change(context, event, given)
        enqueue.assign(after)
        for (const action of actions) enqueue(action)
      },
    )
  const run = (changer: (workflow: Workflow, context: TicketContext, event: TicketEvent) => Change) =>
    runWith<undefined>((context, event) => changer(workflow, context, event))
  const runAt = (changer: LocalChanger) =>
    runWith<At>((context, event, { state }) => changer(workflow, context, event, state))

  return setup({
    types: {
      context: {} as TicketContext,
      events: {} as TicketEvent,
      input: {} as TicketInput,
      tags: {} as 'running' | 'handling',
    },
    guards: {
      isAllowed: ({ context, event }) => isAllowed(workflow, context, event),
      isAllowedHere: ({ context, event }, { state }: At) => isAllowedIn(workflow, context, event, state),
      isSomebody: ({ context, event }, { state }: At) => isSomebody(workflow, context, event, state),
      isOwn: ({ context, event }, { state }: At) => isOwn(workflow, context, event, state),
      isManned: ({ context, event }, { state }: At) => isManned(workflow, context, event, state),
      isClosing: ({ context, event }, { state }: At) => isClosing(workflow, context, event, state),
      returnsTo: ({ context, event }, { state, target }: At & { target: string }) =>
        event.type === 'return' && event.target === target && isAllowedIn(workflow, context, event, state),
      retrieves: ({ context, event }, { state }: At) =>
        event.type === 'retrieve' && retrievable(context, event.actor)?.state === state,
      goesBack: ({ context, event }, { state }: At) => stateBack(context, event) === state,
      holds: ({ event }, { condition }: { condition: Condition }) => evaluate(condition, event.facts),
      isDone: ({ context, event }, { state, condition }: At & { condition: Condition }) =>
        evaluate(condition, event.facts) && isAllowedIn(workflow, context, event, state),
      isPassed: ({ context }, at: At) => lastOutcome(context, at) === 'passed',
      isRejected: ({ context }, at: At) => lastOutcome(context, at) === 'rejected',
      rejectsTo: ({ context }, { target, state }: At & { target: string }) => {
        const visit = context.visits.findLast((one) => one.state === state)
        return visit?.outcome === 'rejected' && statesToReturnTo(context, visit).includes(target)
      },
      isTaken: ({ context }, { number, ...at }: At & { number: number }) =>
        opened(context, at).some((branch) => branch.number === number),
      isRevocation: ({ context }) => context.isRevocation === true,
      isJoined: ({ context }, at: At) => opened(context, at).every((branch) => branch.arrivedAt !== null),
    },
    actions: {
      resolveParticipants: byServer as (_: unknown, params: Params<'resolveParticipants'>) => void,
      hook: byServer as (_: unknown, params: Params<'hook'>) => void,
      fileChild: byServer as (_: unknown, params: Params<'fileChild'>) => void,
      share: byServer as (_: unknown, params: Params<'share'>) => void,
      lapse: byServer as (_: unknown, params: Params<'lapse'>) => void,
      remind: byServer as (_: unknown, params: Params<'remind'>) => void,
      announce: byServer as (_: unknown, params: Params<'announce'>) => void,
    },
  }).extend({
    actions: {
      beginRound: run(changes.beginRound),
      enter: runAt(changes.enter),
      enterAgain: runAt(changes.enterAgain),
      enterBack: runAt(changes.enterBack),
      skip: runAt(changes.skip),
      pass: runAt(changes.pass),
      fork: runAt(changes.fork),
      arrive: runWith<At & { readonly number: number }>((context, event, { state, number }) =>
        changes.arrive(number)(workflow, context, event, state),
      ),
      ask: runAt(changes.ask),
      askRole: runAt(changes.askRole),
      fileChildOf: runAt(children.file),
      childFiled: runAt(on(['child'], children.childFiled)),
      childEnded: runAt(on(['child'], children.childEnded)),
      staff: runAt(on(['participants'], changes.staff)),
      wait: runAt(changes.wait),
      passEmpty: runAt(changes.passEmpty),
      passOwn: runAt(changes.passOwn),
      rejectEmpty: runAt(changes.rejectEmpty),
      vote: runAt(on(['approve', 'reject'], changes.vote)),
      finishTask: runAt(on(['handle'], changes.handle(true))),
      workOn: runAt(on(['handle'], changes.handle(false))),
      claim: runAt(on(['claim'], changes.claim)),
      release: runAt(changes.release),
      transfer: runAt(on(['transfer'], changes.transfer)),
      delegate: runAt(on(['delegate'], changes.delegate)),
      addSign: runAt(on(['addSign'], changes.addSign)),
      removeSign: runAt(on(['removeSign'], changes.removeSign)),
      giveBack: runAt(on(['return', 'refuse'], changes.giveBack)),
      takeBack: runAt(changes.takeBack),
      returned: runAt(changes.afterReturn),
      rejected: runAt(changes.afterRejection),
      rejectedBack: runAt(changes.rejectedBack),
      closeBehind: runWith<At & { readonly target: string }>((context, event, { state, target }) =>
        changes.closeBehind(target)(workflow, context, event, state),
      ),
      withdraw: run(changes.withdraw),
      voidTicket: run(changes.voidTicket),
      abandon: run(children.abandon),
      markRevoked: run((workflow, context, event) =>
        on(['revoked'], children.childRevoked)(workflow, context, event, ''),
      ),
      complete: run(changes.complete),
      urge: runAt(changes.urge),
      shareWith: run((workflow, context, event) => on(['cc'], changes.cc)(workflow, context, event, '')),
      note: run((_workflow, context) => [context, []]),
      openForDay: runAt(clock.openForDay),
      timeout: runAt(on(['timeout'], clock.timeout)),
      closeByTime: runAt(on(['timeout'], clock.closeByTime)),
      reassign: runAt(on(['reassign'], succession.reassign)),
      substitute: runAt(on(['substitute'], succession.substitute)),
    },
  })
}

/** What {@link kitFor} hands out. */
export type Kit = ReturnType<typeof kitFor>
