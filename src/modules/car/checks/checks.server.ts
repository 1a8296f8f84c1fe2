/** Checks of cars before and after a trip (95.4, 90 B 1): a critical one that fails keeps the car in. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import type { CheckResult } from './check.types.ts'

/** Before a trip or after it. */
export type CheckPhase = 'out' | 'in'

interface TemplateItem {
  readonly name: string
  readonly phase: CheckPhase | 'both'
  readonly isCritical: boolean
  readonly needsPhoto: boolean
}

/** The checks of each trip in this phase, unanswered: of the template for the type of its car, or of the one for all other types. */
export async function blankChecks(
  unit: UnitOfWork,
  trips: readonly number[],
  phase: CheckPhase,
): Promise<ReadonlyMap<number, readonly CheckResult[]>> {
  if (trips.length === 0) return new Map()
  const { rows } = await sql<{ id: number; items: readonly TemplateItem[] }>`
    select distinct on (r.id) r.id, t.items
    from car_trip r join car c on c.id = r.car_id join car_check_template t on t.deleted_at is null and (t.car_type is null or t.car_type = c.car_type)
    where r.id = any(${[...trips]}::bigint[]) order by r.id, t.car_type nulls last`.execute(unit.db)
  return new Map(
    rows.map(({ id, items }) => [
      id,
      items
        .filter((item) => item.phase === phase || item.phase === 'both')
        .map(({ name, isCritical, needsPhoto }) => ({
          name,
          isCritical,
          needsPhoto,
          result: null,
          photos: null,
          note: null,
        })),
    ]),
  )
}

interface Checked {
  readonly tripId: number
  readonly phase: CheckPhase
  /** The field of the action that has the rows. */
  readonly field: 'checks' | 'inChecks'
}

/** The checks of the trip with what was answered; their photos belong to the trip from now on. @throws RuleError `car.checksIncomplete`, `car.checkPhotoNeeded` */
export async function answeredChecks(
  unit: UnitOfWork,
  access: Access,
  { tripId, phase, field }: Checked,
  values: FormData,
): Promise<readonly CheckResult[]> {
  const checks = (await blankChecks(unit, [tripId], phase)).get(tripId) ?? []
  const rows = rowsOf(values[field])
  if (rows.length !== checks.length) throw new RuleError('car.checksIncomplete', checks.length).at(field)
  const answered = checks.map((check, index) => {
    const row = rows[index] ?? {}
    const photos = fileIdsIn(row.photos)
    if (check.needsPhoto && row.result !== 'na' && photos.length === 0)
      throw new RuleError('car.checkPhotoNeeded', check.name).at(`${field}.${index}.photos`)
    return { ...check, result: textIn(row.result), photos, note: textIn(row.note) || null }
  })
  await unit.service(fileLinks).link(
    access,
    'carTrip',
    tripId,
    answered.flatMap(({ photos }) => photos),
  )
  return answered
}

/** What failed, in words; null when nothing did. */
export function defectOf(checks: readonly CheckResult[]): string | null {
  const failed = checks.filter(({ result }) => result === 'fail')
  return failed.length === 0
    ? null
    : failed.map(({ name, note }) => [name, note].filter(Boolean).join(' · ')).join('; ')
}

async function refuseSecond(unit: UnitOfWork, values: FormData, exceptId: number | null): Promise<FormData> {
  const { rows } = await sql<{ name: string }>`
    select name from car_check_template
    where coalesce(car_type, '') = ${textIn(values.carType)} and deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('car.checkTemplateTwice', rows[0].name).at('carType')
  return values
}

export const checkTemplateServer: RecordServer = {
  beforeCreate: (values, unit) => refuseSecond(unit, values, null),
  beforeUpdate: (values, row, unit) => refuseSecond(unit, values, row.id),
}
