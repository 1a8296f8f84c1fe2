import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { RuleError } from '#src/define/problem.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { choicesQuery } from '../choices.server.ts'

/** Trips a person may claim: their own, and those of their own requests, that have ended (TRV-07, TRV-08). */
async function tripChoices(
  unit: UnitOfWork,
  access: Access,
  query: { search?: string | undefined; ids?: string | undefined },
): Promise<readonly PickerChoice[]> {
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const ids = query.ids ? query.ids.split(',').map(Number) : null
  const { rows } = await sql<PickerChoice>`
    select t.id, concat_ws(' · ', t.no, u.name, t.destinations, to_char(t.start_date, 'YYYY-MM-DD')) as label
    from travel_trip t join shared_app_user u on u.id = t.user_id
    where t.deleted_at is null and (t.user_id = ${access.userId} or t.created_by = ${access.userId})
      and case when ${ids}::bigint[] is null then t.state = 'ended' else t.id = any(${ids}::bigint[]) end
      and (${search}::text is null or t.no ilike ${search}::text or t.destinations ilike ${search}::text or u.name ilike ${search}::text)
    order by t.start_date desc, t.id desc limit 50`.execute(unit.db)
  return rows
}

export const travelRoutes = [
  route({
    method: 'GET',
    url: '/api/travel/trip/choices/',
    permission: 'signedIn',
    query: choicesQuery,
    handle: ({ unit, access, query }) => tripChoices(unit, access, query),
  }),
]

const amount = (value: unknown): number => Number(value ?? 0)

/** TRV-23 and the order of the ranks (95.3). */
async function checkStandard(values: FormData, unit: UnitOfWork, id: number | null): Promise<FormData> {
  const { rows } =
    await sql`select from travel_standard where deleted_at is null and area_id is not distinct from ${(values.areaId as number | null) ?? null}::bigint
    and effective_from = ${String(values.effectiveFrom)}::date and id is distinct from ${id}::bigint`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('rule.TRV-23', String(values.effectiveFrom))
  const { lodgingBureau, lodgingDivision, lodgingSection, lodgingStaff, peakFrom, peakTo, peakPct } = values
  const limits = [lodgingBureau, lodgingDivision, lodgingSection, lodgingStaff].map(amount)
  if (limits.some((limit, index) => limit < 50 || limit > (limits[index - 1] ?? 3000)))
    throw new RuleError('travel.rankOrder')
  const peak = [peakFrom, peakTo, peakPct].filter((value) => value !== null && value !== undefined)
  if (peak.length !== 0 && peak.length !== 3) throw new RuleError('travel.peakWhole')
  return values
}

export const standardRecord: RecordServer = {
  beforeCreate: (values, unit) => checkStandard(values, unit, null),
  beforeUpdate: (values, row, unit) =>
    checkStandard({ ...row, ...values } as FormData, unit, row.id).then(() => values),
}
