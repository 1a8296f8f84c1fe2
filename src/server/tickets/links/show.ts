import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { Reader } from '../queries/lines.ts'
import { visibleTo } from '../queries/visibility.ts'
import type { Ticket } from '../ticket.ts'

type Kin = TicketDetail['family'][number]

/** The tickets this one belongs to, and those that belong to it, as far as this person may see them (WF-18), oldest first. */
export async function familyOf(
  { unit }: Pick<Reader, 'unit'>,
  access: Access,
  { id, parentId, revokesId, revocationId, conversionId }: Ticket,
): Promise<readonly Kin[]> {
  const { rows } = await sql<Kin>`
    select t.id, t.no, t.title, t.status, case when t.id = ${parentId}::bigint then 'parent' when t.id = ${revokesId}::bigint then 'revokes'
      when t.parent_id = ${id} then 'child' when t.id = ${revocationId}::bigint then 'revocation'
      when t.id = ${conversionId}::bigint then 'conversion' when t.conversion_id = ${id} then 'converted' else 'formerRevocation' end as kin
    from ticket t
    where t.deleted_at is null and (t.id = ${parentId}::bigint or t.id = ${revokesId}::bigint or t.parent_id = ${id} or t.revokes_id = ${id}
        or t.id = ${conversionId}::bigint or t.conversion_id = ${id})
      and ${visibleTo(access)} order by t.id`.execute(unit.db)
  return rows
}
