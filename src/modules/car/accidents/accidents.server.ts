/** Accidents: who drove follows from the trip, a repair is one of the same car, and a closed case has been judged. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { idIn } from '#src/fields/values.ts'
import { withCoveringTrip } from '../trips/covering-trip.server.ts'

async function checked(values: FormData, unit: UnitOfWork): Promise<FormData> {
  if (values.state === 'closed' && values.liability === 'pending')
    throw new RuleError('car.liabilityOpen').at('liability')
  const service = idIn(values.serviceId)
  if (service !== null) {
    const { rows } = await sql<{ plateNo: string; isSame: boolean }>`
      select c.plate_no, c.id = ${Number(values.carId)}::bigint as is_same from car_service s join car c on c.id = s.car_id where s.id = ${service}`.execute(
      unit.db,
    )
    if (rows[0] && !rows[0].isSame) throw new RuleError('car.serviceOfOther', rows[0].plateNo).at('serviceId')
  }
  return withCoveringTrip(values, unit)
}

export const accidentServer: RecordServer = {
  beforeCreate: (values, unit) => checked(values, unit),
  beforeUpdate: (values, _row, unit) => checked(values, unit),
}
