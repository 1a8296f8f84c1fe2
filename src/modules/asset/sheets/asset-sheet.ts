import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, department, integer, person, text } from '#src/fields/field.ts'

/** Receipts, handovers and results of counts that people signed (90 A 1). */
export const assetSheet = defineRecord({
  name: 'assetSheet',
  table: 'asset_sheet',
  path: '/api/assets/sheet/',
  permissions: permissionsFrom('asset', 'export'),
  scope: { department: 'deptId', owner: 'signerId' },
  fields: {
    no: text(20, { computed: true }),
    kind: choice('assetSheetKind', { computed: true }),
    signerId: person({ computed: true }),
    deptId: department({ computed: true }),
    witnessId: person({ computed: true }),
    pieces: integer({ computed: true }),
    at: dateTime({ computed: true }),
    hash: text(64, { computed: true }),
  },
  appendOnly: true,
  titleFields: ['no', 'signerId'],
  list: {
    columns: ['no', 'kind', 'signerId', 'deptId', 'pieces', 'witnessId', 'at'],
    filters: ['kind', 'signerId', 'deptId', 'at'],
    search: ['no'],
    order: '-at',
  },
})
