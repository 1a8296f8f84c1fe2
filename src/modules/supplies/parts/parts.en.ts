import type { SameKeys } from '#src/define/messages.ts'
import { itemNames, itemSections } from '../texts/names.en.ts'
import type zhHans from './parts.zhHans.ts'

export default {
  applications: {
    electronicPartsAndConsumables: {
      title: 'Electronic parts and consumables',
      aliases: 'toner|ink|disk|memory|printer|parts',
      purpose: 'Draw toner, disks, memory and other parts that fit your device, handing in the old ones',
      guide:
        'Choose the device first: only parts that fit its model can be drawn. For toner, enter the page counter. Storage media are exchanged for the old one, whose serial number is recorded; for classified devices the security administrator is copied.',
      sections: itemSections,
      fields: {
        ...itemNames,
        assetId: 'Device',
        oldPartReturn: 'Old part handed in',
        oldPartSn: 'Serial number of the old part',
        printCounter: 'Page counter',
        lastCounter: 'Counter at the last change',
        pagesSince: 'Pages since the last change',
        early: 'Early change',
        earlyReason: 'Reason for the early change',
        needsAsset: 'Needs a device',
        hasToner: 'Toner requested',
        hasStorage: 'Storage medium requested',
        secretMedia: 'Classified storage medium',
        oldPartReceived: 'Old part received',
      },
    },
  },
  records: {
    supplyPartUse: {
      title: 'Parts replaced',
      fields: {
        at: 'Issued at',
        assetId: 'Device',
        itemId: 'Part',
        partKind: 'Kind of part',
        qty: 'Quantity',
        value: 'Value',
        userId: 'Person',
        deptId: 'Department',
        printCounter: 'Page counter',
        pages: 'Pages printed',
        oldPartReceived: 'Old part received',
        oldPartSn: 'Old serial number',
        earlyReason: 'Reason for the early change',
        undone: 'Voided',
        ticketId: 'Ticket',
      },
      charts: {
        kinds: { title: 'Value by kind of part', unit: 'CNY' },
        departments: { title: 'Value by department', unit: 'CNY' },
        yields: { title: 'Average yield of toner', unit: 'pages' },
      },
    },
  },
  dictionaries: {
    oldPartReturn: { title: 'Old part handed in', entries: { yes: 'Yes', no: 'No', na: 'No old part' } },
  },
  supplies: {
    deviceNotYours: 'Asset {0} is not in use by you or your department',
    counterBackward: 'The page counter {0} cannot be below {1}, the counter at the last change',
  },
  rules: {
    'rule.STK-21':
      '"{0}": only {1} pages since the last change, less than {3}% of the rated {2}. Enter a reason for the early change.',
    'rule.STK-22': 'Storage media are exchanged for the old one, and the keeper confirms its receipt',
    'rule.STK-23': '"{0}" does not fit device model {1} (fits: {2})',
  },
} satisfies SameKeys<typeof zhHans>
