/** Meters and their readings: forwards only, unless the meter was replaced (CAN-23). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { formatScaled, parseScaled } from '#src/fields/decimal/scaled.ts'
import type { FormData } from '#src/fields/field.ts'

const PLACES = 2
const scaled = (value: unknown): bigint => parseScaled(value, PLACES) ?? 0n

interface Last {
  readonly id: number
  readonly readOn: string
  readonly reading: string
}

/** Locks the meter. @throws RuleError `check.notFound` */
async function lockMeter(unit: UnitOfWork, id: number): Promise<void> {
  const { rows } = await sql`select from energy_meter where id = ${id} and deleted_at is null for update`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new RuleError('check.notFound').at('meterId')
}

async function lastOf(unit: UnitOfWork, meterId: number): Promise<Last | undefined> {
  const { rows } = await sql<Last>`
    select id, read_on, reading::text as reading from energy_reading where meter_id = ${meterId} and struck_at is null
    order by read_on desc limit 1`.execute(unit.db)
  return rows[0]
}

/** What was used since the last reading, in hundredths; the first reading of a meter begins its count. @throws RuleError `rule.CAN-23` */
function consumptionOf(values: FormData, last: Last | undefined): bigint {
  const reading = scaled(values.reading)
  if (values.isReplaced !== true) {
    if (last === undefined) return 0n
    const used = reading - scaled(last.reading)
    if (used < 0n) throw new RuleError('rule.CAN-23', last.reading, last.readOn).at('reading')
    return used
  }
  if (last === undefined) throw new RuleError('canteen.meterNew').at('isReplaced')
  const before = scaled(values.finalReading) - scaled(last.reading)
  if (before < 0n) throw new RuleError('rule.CAN-23', last.reading, last.readOn).at('finalReading')
  const since = reading - scaled(values.startReading)
  if (since < 0n) throw new RuleError('canteen.belowStart').at('reading')
  return before + since
}

export const meterServer: RecordServer = {
  computed: {
    lastReadOn: `(select max(e.read_on) from energy_reading e where e.meter_id = r.id and e.struck_at is null)`,
    lastReading: `(select e.reading from energy_reading e where e.meter_id = r.id and e.struck_at is null order by e.read_on desc limit 1)`,
  },
  pickable: () => sql`r.deleted_at is null`,
}

export const readingServer: RecordServer = {
  computed: { isStruck: '(r.struck_at is not null)' },
  async beforeCreate(values, unit) {
    const meterId = Number(values.meterId)
    await lockMeter(unit, meterId)
    const last = await lastOf(unit, meterId)
    if (last !== undefined && String(values.readOn) <= last.readOn)
      throw new RuleError('canteen.readBefore', last.readOn).at('readOn')
    const isReplaced = values.isReplaced === true
    const consumption = formatScaled(consumptionOf(values, last), PLACES)
    const replaced = isReplaced ? {} : { finalReading: null, startReading: null }
    return { ...values, isReplaced, ...replaced, consumption }
  },
  async afterWrite(_row, unit) {
    for (const record of ['energyMeter', 'energyMonth'] as const) unit.changed(record, null)
  },
  actions: {
    async strike({ id, meterId }, { reason }, unit, { userId }) {
      await lockMeter(unit, Number(meterId))
      // Later readings count from it.
      if ((await lastOf(unit, Number(meterId)))?.id !== id) throw new RuleError('canteen.strikeNewest')
      const struck = { struckAt: unit.clock.now(), struckBy: userId, strikeReason: String(reason) }
      await changing(unit, 'energy_reading', struck, userId).where('id', '=', id).execute()
      for (const record of ['energyReading', 'energyMeter', 'energyMonth'] as const) unit.changed(record, null)
    },
  },
}
