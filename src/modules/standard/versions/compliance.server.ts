/** STD-04: every department against the version in force, exceptions netted off, with the reasons. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { because } from '../because.server.ts'
import { holdingKey, standings } from '../entitlement/compare.ts'
import { entitle } from '../entitlement/entitle.ts'
import { countOf, noPieces } from '../entitlement/pieces.ts'
import { departmentIds, exceptionsOn, versionInForce } from '../standard-rows.server.ts'
import { countsOf, piecesOf } from './preview.server.ts'

export async function countCompliance(unit: UnitOfWork, kind: string): Promise<void> {
  const version = await versionInForce(unit, kind)
  if (version === null) return
  const day = unit.clock.today()
  const [pieces, exceptions, departments] = [
    await piecesOf(unit, kind, version.items),
    await exceptionsOn(unit, day),
    await departmentIds(unit),
  ]
  const piecesIn = (deptId: number, itemId: number) => pieces.get(holdingKey(deptId, itemId)) ?? noPieces
  const rows = standings(version, exceptions, countsOf(pieces), day, departments).map((one) => {
    const entitled = entitle(version, exceptions, one.itemId, day, { of: 'dept', deptId: one.deptId })
    const groupId = entitled.group?.itemId
    const group = groupId === undefined ? 0 : countOf(piecesIn(one.deptId, groupId))
    return {
      ...one,
      standing: one.over > 0 ? 'over' : one.short > 0 ? 'short' : 'met',
      value: one.unitCap === null ? null : (one.short * Number(one.unitCap)).toFixed(2),
      trace: because(version, entitled, { own: piecesIn(one.deptId, one.itemId), group }),
    }
  })
  await sql`delete from standard_compliance where kind = ${kind}`.execute(unit.db)
  await sql`
    insert into standard_compliance (kind, dept_id, item_id, max_qty, exception_qty, holding, over_qty, short_qty, unit_cap, short_value, standing, trace, version_id, counted_at)
    select ${kind}::text, "deptId", "itemId", max, exceptions, held, over, short, "unitCap", value, standing, trace, ${version.id}::bigint, ${unit.clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("deptId" bigint, "itemId" bigint, max int, exceptions int, held int, over int, short int,
      "unitCap" numeric, value numeric, standing text, trace jsonb) order by "deptId", "itemId"`.execute(unit.db)
  unit.changed('standardCompliance', null)
}
