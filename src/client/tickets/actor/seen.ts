/** A ticket as this person sees it: the server's answer, and its own statechart restored in the browser. */
import { machineOf, type TicketMachine, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { snapshotAt } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, statusOf } from '#machines/ticket/engine/status.ts'
import { ownVisit } from '#machines/ticket/engine/visits.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'

/** The answer without what is read from the chart instead. */
export interface SeenTicket extends Omit<TicketDetail, 'allowedActions' | 'withheld' | 'stateValue'> {
  /** The statechart of the ticket's version, where the ticket is in it. */
  readonly chart: TicketSnapshot
  /** What this person may do now (TKT-01). */
  readonly actions: readonly TicketButton[]
}

/** Buttons that are no events of the chart: the server alone knows whether they are offered. */
const beyondChart: readonly TicketButton[] = ['edit', 'delete', 'revoke', 'convert']

/** Charts of the versions seen lately; a version never changes. */
const charts = new Map<number, TicketMachine>()
const MAX_CHARTS = 50

function chartOf({ id, definition }: TicketDetail['workflow']): TicketMachine {
  const chart = charts.get(id) ?? machineOf(definition)
  charts.delete(id)
  charts.set(id, chart)
  const [oldest] = charts.keys()
  if (charts.size > MAX_CHARTS && oldest !== undefined) charts.delete(oldest)
  return chart
}

/** The browser's chart and the server disagree about a ticket: one of them is at fault. */
export class ChartDiffers extends Error {
  override readonly name = 'ChartDiffers'
}

const asText = (names: readonly (string | number | null)[]): string => names.toSorted().join(' ')

/** @throws ChartDiffers naming the first thing the two disagree about. */
function compare(
  what: string,
  here: readonly (string | number | null)[],
  there: typeof here,
  detail: TicketDetail,
): void {
  if (asText(here) === asText(there)) return
  const { no, version, workflow } = detail
  throw new ChartDiffers(
    `${what} of ticket ${no} at version ${version} of workflow version ${workflow.id}: "${asText(here)}" by the chart, "${asText(there)}" by the server`,
  )
}

/**
 * Restores the chart and reads from it what this person may do, with the functions the server uses. The server's answer stays
 * the judge: where the two differ, `onDifference` is called and the answer counts.
 */
export function seenTicket(detail: TicketDetail, me: number, onDifference: (fault: ChartDiffers) => void): SeenTicket {
  const { allowedActions, withheld, stateValue, ...rest } = detail
  const chart = snapshotAt(chartOf(detail.workflow), stateValue, detail.context)
  const visit = ownVisit(detail.context, me)?.id
  const given = { at: new Date().toISOString(), facts: {}, dataHash: '' }
  const events = allowedEvents(chart, me, given, visit).filter((event) => !withheld.includes(event))
  try {
    compare('the status', [statusOf(chart)], [detail.status], detail)
    compare('the visit', [visit ?? null], [detail.visit], detail)
    const byServer = allowedActions.filter((action) => !beyondChart.includes(action))
    compare('the buttons', events, byServer, detail)
  } catch (fault) {
    if (!(fault instanceof ChartDiffers)) throw fault
    onDifference(fault)
    return { ...rest, chart, actions: allowedActions }
  }
  return { ...rest, chart, actions: [...events, ...allowedActions.filter((action) => beyondChart.includes(action))] }
}
