import type { ComingApplication } from '#src/define/application.ts'
import { internalRepairChain, procurementChain, publicRepairChain } from '#src/define/chains/logistics.ts'
import { yes } from '#src/define/chains/steps.ts'
import {
  boolean,
  dateTime,
  decimal,
  type Fields,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  text,
} from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const repairFields: Fields = {
  parts: lines({ qty: integer({ required: true, min: 1 }) }, { min: 0, max: 50 }),
  workHours: decimal(6, 1),
  resultPhotos: files(6),
  rating: integer({ min: 1, max: 5 }),
  ratingNote: text(200, { min: 2, required: { field: 'rating', op: 'lte', value: 2 } }),
}
const sum: Fields = { amount: money({ computed: true }) }
const minutes: Fields = { collectiveMinutes: files(10) }

/** 22.4 and 22.5. */
export const maintenanceTypes: readonly ComingApplication[] = [
  comingType('WN', internalRepairChain('internalMaintenance'), {
    workerId: person({ role: 'maintenanceWorker' }),
    planAt: dateTime(),
    ...repairFields,
  }),
  comingType('WG', publicRepairChain('publicMaintenance'), {
    estimate: money(),
    vendorId: text(20),
    ...repairFields,
    actualAmount: money(),
  }),
]

/** 22.6 to 22.8. */
export const procurementTypes: readonly ComingApplication[] = [
  comingType('YG', procurementChain('intentionOpen', { chief: { field: 'exemptReason', op: 'notEmpty' } }), {
    amount: money({ required: true, positive: true }),
    exemptReason: longText(10, 300),
    ...minutes,
  }),
  comingType('BJ', procurementChain('comparison'), { ...sum, ...minutes }),
  comingType('PL', procurementChain('bulkProject', { overStandard: yes('overStandard') }), {
    ...sum,
    overStandard: boolean({ computed: true }),
    ...minutes,
  }),
]
