import type { Definitions } from '#src/define/module.ts'
import { asset, assetRoom } from './asset-card.ts'
import {
  assetAllocation,
  assetDepreciation,
  assetInspection,
  assetLog,
  assetScrap,
  assetTransfer,
} from './asset-records.ts'
import { assetBooking } from './bookings/asset-booking.ts'
import { assetCount, assetCountScan } from './counts/asset-count.ts'
import { officeElectronicEquipment, officeFurniture } from './equipment/equipment-types.ts'
import { assetClass } from './reports/asset-class.ts'
import { assetSheet } from './sheets/asset-sheet.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    asset,
    assetRoom,
    assetClass,
    assetAllocation,
    assetTransfer,
    assetScrap,
    assetDepreciation,
    assetInspection,
    assetLog,
    assetCount,
    assetCountScan,
    assetSheet,
    assetBooking,
  ],
  applications: [officeElectronicEquipment, officeFurniture],
} satisfies Definitions
