import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, decimal, integer, person, reference, text } from '#src/fields/field.ts'

/** Every uploaded file (60.8). Its content is read through the call that asks for the business permission (SYS-83). */
export const file = defineRecord({
  name: 'file',
  table: 'file',
  path: '/api/system/file_list/',
  permissions: permissionsFrom('file'),
  scope: {},
  fields: {
    name: text(120, { computed: true }),
    mime: choice('fileType', { computed: true }),
    kilobytes: integer({ computed: true }),
    sizeBand: choice('fileSize', { computed: true }),
    uploaderId: person({ computed: true }),
    biz: choice('fileBiz', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    checkState: choice('fileCheck', { computed: true }),
    checkNote: text(200, { computed: true }),
    digest: text(12, { computed: true }),
    hash: text(64, { computed: true, exact: true }),
    refCount: integer({ computed: true }),
    createdAt: dateTime({ computed: true }),
    megabytes: decimal(18, 6, { computed: true }),
    month: text(7, { computed: true, exact: true }),
  },
  titleFields: ['name'],
  list: {
    columns: [
      'name',
      'mime',
      'kilobytes',
      'uploaderId',
      'biz',
      'ticketId',
      'checkState',
      'digest',
      'refCount',
      'createdAt',
    ],
    filters: ['mime', 'biz', 'uploaderId', 'createdAt', 'sizeBand', 'checkState', 'hash', 'month'],
    search: ['name'],
    order: '-createdAt',
    charts: {
      biz: { by: 'biz', measure: { of: 'megabytes', as: 'sum' } },
      month: { by: 'month', measure: { of: 'megabytes', as: 'sum' }, series: 'values' },
    },
  },
  appendOnly: true,
})
