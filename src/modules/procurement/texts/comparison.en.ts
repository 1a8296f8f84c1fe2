import { budgetNames } from '#src/define/claims/names.en.ts'
import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './comparison.zhHans.ts'

export default {
  applications: {
    comparison: {
      title: 'Comparison purchase',
      aliases: 'three quotes|price comparison|purchase|quotation',
      purpose: 'Purchases below the limit, decided by comparing at least three quotations',
      guide:
        'At least three valid quotes of independent vendors are compared; the lowest wins unless a reason is given. Refer to an awarded selection, or enter the quotes with their files. The panel has at least three people, one of them a procurement officer and not all of one department, and each declares to have no interest. Goods of the bulk list are not bought by comparison. The approval holds the winning amount and creates the purchase.',
      sections: { need: 'What is bought', budget: 'Budget', quotes: 'Quotes and winner', panel: 'Panel' },
      fields: {
        ...budgetNames,
        category: 'Category',
        subjectName: 'Subject',
        items: 'Items',
        'items.name': 'Name',
        'items.spec': 'Specification',
        'items.unit': 'Unit',
        'items.qty': 'Quantity',
        'items.budgetPrice': 'Price ceiling',
        'items.amount': 'Amount',
        'items.itemId': 'Stock item',
        amount: 'Ceiling',
        alreadyBought: 'Same category, recent total',
        selectionId: 'Selection',
        quotes: 'Quotes',
        'quotes.vendorId': 'Vendor',
        'quotes.amount': 'Quoted amount',
        'quotes.deliveryDays': 'Delivery (days)',
        'quotes.warrantyMonths': 'Warranty (months)',
        'quotes.file': 'Quotation file',
        'quotes.valid': 'Valid',
        winnerVendorId: 'Winner',
        winnerAmount: 'Winning amount',
        isDearer: 'Not the lowest',
        winReason: 'Reason for not choosing the lowest',
        members: 'Panel',
        'members.memberId': 'Member',
        'members.noInterest': 'Declares no interest',
        collectiveMinutes: 'Meeting minutes',
      },
    },
  },
  rules: {
    'comparison.otherMethod': 'CNY {0, money} is not bought by comparison; the method is "{1}"',
    'comparison.vendorTwice': 'A vendor is entered once',
    'comparison.winnerUnknown': 'The winner is one of the valid quotes',
    'comparison.selectionUnfit': 'The selection is not awarded, or serves another purchase',
    'comparison.reversal': 'Purchase {0} ends; CNY {1, money} of the budget is released',
    'procurement.quotesTooFew': '{0} valid quotations, fewer than {1}',
    'procurement.splitSuspected':
      'Purchases of this category total CNY {1, money} within {0} days and look like one that was split',
    'procurement.panelTooSmall': 'A panel has at least {0} different people',
    'procurement.panelWithoutOfficer': 'A procurement officer takes part in the panel',
    'procurement.panelOneDepartment': 'The panel cannot be of one department alone',
    'vendor.unfit': 'Vendor {0} is suspended or blacklisted',
    'rule.PRC-12': 'The winning CNY {0, money} exceed the ceiling of CNY {1, money}',
    'rule.PRC-13':
      'Purchases of this category total CNY {1, money} within {0} days; give a reason of at least {2} characters in the comment',
    'rule.PRC-14':
      'Only {0} of {1} valid quotes are independent, fewer than {2} (the same legal representative, phone or bank account count as one)',
    'rule.PRC-15': 'Every member of the panel declares to have no interest',
    'rule.PRC-24': '{0} belongs to the bulk list; the method is "{1}"',
  },
} satisfies SameKeys<typeof zhHans>
