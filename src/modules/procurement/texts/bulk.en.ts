import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './bulk.zhHans.ts'

export default {
  records: {
    bulkConfig: {
      title: 'Bulk configurations',
      fields: {
        category: 'Bulk category',
        name: 'Name',
        spec: 'Configuration',
        unit: 'Unit',
        standardItemId: 'Item of the standards',
        unitCap: 'Unit price cap',
        stockItemId: 'Stock item',
        assetCategory: 'Asset category',
        isActive: 'In use',
      },
    },
  },
  applications: {
    bulkProject: {
      title: 'Bulk purchase',
      aliases: 'bulk|centralised purchase|pooled purchase|computers|printers',
      purpose: 'Pool departments’ demand for computers, printers, furniture and buy it in bulk to standard',
      guide:
        'One application for each category and plan month, submitted by the deadline of the month; later ones go to the next month. Each line names a department, a configuration and a quantity; demands of the pool can be picked and bring theirs. Quantity and existing pieces keep within the standard; above it a reason is given and the head of logistics approves. The unit price keeps within the cap. Each department pays from its own budget. The approval holds the money and creates the purchase; each piece has an asset card after the acceptance.',
      sections: { plan: 'Plan', demands: 'Demands of departments' },
      fields: {
        periodMonth: 'Plan month',
        bulkCategory: 'Bulk category',
        deliverBy: 'Deliver by',
        agency: 'Agency',
        demands: 'Demands',
        'demands.demandId': 'Demand of the pool',
        'demands.deptId': 'Department',
        'demands.configId': 'Configuration',
        'demands.headcount': 'Headcount',
        'demands.existing': 'Existing',
        'demands.standardMax': 'Standard',
        'demands.qty': 'Quantity',
        'demands.unitCap': 'Unit price cap',
        'demands.unitPrice': 'Unit price',
        'demands.amount': 'Amount',
        'demands.isOver': 'Above the standard',
        'demands.overReason': 'Reason for the excess',
        'demands.budgetLineId': 'Budget line',
        'demands.available': 'Budget available',
        amount: 'Amount',
        overStandard: 'Above the standard',
        collectiveMinutes: 'Meeting minutes',
      },
    },
  },
  dictionaries: {
    bulkCategory: {
      title: 'Bulk category',
      entries: {
        desktop: 'Desktop computers',
        laptop: 'Laptops',
        printer: 'Printers',
        aircon: 'Air conditioners',
        copyPaper: 'Copy paper',
        furniture: 'Office furniture',
      },
    },
  },
  reads: { '/api/procurement/bulk/lines/': 'Look up the budget lines that bulk purchases may charge' },
  rules: {
    'bulk.periodTaken': 'Application {1} covers this category for {0}',
    'bulk.otherCategory': '{0} does not belong to bulk category "{1}"',
    'bulk.demandClosed': 'Demand {0} is done or cancelled',
    'bulk.otherItem': 'Demand {0} is for {1}, not for this configuration',
    'bulk.otherDepartment': 'Demand {0} is of another department',
    'bulk.otherQuantity': 'Demand {0} is bought as a whole; the quantity is {1}',
    'bulk.entitledBecause': '{0}: standard {1}, existing {2}',
    'bulk.orderedBefore': '{0} ordered in bulk, not yet delivered',
    'bulk.askedBefore': '{0} in other bulk applications in approval',
    'rule.PRC-21':
      '{0}: the standard is {1}, {2} exist and {3} are asked for; give a reason for what is above the standard',
    'rule.PRC-22': 'The unit price of CNY {0, money} exceeds the cap of CNY {1, money}',
    'rule.PRC-23': 'A month takes applications up to its day {0}; the earliest month is now {1}',
  },
} satisfies SameKeys<typeof zhHans>
