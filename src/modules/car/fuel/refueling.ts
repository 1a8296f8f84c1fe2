import { defineApplication } from '#src/define/application.ts'
import { fuelChain } from '#src/define/chains/logistics.ts'
import { boolean, choice, dateTime, decimal, files, integer, money, reference, text } from '#src/fields/field.ts'

const payIs = (value: string) => ({ field: 'payMode', op: 'eq', value }) as const

/** 22.3 车辆加油申请 on CH-FUEL: the approval books the refuel, the card and the budget. */
export const officialCarRefueling = defineApplication({
  key: 'officialCarRefueling',
  group: 'officialCar',
  code: 'JY',
  icon: 'tabler-car',
  page: { sort: 30 },
  columns: ['carId', 'refuelAt', 'volume', 'amount', 'payMode'],
  summary: [{ within: 'carId', field: 'plateNo' }, 'station', 'amount'],
  amountField: 'amount',
  register: ['carRefuel'],
  sections: [
    {
      key: 'refuel',
      fields: {
        carId: reference('car', { required: true }),
        refuelAt: dateTime({ required: true }),
        fuelType: choice('fuelType', { required: true }),
        volume: decimal(8, 2, { required: true, min: '0.01' }),
        unitPrice: decimal(6, 2, { required: true, min: '0.01', max: '20' }),
        amount: money({ required: true, positive: true }),
        mileage: integer({ required: true, min: 0, max: 9_999_999 }),
        mileagePhotos: files(3),
        fullTank: boolean({ required: true, initial: true }),
        station: text(60, { required: true, min: 2 }),
        tripId: reference('carTrip'),
      },
    },
    {
      key: 'payment',
      fields: {
        payMode: choice('fuelPayMode', { required: true, initial: 'fuelCard' }),
        fuelCardId: reference('fuelCard', { required: payIs('fuelCard'), visibleWhen: payIs('fuelCard') }),
        cashReason: text(200, { min: 5, multiline: true, required: payIs('cash'), visibleWhen: payIs('cash') }),
        receipt: files(3, { required: true }),
        budgetLineId: reference('budgetLine', { computed: true }),
      },
    },
  ],
  effects: { onApprove: ['car.refuel'], onVoidApproved: ['car.unfuel'] },
  workflow: fuelChain('officialCarRefueling'),
})
