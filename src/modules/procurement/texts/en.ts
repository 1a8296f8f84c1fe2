import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import purchases from '../purchases/purchases.en.ts'
import type zhHans from './zhHans.ts'

const texts = {
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
}

export default joinTexts(texts, purchases) satisfies SameKeys<typeof zhHans>
