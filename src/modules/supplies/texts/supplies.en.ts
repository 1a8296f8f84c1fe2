import type { SameKeys } from '#src/define/messages.ts'
import { itemNames, itemSections } from './names.en.ts'
import type zhHans from './supplies.zhHans.ts'

export default {
  applications: {
    officeSupplies: {
      title: 'Office supplies',
      aliases: 'stationery|paper|pens',
      purpose: 'Request stationery and paper within the quarterly quota, issued by the warehouse and signed for',
      guide:
        'Stock is reserved for you on submission. Above the quarterly quota, give a reason; logistics reviews the request. Sign for the items once issued: after five working days they count as received.',
      sections: itemSections,
      fields: {
        ...itemNames,
        useFor: 'For',
        quotaLeft: 'Quota left this quarter',
        overQuota: 'Above the quarterly quota',
        overReason: 'Reason for exceeding the quota',
      },
    },
    medicalSupplies: {
      title: 'Medical supplies',
      aliases: 'medicine|first aid|mask|kit',
      purpose: 'Draw first-aid and duty supplies, earliest expiry first; two keepers issue controlled items',
      guide:
        'What expires first is issued first. Requests with controlled items are reviewed by logistics and issued by two keepers. First-aid kits are refilled to their standard.',
      sections: itemSections,
      fields: {
        ...itemNames,
        usage: 'Use',
        personCount: 'People covered',
        'lines.kitStandard': 'Kit standard',
        'lines.kitCurrent': 'In the kit',
        controlled: 'Controlled items',
        symptom: 'Symptoms (applicant and keeper only)',
        expiryConfirmed: 'Issue batches close to expiry',
      },
    },
    supplyRequest: {
      title: 'Supply request',
      aliases: 'supplies|task|emergency|loan|event',
      purpose: 'Request supplies of several categories for daily work, tasks, emergencies and events, or on loan',
      guide:
        'For uniforms use "Equipment and clothing". For a loan, enter the return date on each line; while a loan is more than 15 days overdue nothing else is lent. An emergency may be issued at once; without approval within 24 hours the ticket is closed and the items are recovered.',
      sections: itemSections,
      fields: {
        ...itemNames,
        purpose: 'Purpose',
        taskName: 'Task or event',
        needAt: 'Needed by',
        deliverTo: 'Deliver to',
        issuedAhead: 'Issued ahead of the approval',
        'lines.returnable': 'Temporary loan',
        'lines.returnDueAt': 'Return by',
        controlled: 'Controlled items',
      },
    },
  },
  records: {
    supplyReturn: {
      title: 'Returns',
      fields: {
        kind: 'Origin',
        itemId: 'Item',
        userId: 'Person',
        deptId: 'Department',
        qty: 'To return',
        returnedQty: 'Returned',
        dueAt: 'Due',
        reason: 'Note',
        state: 'Status',
        returnedAt: 'Returned at',
        ticketId: 'Ticket',
      },
      actions: { confirm: 'Record return' },
      actionFields: { confirm: { cameBack: 'Returned now', note: 'Note on what is missing' } },
    },
  },
  dictionaries: {
    supplyUse: { title: 'Supplies for', entries: { personal: 'Personal', dept: 'Department' } },
    supplyPurpose: {
      title: 'Purpose of supplies',
      entries: { daily: 'Daily work', task: 'Task', emergency: 'Emergency', event: 'Event' },
    },
    medicalUse: {
      title: 'Use of medical supplies',
      entries: { firstAid: 'First aid', unit: 'Unit kit', duty: 'Duty', epidemic: 'Epidemic control' },
    },
    receiptResult: { title: 'Receipt', entries: { received: 'Received', refused: 'Refused' } },
    supplyReturnKind: {
      title: 'Origin of a return',
      entries: { loan: 'Loan', refused: 'Refused', voided: 'Ticket voided' },
    },
    supplyReturnState: {
      title: 'Status of a return',
      entries: { open: 'To be returned', recovery: 'To be recovered', returned: 'Returned' },
    },
  },
  supplies: {
    otherCategory: 'This item cannot be requested here',
    leaverOwes: 'The account of {0} is disabled; {1} items are still to be recovered',
    serialElsewhere: '"{0}" has serial numbers. Request it under "Equipment and clothing".',
    itemTwice: '"{0}" is already on another line. Combine the quantities.',
    short: 'Line {0} is short by {1}. After approval the shortage is purchased and reserved for you on arrival.',
    mayAccept: 'To take what is in stock now, tick "Take what is in stock if short"',
    proxySelf: 'You cannot be your own proxy',
    noLine: 'There is no line {0}, or it is listed twice',
    noCut: 'The approved quantity must be below the requested {0}',
    issueTooMuch: 'Line {0}: {1} approved, {2} cannot be issued',
    issuedBefore: 'Line {0}: {1} already issued. The total cannot be lower.',
    batchMissing: 'Line {0} has several batches. Enter the batch on each row.',
    nothingLeft: 'Everything is issued; nothing is left',
    pickup: 'Ticket {0} is approved. Pick-up code at the warehouse: {1}',
    notWaiting: 'The ticket is not waiting for your issue. Refresh.',
    pickupWrong: 'The pick-up code is wrong',
    pickupMissing: 'Another person picks the items up. Enter the pick-up code.',
    restNeedsNote: '{0} not returned. Enter a note.',
    emergency: 'Emergency request {0} is in approval and may be issued at once',
    emergencyLapsed:
      'Emergency request {0} was not approved within {2} hours and is closed; {1} issued units are to be recovered. Consider supervision.',
    lapsed: 'This emergency request was closed and its items are to be returned. File a new one.',
    loanLate: 'Items on loan by ticket {0} were due back on {1}. Return them now.',
    comesBack: {
      refused: 'Receipt of ticket {0} was refused. Record the returned items.',
      voided: 'Ticket {0} was closed. Record the returned items.',
    },
    reversal: {
      issued: '{0} issued units are to be returned to the warehouse',
      reserved: 'Release the stock reserved for this ticket',
    },
    panel: { uncovered: 'Reserved units no longer usable' },
  },
  rules: {
    'supplies.quotaTaken':
      'Another request has just used the quarterly quota: CNY {0, money} left, CNY {1, money} requested. Check and submit again',
    'rule.STK-12': '"{0}" is issued once per person in {1} years',
    'rule.STK-13': 'At most {2} of "{0}" per request (requested: {1})',
    'rule.STK-32': 'Batch {0} expires on {1}, in less than {2} days. Confirm to issue it.',
    'rule.STK-33': 'Controlled items are checked by another keeper',
    'rule.STK-34': 'At most {1} of "{0}" (kit standard less what is in the kit)',
    'rule.STK-43': 'A loan due on {0} is more than {1} days overdue. Return it first.',
  },
} satisfies SameKeys<typeof zhHans>
