import type { TicketRow } from '#src/define/tickets/line.ts'

/** Of what was chosen, what still stands in the list as it was chosen, and what left it or changed meanwhile. */
export function splitBatch(
  chosen: readonly TicketRow[],
  live: readonly TicketRow[],
): { readonly rows: readonly TicketRow[]; readonly gone: readonly TicketRow[] } {
  const versions = new Map(live.map(({ id, version }) => [id, version]))
  const stands = ({ id, version }: TicketRow): boolean => versions.get(id) === version
  return { rows: chosen.filter(stands), gone: chosen.filter((row) => !stands(row)) }
}
