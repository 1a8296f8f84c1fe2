import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './vendor.zhHans.ts'

export default {
  records: {
    vendor: {
      title: 'Vendors',
      fields: {
        name: 'Name',
        creditCode: 'Credit code',
        legalPerson: 'Legal representative',
        contact: 'Contact',
        mobile: 'Mobile',
        bankName: 'Bank',
        bankAccount: 'Bank account',
        isCarRepair: 'Car repair',
        isMaintenance: 'Building repair',
        isCanteen: 'Canteen supply',
        isPrint: 'Printing',
        qualifications: 'Qualifications',
        'qualifications.name': 'Qualification',
        'qualifications.validTo': 'Valid to',
        'qualifications.file': 'File',
        nextExpiry: 'Next qualification expiry',
        state: 'State',
        stateReason: 'Reason of the state',
        stateUntil: 'Restricted until',
        reason: 'Reason',
        until: 'Until',
        file: 'Supporting file',
      },
      actions: { suspend: 'Suspend', blacklist: 'Blacklist', activate: 'Reinstate' },
    },
  },
  rules: {
    'vendor.creditCodeInvalid': 'The credit code has 18 digits or capital letters',
  },
} satisfies SameKeys<typeof zhHans>
