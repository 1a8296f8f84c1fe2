import { defineApplication } from '#src/define/application.ts'
import { carServiceChain } from '#src/define/chains/logistics.ts'
import { choice, dateTime, files, integer, lines, longText, money, reference, text } from '#src/fields/field.ts'

const needsPhoto = { field: 'maintType', op: 'in', value: ['accident', 'tyre'] } as const

/** 22.2 车辆维修保养申请 on CH-CARMNT: approved, it holds the money and keeps the car from being dispatched. */
export const officialCarMaintenance = defineApplication({
  key: 'officialCarMaintenance',
  group: 'officialCar',
  code: 'CW',
  icon: 'tabler-tool',
  page: { sort: 20 },
  columns: ['carId', 'maintType', 'planIn', 'amount'],
  summary: [{ within: 'carId', field: 'plateNo' }, 'maintType', 'amount'],
  amountField: 'amount',
  register: ['carService'],
  sections: [
    {
      key: 'car',
      fields: {
        carId: reference('car', { required: true }),
        maintType: choice('carMaintType', { required: true, initial: 'service' }),
        mileage: integer({ required: true, min: 0, max: 9_999_999 }),
        faultDesc: longText(5, 500, { required: true }),
        photos: files(9, { required: needsPhoto }),
      },
    },
    {
      key: 'plan',
      fields: {
        vendorId: reference('vendor', {
          required: true,
          options: '/api/procurement/vendor/options/?isCarRepair=true&state=active',
        }),
        planIn: dateTime({ required: true }),
        planOut: dateTime({ required: true }),
      },
    },
    {
      key: 'cost',
      fields: {
        items: lines(
          {
            name: text(60, { required: true, min: 2 }),
            qty: integer({ required: true, min: 1, max: 999, initial: 1 }),
            price: money({ required: true, positive: true, isRate: true }),
            amount: money({ computed: true }),
          },
          { required: true, min: 1, max: 50 },
        ),
        amount: money({ computed: true }),
        budgetLineId: reference('budgetLine', { computed: true }),
      },
    },
    {
      key: 'finish',
      fields: {
        actualAmount: money({ positive: true }),
        finishMileage: integer({ min: 0, max: 9_999_999 }),
        outAt: dateTime(),
      },
    },
  ],
  effects: {
    onApprove: ['car.planService'],
    onHandle: { fleetFinish: ['car.finishService'] },
    onReturn: ['car.cancelService'],
    onVoidApproved: ['car.cancelService'],
  },
  workflow: carServiceChain('officialCarMaintenance'),
})
