import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { date, dateTime, integer, lines, longText, person, text } from '#src/fields/field.ts'

/** Days a notice may look back on. */
export const MAX_PERIOD_DAYS = 365

/** 督办通报: how departments stood with their items at the end of a period (90 B 5). To create it is to publish it; it never changes. */
export const supervisionNotice = defineRecord({
  name: 'supervisionNotice',
  table: 'supervision_notice',
  path: '/api/supervision/notice/',
  permissions: permissionsFrom('supervisionNotice', 'create', 'export'),
  // A notice is for all departments it names.
  scope: {},
  fields: {
    no: text(20, { computed: true }),
    title: text(100, { required: true, min: 5 }),
    periodFrom: date({ required: true, max: 'today', until: 'periodTo' }),
    periodTo: date({ required: true, max: 'today' }),
    opening: longText(0, 1000),
    inTime: integer({ computed: true }),
    lateClosed: integer({ computed: true }),
    lateOpen: integer({ computed: true }),
    rate: integer({ computed: true }),
    publishedAt: dateTime({ computed: true }),
    publishedBy: person({ computed: true }),
    departments: lines(
      {
        rank: integer({ computed: true }),
        dept: text(100, { computed: true }),
        rate: integer({ computed: true }),
        inTime: integer({ computed: true }),
        lateClosed: integer({ computed: true }),
        lateOpen: integer({ computed: true }),
        near: integer({ computed: true }),
        normal: integer({ computed: true }),
      },
      { min: 0, max: 500, computed: true },
    ),
    late: lines(
      {
        dept: text(100, { computed: true }),
        no: text(20, { computed: true }),
        title: text(100, { computed: true }),
        handler: text(50, { computed: true }),
        dueDate: date({ computed: true }),
        firstDueDate: date({ computed: true }),
        closedOn: date({ computed: true }),
        daysLate: integer({ computed: true }),
      },
      { min: 0, max: 5000, computed: true },
    ),
  },
  titleFields: ['no', 'title'],
  list: {
    columns: [
      'no',
      'title',
      'periodFrom',
      'periodTo',
      'rate',
      'inTime',
      'lateClosed',
      'lateOpen',
      'publishedAt',
      'publishedBy',
    ],
    filters: ['periodTo'],
    search: ['no', 'title'],
  },
  form: ['title', 'periodFrom', 'periodTo', 'opening'],
})
