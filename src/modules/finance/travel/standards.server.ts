import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { type Standards, stayKey, type TravelAllowance } from './plan.ts'

interface Row {
  readonly areaId: number
  readonly day: string
  readonly bureau: string
  readonly division: string
  readonly section: string
  readonly staff: string
  readonly meal: string
  readonly local: string
}

/** TRV-21: for each place and day the standard of the nearest area above it that was in force; the general one where none is. In the months of the season lodging is dearer. */
export async function standardsFor(
  unit: UnitOfWork,
  wanted: readonly { readonly areaId: number; readonly day: string }[],
): Promise<Standards> {
  if (wanted.length === 0) return new Map()
  const list = wanted.map(({ areaId, day }) => ({ area: areaId, day }))
  const { rows } = await sql<Row>`
    with recursive wanted as (
      select distinct w.area, w.day from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as w(area bigint, day date)),
    up as (
      select area as asked, day, area as id, 0 as step from wanted
      union all select up.asked, up.day, a.parent, up.step + 1 from up join shared_area a on a.id = up.id where a.parent is not null and up.step < 6),
    places as (select asked, day, id, step from up union all select area, day, null, 100 from wanted),
    chosen as (
      select distinct on (p.asked, p.day) p.asked, p.day, s.*,
        case when s.peak_from is null then false
          when s.peak_from <= s.peak_to then extract(month from p.day) between s.peak_from and s.peak_to
          else extract(month from p.day) >= s.peak_from or extract(month from p.day) <= s.peak_to end as is_peak
      from places p join travel_standard s on s.deleted_at is null and s.effective_from <= p.day and s.area_id is not distinct from p.id
      order by p.asked, p.day, p.step, s.effective_from desc)
    select asked as area_id, day, meal_daily as meal, local_daily as local,
      round(lodging_bureau * factor, 2) as bureau, round(lodging_division * factor, 2) as division,
      round(lodging_section * factor, 2) as section, round(lodging_staff * factor, 2) as staff
    from chosen cross join lateral (select case when is_peak then 1 + peak_pct / 100 else 1 end as factor) f`.execute(
    unit.db,
  )
  return new Map(
    rows.map(({ areaId, day, meal, local, bureau, division, section, staff }): [string, TravelAllowance] => [
      stayKey(areaId, day),
      { meal, local, lodging: { bureau, division, section, staff } },
    ]),
  )
}
