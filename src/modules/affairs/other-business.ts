import { defineApplication } from '#src/define/application.ts'
import { deptLeader } from '#src/define/chains/people.ts'
import { applicant, approve, chain, handle, holders, orHolders } from '#src/define/chains/steps.ts'
import { choice, dateTime, files, integer, longText, money, person, text } from '#src/fields/field.ts'

/** 23.13 其他事项 on chain CH-OTHER: assigned by logistics, processed, verified and rated by the applicant. */
export const otherBusiness = defineApplication({
  key: 'otherBusiness',
  group: 'receive',
  code: 'QT',
  icon: 'more',
  page: { sort: 130 },
  columns: ['bizType', 'expectAt'],
  summary: ['bizType', 'content'],
  isConvertible: true,
  amountField: 'amount',
  sections: [
    {
      key: 'request',
      fields: {
        bizType: choice('otherBusinessType', { required: true, initial: 'IT' }),
        content: longText(10, 2000, { required: true }),
        expectAt: dateTime({ notBeforeNow: true }),
        amount: money({}),
      },
    },
    {
      key: 'processing',
      fields: {
        handlerId: person({}),
        result: longText(5, 1000, {}),
        resultFiles: files(10, {}),
      },
    },
    {
      key: 'verification',
      fields: {
        rating: integer({ min: 1, max: 5 }),
        ratingNote: text(200, { min: 2, required: { field: 'rating', op: 'lte', value: 2 } }),
      },
    },
  ],
  effects: {},
  workflow: chain('otherBusiness', 'receive', [
    deptLeader(),
    approve('logisticsAssign', { zhHans: '警保内勤分派', en: 'Assigned by Logistics' }, holders('logisticsOfficer'), {
      fields: { handlerId: 'required' },
    }),
    handle(
      'process',
      { zhHans: '办理', en: 'Processing' },
      { type: 'formField', field: 'handlerId' },
      {
        emptyPolicy: orHolders('logisticsOfficer'),
        fields: { result: 'required', resultFiles: 'write' },
        allowTransfer: true,
      },
    ),
    handle('applicantVerify', { zhHans: '申请人确认', en: 'Confirmation by the applicant' }, applicant, {
      emptyPolicy: { type: 'skip' },
      fields: { rating: 'required', ratingNote: 'write' },
    }),
  ]),
})
