import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** CAR-21: by so much of the standard a consumption may lie above or below it; beyond, the fleet is notified: of fuel that went elsewhere, or of a reading or a fill that is missing. */
export const ABNORMAL_DEVIATION = 0.3
/** What the column holds, in litres per 100 km. */
const MAX_CONSUMPTION = 9999

interface Judged {
  readonly id: number
  readonly wasAbnormal: boolean
  readonly isAbnormal: boolean
  readonly consumption: string
  readonly plateNo: string
  readonly fuelStd: string
}

/**
 * CAR-21: litres since the last full tank, this one among them, over the kilometres since then. A figure depends on the fills
 * between two full tanks, so a fill that is approved late or voided judges anew what was filled from its moment up to the next full tank.
 * The car is locked.
 */
export async function judgeConsumption(unit: UnitOfWork, carId: number, at: Date): Promise<void> {
  const { rows } = await sql<Judged>`
    with fill as (select * from car_refuel where car_id = ${carId} and state = 'approved'),
    judged as (
      select x.id, x.is_abnormal as was_abnormal, c.plate_no, c.fuel_std, case when f.used between 0 and ${MAX_CONSUMPTION} then f.used end as used
      from fill x join car c on c.id = x.car_id
        left join lateral (select l.refuel_at, l.mileage from fill l where l.full_tank and l.refuel_at < x.refuel_at order by l.refuel_at desc limit 1) last on true
        cross join lateral (select round((select sum(b.volume) from fill b where b.refuel_at > last.refuel_at and b.refuel_at <= x.refuel_at)
          * 100 / nullif(x.mileage - last.mileage, 0), 1) as used) f
      where x.full_tank and x.refuel_at >= ${at}::timestamptz
        and x.refuel_at <= coalesce((select min(n.refuel_at) from fill n where n.full_tank and n.refuel_at > ${at}::timestamptz), ${at}::timestamptz))
    update car_refuel r set consumption = judged.used,
      is_abnormal = coalesce(abs(judged.used - judged.fuel_std) > judged.fuel_std * ${ABNORMAL_DEVIATION}::numeric, false),
      updated_at = ${unit.clock.now()}::timestamptz, version = r.version + 1
    from judged where r.id = judged.id and r.consumption is distinct from judged.used
    returning r.id, judged.was_abnormal, r.is_abnormal, r.consumption, judged.plate_no, judged.fuel_std`.execute(
    unit.db,
  )
  for (const { id, wasAbnormal, isAbnormal, consumption, plateNo, fuelStd } of rows) {
    unit.changed('carRefuel', id)
    if (!isAbnormal || wasAbnormal) continue
    unit.notify({
      to: await unit.usersWithRole('fleetManager'),
      contentType: 'REMIND',
      title: { key: 'rule.CAR-21', params: [plateNo, consumption, fuelStd] },
      link: '/carmanagement/car?tab=refuels',
    })
  }
}
