import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { bureauLeader, deptLeader, divisionLeader, financeAudit, officeHead } from '#src/define/chains/people.ts'
import {
  above,
  applicant,
  chain,
  either,
  handle,
  holders,
  oneOf,
  orHolders,
  withSkipReason,
} from '#src/define/chains/steps.ts'

/** CH-RECEP: the canteen serves, the applicant files the list of guests, finance compares it with the letter and settles. */
export const receptionChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    officeHead(),
    financeAudit(),
    divisionLeader(),
    withSkipReason(bureauLeader(either(oneOf('guestTopRank', 'bureau'), above('t1'))), {
      zhHans: '来宾非厅局级且金额不超过 {amount}，无需局长审批',
      en: 'Receptions up to {amount} for guests below bureau rank need no bureau chief',
    }),
    withSkipReason(
      handle('serve', { zhHans: '用餐核销', en: 'Meal served' }, holders('canteenManager'), {
        // It stands open until the day of the meal; the list that follows is asked for by REC-05.
        timers: [],
        enterWhen: { field: 'place', op: 'ne', value: 'external' },
        allowTransfer: true,
        allowReturn: 'start',
      }),
      { zhHans: '不在食堂用餐，无需食堂核销', en: 'Meals outside are not served by the canteen' },
    ),
    handle('guestList', { zhHans: '填报接待清单', en: 'Guest list' }, applicant, {
      timers: [],
      emptyPolicy: orHolders('logisticsOfficer'),
      fields: {
        absentGuests: 'write',
        extraGuests: 'write',
        actualEscorts: 'required',
        actualAmount: 'required',
        differenceNote: 'write',
        listFile: 'required',
        listSignerId: 'required',
        ownCost: 'write',
      },
    }),
    handle('settle', { zhHans: '财务结算', en: 'Settlement' }, holders('financeOfficer'), {
      fields: { listChecked: 'required' },
      allowTransfer: true,
    }),
  ])
