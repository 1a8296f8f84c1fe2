import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** What stands for every area without a standard of its own. */
const ELSEWHERE = '其他地区'

/** Areas are called what the list of areas calls them. */
const place = (code: string | null, lodging: readonly [number, number, number, number], peak = false) => ({
  code,
  bureau: lodging[0],
  division: lodging[1],
  section: lodging[2],
  staff: lodging[3],
  peak,
})

/** 30.9: illustrative standards; real ones come from the document of the local finance bureau. */
const standards = [
  place(null, [480, 380, 330, 330]),
  place('910100', [490, 390, 350, 350]),
  place('920100', [650, 500, 500, 500]),
  place('930100', [480, 380, 350, 350], true),
  ...['910200', '910300', '910400', '920200', '920300', '920400', '930200', '930300', '930400'].map((code, index) =>
    place(code, [470 - index * 5, 370 - index * 5, 330 - index * 5, 320 - index * 5]),
  ),
]

/** Standards of the year before and of this one, 26 together (70.3). */
export async function seedTravel(unit: UnitOfWork): Promise<void> {
  const year = Number(unit.clock.today().slice(0, 4))
  const rows = [year - 1, year].flatMap((from, index) =>
    standards.map((standard) => ({ ...standard, from: `${from}-01-01`, less: index === 0 ? 20 : 0 })),
  )
  const now = unit.clock.now()
  await sql`
    insert into travel_standard (area_id, city_name, effective_from, doc_no, lodging_bureau, lodging_division, lodging_section, lodging_staff, peak_from, peak_to, peak_pct,
      meal_daily, local_daily, created_at, updated_at)
    select area.id, coalesce(area.name, ${ELSEWHERE}), s."from", concat('示例财行〔', extract(year from s."from"), '〕1号'), s.bureau - s.less, s.division - s.less, s.section - s.less, s.staff - s.less,
      case when s.peak then 7 end, case when s.peak then 9 end, case when s.peak then 20 end, 100, 80, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(code text, "from" date, bureau numeric, division numeric, section numeric, staff numeric, peak boolean, less numeric)
    left join shared_area area on area.code = s.code and area.deleted_at is null
    where s.code is null or area.id is not null`.execute(unit.db)
}
