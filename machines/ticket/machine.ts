/** XState's view of a ticket: the named guards and changes a chart may use. Names and params are data, so a chart exports as JSON. */
import { enqueueActions, setup } from 'xstate'
import type { Change } from './changes.ts'
import * as changes from './changes.ts'
import { evaluate } from './conditions.ts'
import type { Condition } from './definition.ts'
import { retrievable, stateBack } from './returns.ts'
import { isAllowed, isManned, isSomebody } from './rules.ts'
import type { TicketAction, TicketContext, TicketEvent, TicketEventType, TicketInput } from './vocabulary.ts'
import type { Workflow } from './workflow.ts'

type Params<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>['params']
type EventOf<Type extends TicketEventType> = Extract<TicketEvent, { type: Type }>
type Changer<Event extends TicketEvent = TicketEvent> = (
  workflow: Workflow,
  context: TicketContext,
  event: Event,
) => Change

/** A change for some events only; under any other event the chart is at fault. */
const on =
  <const Type extends TicketEventType>(types: readonly Type[], change: Changer<EventOf<Type>>): Changer =>
  (workflow, context, event) => {
    if (!(types as readonly TicketEventType[]).includes(event.type)) throw new Error(`unexpected event ${event.type}`)
    return change(workflow, context, event as EventOf<Type>)
  }

const lastOutcome = (context: TicketContext) => context.visits.at(-1)?.outcome ?? null
/** The body of an action that only the server carries out. */
const byServer = () => undefined

/** The typed parts from which the chart of one workflow is built. */
export function kitFor(workflow: Workflow) {
  /** The change with the params given in the chart; then what the server must do, in order. */
  const runWith = <Given extends { readonly state: string } | undefined>(changer: (given: Given) => Changer) =>
    enqueueActions<TicketContext, TicketEvent, Given, TicketEvent, never, TicketAction, never, never, never>(
      ({ context, event, enqueue }, given) => {
        const [after, actions] = changer(given)(workflow, context, event)
        enqueue.assign(after)
        for (const action of actions) enqueue(action)
      },
    )
  const run = (changer: Changer) => runWith<undefined>(() => changer)
  const runAt = (changer: (state: ReturnType<Workflow['state']>) => Changer) =>
    runWith<{ readonly state: string }>(({ state }) => changer(workflow.state(state)))

  return setup({
    types: {
      context: {} as TicketContext,
      events: {} as TicketEvent,
      input: {} as TicketInput,
      tags: {} as 'running' | 'handling',
    },
    guards: {
      isAllowed: ({ context, event }) => isAllowed(workflow, context, event),
      isSomebody: ({ context, event }) => isSomebody(workflow, context, event),
      isManned: ({ context, event }) => isManned(workflow, context, event),
      returnsTo: ({ context, event }, { target }: { target: string }) =>
        event.type === 'return' && event.target === target && isAllowed(workflow, context, event),
      retrieves: ({ context, event }, { state }: { state: string }) =>
        event.type === 'retrieve' && retrievable(context, event.actor)?.state === state,
      goesBack: ({ context, event }, { state }: { state: string }) => stateBack(context, event.facts) === state,
      holds: ({ event }, { condition }: { condition: Condition }) => evaluate(condition, event.facts),
      isDone: ({ context, event }, { condition }: { condition: Condition }) =>
        evaluate(condition, event.facts) && isAllowed(workflow, context, event),
      isPassed: ({ context }) => lastOutcome(context) === 'passed',
      isRejected: ({ context }) => lastOutcome(context) === 'rejected',
    },
    actions: {
      resolveParticipants: byServer as (_: unknown, params: Params<'resolveParticipants'>) => void,
      hook: byServer as (_: unknown, params: Params<'hook'>) => void,
      share: byServer as (_: unknown, params: Params<'share'>) => void,
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
      ask: run(changes.ask),
      askRole: run(changes.askRole),
      staff: run(on(['participants'], changes.staff)),
      passEmpty: run(changes.passEmpty),
      vote: run(on(['approve', 'reject'], changes.vote)),
      finishTask: run(on(['handle'], changes.handle(true))),
      workOn: run(on(['handle'], changes.handle(false))),
      claim: run(on(['claim'], changes.claim)),
      release: run(changes.release),
      transfer: run(on(['transfer'], changes.transfer)),
      delegate: run(on(['delegate'], changes.delegate)),
      addSign: run(on(['addSign'], changes.addSign)),
      removeSign: run(on(['removeSign'], changes.removeSign)),
      giveBack: run(on(['return', 'refuse'], changes.giveBack)),
      takeBack: run(changes.takeBack),
      returned: run(changes.returned),
      rejected: run(changes.rejected),
      withdraw: run(changes.withdraw),
      voidTicket: run(changes.voidTicket),
      complete: run(changes.complete),
      urge: run(changes.urge),
      shareWith: run(on(['cc'], changes.cc)),
      note: run((_workflow, context) => [context, []]),
      openForDay: run(changes.openForDay),
      timeout: run(on(['timeout'], changes.timeout)),
      reassign: run(on(['reassign'], changes.reassign)),
    },
  })
}

/** What {@link kitFor} hands out. */
export type Kit = ReturnType<typeof kitFor>
