import {
  accessChain,
  assetChain,
  clothingChain,
  issueChain,
  issueCheck,
  printChain,
  receptionChain,
  sealChain,
  securityTold,
} from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, date, type Fields, files, integer, lines, longText, money, text } from '#src/fields/field.ts'
import { comingType } from './coming.ts'

const items: Fields = {
  lines: lines({ qty: integer({ required: true, min: 1 }) }, { required: true, min: 1, max: 50 }),
  totalValue: money({ computed: true }),
  issueNote: longText(2, 200),
}
const assets: Fields = {
  assetIds: text(500),
  needPurchase: boolean(),
  estimate: money(),
  overStandard: boolean({ computed: true }),
}
const sum: Fields = { amount: money({ required: true, positive: true }) }

/** 23.1 to 23.12 without leave. */
export const receiveTypes = [
  comingType('BG', issueChain('officeSupplies', { when: yes('overQuota') }), {
    ...items,
    overQuota: boolean({ computed: true }),
  }),
  comingType('DZ', issueChain('electronicPartsAndConsumables', { between: [securityTold] }), {
    ...items,
    secretMedia: boolean({ computed: true }),
  }),
  comingType('BZ', clothingChain('equipmentClothing'), items),
  comingType('YL', issueChain('medicalSupplies', { when: yes('controlled'), after: [issueCheck] }), {
    ...items,
    controlled: boolean({ computed: true }),
  }),
  comingType('WZ', issueChain('supplyRequest'), items),
  comingType('DS', assetChain('officeElectronicEquipment'), assets),
  comingType('JJ', assetChain('officeFurniture'), assets),
  {
    ...comingType('JD', receptionChain('officialReception'), {
      ...sum,
      guestTopRank: choice('rankLevel', { computed: true }),
      actualGuests: integer({ min: 1, max: 100 }),
      actualEscorts: integer({ min: 0, max: 33 }),
      actualAmount: money(),
      listFile: files(1),
    }),
    settings: ['reception.perHead'],
  },
  comingType('MJ', accessChain('accessControlDining'), { cardNo: text(40) }),
  comingType('YS', printChain('printingPublicity'), {
    ...sum,
    external: boolean({ required: true, initial: false }),
    deliveredQty: integer({ min: 0 }),
    actualAmount: money(),
  }),
  comingType('YZ', sealChain('useSeal'), {
    sealType: choice('sealType', { computed: true }),
    takeOut: boolean({ required: true, initial: false }),
    stampedAt: date({ max: 'today' }),
    stampedCount: integer({ min: 1, max: 999 }),
    scanFile: files(1),
  }),
]
