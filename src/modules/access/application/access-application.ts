import { defineApplication } from '#src/define/application.ts'
import { both, oneOf } from '#src/define/chains/steps.ts'
import { choice, choices, date, files, integer, lines, person, reference, text } from '#src/fields/field.ts'
import { accessChain } from './access-chain.ts'

export const MAX_PEOPLE = 30
/** Meals of guests are charged to this subject (CAN-34). */
export const MEAL_SUBJECT = '30106'

const isNew = { field: 'applyKind', op: 'eq', value: 'new' } as const
const isExtension = { field: 'applyKind', op: 'eq', value: 'extend' } as const
const forNew = { required: isNew, visibleWhen: isNew } as const
const eats = both(isNew, oneOf('grantKind', 'dining', 'both'))
const isHosted = both(eats, { field: 'payer', op: 'eq', value: 'hostDept' })

/** 23.10 门禁就餐权限 on CH-ACCESS: a grant for each person, or the extension of grants there are (CAN-32). */
export const accessControlDining = defineApplication({
  key: 'accessControlDining',
  group: 'receive',
  code: 'MJ',
  icon: 'log-in',
  page: {
    sort: 100,
    more: [{ key: 'gate', permission: 'accessVisit:Create', isFirst: true }],
  },
  columns: ['applyKind', 'grantKind', 'hostUserId', 'validFrom', 'validTo'],
  summary: [{ within: 'persons', field: 'name' }, { within: 'grants', field: 'grantId', show: 'name' }, 'validTo'],
  register: ['accessGrant', 'accessVisit'],
  sections: [
    {
      key: 'kind',
      fields: {
        applyKind: choice('accessApplyKind', { required: true, initial: 'new' }),
        grantKind: choice('accessKind', { ...forNew, initial: 'both' }),
        hostUserId: person(forNew),
        areas: choices('accessArea', 4, forNew),
      },
    },
    {
      key: 'persons',
      fields: {
        persons: lines(
          {
            name: text(30, { required: true, min: 2 }),
            idType: choice('accessIdType', { required: true, initial: 'idCard' }),
            // Anyone who files or approves compares it; registers show it masked.
            idTail4: text(4, { required: true, pattern: 'idTail', maskedUnless: 'accessControlDining:Create' }),
            org: text(80, { required: true, min: 2 }),
            mobile: text(11, { required: true, pattern: 'mobile' }),
            visitorType: choice('accessVisitorType', { required: true, initial: 'visitor' }),
            photo: files(1, { pictures: true }),
          },
          { min: 1, max: MAX_PEOPLE, ...forNew },
        ),
        grants: lines(
          {
            grantId: reference('accessGrant', { required: true }),
            currentTo: date({ computed: true }),
            extensions: integer({ computed: true }),
          },
          { min: 1, max: MAX_PEOPLE, required: isExtension, visibleWhen: isExtension },
        ),
      },
    },
    {
      key: 'period',
      fields: {
        validFrom: date({ ...forNew, min: 'today', initial: 'today', until: 'validTo' }),
        validTo: date({ required: true, min: 'today' }),
      },
    },
    {
      key: 'meals',
      fields: {
        meals: choices('mealType', 4, { required: eats, visibleWhen: eats }),
        payer: choice('accessPayer', { required: eats, visibleWhen: eats, initial: 'self' }),
        budgetLineId: reference('budgetLine', {
          required: isHosted,
          visibleWhen: isHosted,
          options: `/api/budget/line/choices/?subjects=${MEAL_SUBJECT}`,
        }),
      },
    },
    {
      key: 'activation',
      fields: {
        cards: lines(
          {
            lineNo: integer({ required: true, min: 1, max: MAX_PEOPLE }),
            name: text(30, { computed: true }),
            cardNo: text(20, { min: 4, pattern: 'cardNo' }),
          },
          { min: 0, max: MAX_PEOPLE, visibleWhen: isNew },
        ),
      },
    },
  ],
  effects: {
    onApprove: ['access.approve'],
    onHandle: { activate: ['access.activate'] },
    onVoidApproved: ['access.undo'],
  },
  workflow: accessChain('accessControlDining'),
})
