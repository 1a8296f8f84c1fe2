import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './safety.zhHans.ts'

export default {
  records: {
    safetyItem: {
      title: 'Food safety book',
      fields: {
        checkState: 'State',
        name: 'Item',
        kind: 'Type',
        location: 'Location',
        cycleDays: 'Cycle (days)',
        workdaysOnly: 'Workdays only',
        minValue: 'Minimum (°C)',
        maxValue: 'Maximum (°C)',
        validTo: 'Valid until',
        isUsed: 'Active',
        nextCheckOn: 'Due on',
        lastCheckedOn: 'Last check',
        missed: 'Missed in a row',
        result: 'Result',
        value: 'Measured (°C)',
        note: 'Details',
        photo: 'Photos',
      },
      charts: { states: { title: 'State of the book', unit: 'items' } },
      actions: { check: 'Record check', measure: 'Record temperature', renew: 'Renew certificate' },
    },
    safetyCheck: {
      title: 'Food safety entries',
      fields: {
        checkedOn: 'Date',
        safetyId: 'Item',
        result: 'Result',
        value: 'Measured (°C)',
        validTo: 'Valid until',
        note: 'Details',
        photo: 'Photos',
        checkedBy: 'Checked by',
      },
      charts: { results: { title: 'Results', unit: 'checks' } },
    },
  },
  dictionaries: {
    safetyKind: {
      name: 'Food safety check',
      entries: {
        health: 'Morning health check',
        certificate: 'Health certificate',
        disinfection: 'Disinfection',
        temperature: 'Cold storage temperature',
        inspection: 'Routine inspection',
      },
    },
    safetyState: {
      name: 'State in the food safety book',
      entries: { ok: 'In order', due: 'Due', overdue: 'Overdue', fault: 'Fault' },
    },
    safetyResult: {
      name: 'Result of a food safety check',
      entries: { ok: 'Passed', fault: 'Fault', missed: 'Missed' },
    },
  },
  safety: { board: 'Checks to do', due: 'Due {0}', missed: 'missed in a row: {0}', done: 'Recorded: {0}' },
  rules: {
    'canteen.safetyUnused': 'This item is not in use',
    'canteen.safetyLimits': 'The maximum must not be below the minimum',
    'canteen.safetyOutside': 'Outside {0} to {1} °C: enter what was done about it',
    'canteen.certificatePast': 'The certificate must be valid beyond today',
    'canteen.certificateDue': '{0} expires on {1}. Arrange its renewal.',
    'canteen.certificateToday': '{0} expires today. No work with food until it is renewed.',
    'canteen.safetyMissed': '{0} was not checked on {1}',
  },
} satisfies SameKeys<typeof zhHans>
