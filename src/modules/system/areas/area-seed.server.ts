import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { spelling } from '#src/define/services.ts'

const provinces = ['示例省', '示范省', '样例省', '演示省']
const cities = ['东', '南', '西', '北']
/** Cities that standards of allowances speak of (30.9), by code. */
const named: Readonly<Record<string, string>> = { 910100: '省会示例市', 920100: '直辖示例市', 930100: '旅游示例市' }
const districts = ['城中区', '城东区', '城西区', '城南区', '城北区', '开发区']

interface Place {
  readonly code: string
  readonly name: string
  readonly pcode: string
  readonly level: string
}

/** 120 fictional areas (60.6): 4 provinces, 16 cities, 96 districts and 4 towns. */
function places(): readonly Place[] {
  return provinces.flatMap((province, p) => {
    const code = `9${p + 1}0000`
    return [
      { code, name: province, pcode: '', level: '1' },
      ...cities.flatMap((side, c) => {
        const city = `9${p + 1}0${c + 1}00`
        return [
          { code: city, name: named[city] ?? `${province.slice(0, 2)}${side}市`, pcode: code, level: '2' },
          ...districts.map((name, d) => ({ code: `9${p + 1}0${c + 1}0${d + 1}`, name, pcode: city, level: '3' })),
        ]
      }),
      { code: `9${p + 1}0101001`, name: '中心街道', pcode: `9${p + 1}0101`, level: '4' },
    ]
  })
}

/** Demo areas, level by level: each needs the one above it. */
export async function seedAreas(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const { of } = unit.service(spelling)
  for (const level of ['1', '2', '3', '4']) {
    const rows = places()
      .filter((place) => place.level === level)
      .map((place) => ({ ...place, pinyin: of(place.name).full, initials: of(place.name).initials }))
    await sql`
      insert into area (code, name, level, parent, pinyin, initials, created_at, updated_at)
      select g.code, g.name, g.level, p.id, g.pinyin, g.initials, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(code text, name text, pcode text, level text, pinyin text, initials text)
        left join area p on p.code = g.pcode and p.deleted_at is null
      on conflict (code) where deleted_at is null do nothing`.execute(unit.db)
  }
}
