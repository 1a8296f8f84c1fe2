/** Seals of the demo bureau (70.3). What is stamped with them comes as tickets. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Name, type and department; kept by the confidential clerk of the general office. */
const seals = [
  ['示范市公安局印章', 'bureau', 'D02'],
  ['中共示范市公安局委员会印章', 'party', 'D02'],
  ['示范市公安局财务专用章', 'finance', 'D05'],
  ['示范市公安局合同专用章', 'contract', 'D02'],
  ['局长签名章', 'legal', 'D02'],
  ['警务保障部印章', 'dept', 'D04'],
  ['刑事侦查支队印章', 'dept', 'D10'],
  ['交通警察支队印章', 'dept', 'D11'],
] as const

/** A seal that is out of use since its unit was renamed (SEA-04). */
const disabled = '后勤装备处印章'

export async function seedSeals(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const since = `${Number(unit.clock.today().slice(0, 4)) - 4}-01-01`
  const rows = [
    ...seals.map(([name, type, dept], sort) => ({ name, type, dept, sort, state: true, reason: null })),
    { name: disabled, type: 'dept', dept: 'D04', sort: seals.length, state: false, reason: '单位更名，原印章停用封存' },
  ]
  await sql`
    insert into seal (name, seal_type, dept_id, keeper_id, enabled_at, state, state_reason, created_at, updated_at)
    select s.name, s.type, d.id, k.id, ${since}::date, s.state, s.reason, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (name text, type text, dept text, sort int, state boolean, reason text)
      join shared_department d on d.key = s.dept join shared_app_user k on k.username = 'zheng07' order by s.sort`.execute(
    unit.db,
  )
}
