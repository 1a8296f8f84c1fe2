import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './equipment.zhHans.ts'

const fields = {
  applyKind: 'Kind',
  lines: 'Lines',
  'lines.itemId': 'Item',
  'lines.qty': 'Quantity',
  'lines.userId': 'Holder',
  'lines.roomId': 'Room',
  'lines.standardMax': 'Standard',
  'lines.holding': 'Held',
  'lines.over': 'Over standard',
  oldAssets: 'Old assets',
  'oldAssets.assetId': 'Asset',
  repairProof: 'Repair report',
  borrowUntil: 'Loan until',
  overStandard: 'Over standard',
  overReason: 'Reason for exceeding',
  assetIds: 'Assets',
  'assetIds.assetId': 'Asset',
  needPurchase: 'Purchase needed',
  estimate: 'Estimate',
  oldAfter: 'Old assets become',
} as const

const sections = { request: 'Request', review: 'Asset review', handover: 'Handover' } as const

export default {
  applications: {
    officeElectronicEquipment: {
      title: 'Office electronic equipment',
      aliases: 'computer|laptop|printer|desktop',
      purpose: 'Apply for, replace, borrow or return computers and other devices within the standard',
      guide:
        'The standard and what is held appear with each item. Exceeding it needs a reason and the head of logistics. Replacing a device before its minimum life needs a repair report.',
      sections: sections,
      fields: fields,
    },
    officeFurniture: {
      title: 'Office furniture',
      aliases: 'desk|chair|cabinet|sofa',
      purpose: 'Apply for, replace, borrow or return desks, chairs and cabinets within the allocation standard',
      guide:
        'Furniture that is allocated by area needs its room, whose area decides. Exceeding the standard needs a reason and the head of logistics.',
      sections: sections,
      fields: fields,
    },
  },
  dictionaries: {
    equipmentApplyKind: {
      title: 'Kind of equipment request',
      entries: { new: 'New', replace: 'Replacement', borrow: 'Loan', return: 'Return' },
    },
  },
  rules: {
    'standard.exceeded': '"{0}" exceeds the allocation standard ({1}): enter a reason',
    'rule.AST-03': 'Asset {0} has a minimum life until {1}: an earlier replacement needs a repair report',
    'rule.AST-04': 'This item is allocated by room area: choose the room',
    'rule.AST-05': 'Asset {0} on loan was due on {1}, more than {2} days ago: return it before the next loan',
    'asset.notYours': 'You do not hold asset {0}',
    'asset.replaceOneForOne': 'A replacement is one for one: {0} requested, {1} old assets',
    'asset.itemOfOtherType': '"{0}" does not belong to this type of request',
    'asset.chooseAll': '{0} requested, {1} chosen. If stock is short, tick Purchase needed.',
    'asset.fitsNoLine': 'Asset {0} fits no requested item or quantity',
    'asset.waitsForGoods': '{0} requested, {1} chosen: hand over when the goods have arrived',
    'asset.entitledBecause': '{0}: standard {1}, counted {2}, available {3}',
    'asset.noStandard': '{0}: no allocation standard',
    'asset.reversal': 'Release the reserved standard and assets ({0} pieces)',
  },
} satisfies SameKeys<typeof zhHans>
