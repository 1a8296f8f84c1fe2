import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './service.zhHans.ts'

export default {
  applications: {
    officialCarMaintenance: {
      title: 'Vehicle service and repair',
      aliases: 'vehicle repair|car repair|service|tyres',
      purpose: 'Have a vehicle serviced or repaired by a listed shop; it cannot be dispatched during that time',
      guide:
        'Choose an active repair shop and a time without dispatched trips. When the vehicle is fetched, enter the bill, the mileage and the time; a bill above 110% of the estimate needs another prior approval.',
      sections: { car: 'Vehicle', plan: 'Plan', cost: 'Estimate', finish: 'Work done' },
      fields: {
        carId: 'Vehicle',
        maintType: 'Type',
        mileage: 'Mileage (km)',
        faultDesc: 'Fault or work',
        photos: 'Photos',
        vendorId: 'Repair shop',
        planIn: 'In',
        planOut: 'Out',
        items: 'Estimate',
        'items.name': 'Item',
        'items.qty': 'Quantity',
        'items.price': 'Price',
        'items.amount': 'Amount',
        amount: 'Estimated amount',
        budgetLineId: 'Budget line',
        actualAmount: 'Actual amount',
        finishMileage: 'Mileage when done (km)',
        outAt: 'Fetched at',
      },
    },
  },
  records: {
    carService: {
      title: 'Services and repairs',
      tabs: { services: 'Service and repair' },
      charts: { cost: { title: 'Cost by vehicle', unit: 'CNY' }, types: { title: 'By type', unit: 'services' } },
      fields: {
        carId: 'Vehicle',
        maintType: 'Type',
        faultDesc: 'Fault or work',
        vendorId: 'Repair shop',
        vendorName: 'Name of the shop',
        planIn: 'Planned in',
        planOut: 'Planned out',
        sentAt: 'Sent at',
        outAt: 'Fetched at',
        mileage: 'Mileage in (km)',
        finishMileage: 'Mileage when done (km)',
        amount: 'Estimate',
        actualAmount: 'Actual amount',
        deptId: 'Department',
        state: 'State',
      },
      actions: { sendIn: 'Sent in' },
    },
  },
  dictionaries: {
    carServiceState: {
      title: 'State of a service',
      entries: { planned: 'Planned', inService: 'In the shop', finished: 'Done', cancelled: 'Cancelled' },
    },
    commitmentKind: { entries: { carMaint: 'Vehicle repair' } },
  },
  rules: {
    'car.serviceTwice': 'A service is planned for this vehicle from {0} to {1}',
    'car.serviceConflict': '{0} dispatched trips fall into this time; change {1} first ({2}, {3} {4})',
    'car.vendorUnfit': '{0} is not an active repair shop',
    'car.serviceReversal': 'CNY {0, money} return to the budget and the plan is cancelled',
    'car.outBeforeIn': 'The car went in at {0}; it cannot be fetched before',
    'car.outLater': 'The time must not be after now ({0})',
    'rule.CAR-11':
      'The bill of CNY {0, money} is above 110% of the estimate of CNY {1, money} (CNY {2, money}); get another prior approval first',
    'rule.CAR-12': 'Repeated repair: {0} was done on {1}, less than {2} days ago',
    'rule.CAR-13': 'The vehicle is on {0}; send it in from {1} on',
  },
} satisfies SameKeys<typeof zhHans>
