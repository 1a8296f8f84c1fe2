import type { ApplicationDefinition } from '#src/define/application.ts'
import { defineApplication } from '#src/define/application.ts'
import { internalRepairChain, publicRepairChain } from '#src/define/chains/logistics.ts'
import {
  choice,
  dateTime,
  decimal,
  type Fields,
  files,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'
import { badRating, labourLines, partLines } from './fields.ts'

const faultFields = (photosRequired: boolean): Fields => ({
  category: choice('maintCategory', { required: true, initial: 'electric' }),
  roomId: reference('assetRoom'),
  location: text(100, { required: true, min: 2 }),
  assetId: reference('asset'),
  description: longText(5, 500, { required: true }),
  photos: files(6, { required: photosRequired }),
  expectAt: dateTime({ notBeforeNow: true }),
  contactName: text(40, { required: true, min: 2 }),
})

const resultFields: Fields = {
  result: longText(2, 500),
  workHours: decimal(5, 1, { min: '0.1', max: '200' }),
  labour: labourLines,
  parts: partLines,
  resultPhotos: files(6),
}

const verifyFields: Fields = {
  rating: integer({ min: 1, max: 5 }),
  ratingNote: text(200, { min: 2, required: badRating }),
}

/** What decisions do; `accepted` is the state in which the result is accepted and rated. */
const effectsOf = (accepted: 'applicantVerify' | 'acceptance') =>
  ({
    onApprove: ['maintenance.open'],
    onHandle: { repair: ['maintenance.finish'], [accepted]: ['maintenance.rate'] },
    onFinish: ['maintenance.verify'],
    onVoidApproved: ['maintenance.cancel'],
  }) as const satisfies ApplicationDefinition['effects']

/** 22.4 内部维修 on chain CH-MNTIN. */
export const internalMaintenance = defineApplication({
  key: 'internalMaintenance',
  group: 'maintenance',
  code: 'WN',
  icon: 'tabler-tool',
  page: { sort: 10 },
  columns: ['category', 'location', 'workerId'],
  summary: ['category', 'location', 'description'],
  register: ['workOrder'],
  registerOnly: { workOrder: { source: 'internal' } },
  sections: [
    { key: 'fault', fields: faultFields(false) },
    { key: 'dispatch', fields: { workerId: person({ role: 'maintenanceWorker' }), planAt: dateTime() } },
    { key: 'result', fields: resultFields },
    { key: 'verify', fields: verifyFields },
  ],
  effects: effectsOf('applicantVerify'),
  workflow: internalRepairChain('internalMaintenance'),
})

/** 22.5 公共维修 on chain CH-MNTPUB: the estimate is held until the contractor is paid (21.3). */
export const publicMaintenance = defineApplication({
  key: 'publicMaintenance',
  group: 'maintenance',
  code: 'WG',
  icon: 'tabler-tool',
  page: { sort: 20 },
  columns: ['category', 'location', 'estimate'],
  summary: ['category', 'location', 'description'],
  amountField: 'estimate',
  register: ['workOrder', 'commitment'],
  registerOnly: { workOrder: { source: 'public' }, commitment: { kind: 'workOrder' } },
  sections: [
    { key: 'fault', fields: faultFields(true) },
    {
      key: 'survey',
      fields: {
        estimate: money(),
        vendorId: reference('vendor', { options: '/api/procurement/vendor/options/?isMaintenance=true&state=active' }),
        budgetLineId: reference('budgetLine', { options: '/api/budget/line/choices/?subjects=30213' }),
        workerId: person({ role: 'maintenanceWorker' }),
        planAt: dateTime(),
      },
    },
    { key: 'result', fields: { ...resultFields, actualAmount: money() } },
    { key: 'verify', fields: verifyFields },
  ],
  effects: effectsOf('acceptance'),
  workflow: publicRepairChain('publicMaintenance'),
})
