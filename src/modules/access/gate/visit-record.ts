import { defineRecord } from '#src/define/record.ts'
import { boolean, choice, dateTime, department, person, reference, text } from '#src/fields/field.ts'

const computed = { computed: true } as const

/** 出入登记: a stay in the building. Written at the gate. */
export const accessVisit = defineRecord({
  name: 'accessVisit',
  table: 'access_visit',
  path: '/api/access/visit/',
  permissions: {
    search: 'accessControlDining:Register',
    retrieve: 'accessControlDining:Register',
    export: 'accessControlDining:Export',
  },
  scope: { department: 'deptId', owner: 'hostId' },
  fields: {
    name: text(30, computed),
    org: text(80, computed),
    visitorType: choice('accessVisitorType', computed),
    grantId: reference('accessGrant', computed),
    hostId: person(computed),
    deptId: department(computed),
    area: choice('accessArea', computed),
    enteredAt: dateTime(computed),
    enteredBy: person(computed),
    entryMethod: choice('accessMethod', computed),
    dueAt: dateTime(computed),
    leftAt: dateTime(computed),
    leftBy: person(computed),
    isInside: boolean(computed),
  },
  titleFields: ['name', 'org'],
  list: {
    columns: [
      'name',
      'org',
      'visitorType',
      'hostId',
      'deptId',
      'area',
      'enteredAt',
      'leftAt',
      'isInside',
      'entryMethod',
    ],
    filters: ['enteredAt', 'isInside', 'area', 'visitorType', 'hostId', 'deptId', 'grantId'],
    search: ['name', 'org'],
    order: '-enteredAt',
    charts: { orgs: { by: 'org' }, areas: { by: 'area' } },
  },
})
