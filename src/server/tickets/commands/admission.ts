import { visitsWith } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import { checkCalled } from '../participants/eligiblePeople.ts'
import { barrier } from '../queries/buttons.ts'
import { isVisible } from '../queries/visibility.ts'
import type { OpenCommand } from './openCommand.ts'
import { refusalOf } from './refusal.ts'

/** Actions on the whole ticket, or on all of its tasks. */
const onTicket: readonly TicketEvent['type'][] = ['withdraw', 'void', 'urge', 'comment', 'cc']

/** Refuses a ticket out of sight with 4004, then what permissions and intervals forbid; it comes before the guards of the machine. */
async function checkAccess(open: OpenCommand): Promise<void> {
  const { unit, access, command, ticket, snapshot } = open
  if (access === null) return
  if (!(await isVisible(unit.db, access, ticket.id, snapshot.context))) throw notFound()
  if (!('comment' in command)) return
  const refusal = barrier(unit, access, command.type, ticket, open, command.visit)
  if (refusal) throw refusal
}

/** Refuses an actor with places in several branches who does not name the visit: a guess would decide in the wrong one. */
function checkVisit({ snapshot, event }: OpenCommand): void {
  if (!('actor' in event) || event.visit !== undefined || onTicket.includes(event.type)) return
  if (visitsWith(snapshot.context, event.actor).length > 1)
    throw new ValidationError({ visit: [{ key: 'check.required' }] })
}

/** Refuses an event that the machine does not take now. */
function checkMachine({ version, snapshot, event }: OpenCommand): void {
  if (snapshot.can(event)) return
  throw 'actor' in event ? refusalOf(version.definition, snapshot, event) : new RuleError('wf.stateChanged')
}

/** WF-10: people called in are within reach of the state; copies go to people in service. */
async function checkPeople(open: OpenCommand): Promise<void> {
  const { engine, unit, ticket, access, command } = open
  if (access) await checkCalled(open, open, access, command)
  if (command.type !== 'cc') return
  const { able } = await engine.organisation(unit.db, ticket.organisation)
  if (!command.people.every(able)) throw new ValidationError({ userIds: [{ key: 'check.notFound' }] })
}

/**
 * Whether this caller may give this command now. It comes before the form is checked, so that a caller without the right
 * to act learns that, and not which fields are missing.
 * @throws Refusal 4004, 4003, RuleError wf.* or rule.*, ValidationError.
 */
export async function checkCommand(open: OpenCommand): Promise<void> {
  await checkAccess(open)
  checkVisit(open)
  checkMachine(open)
  await checkPeople(open)
}
