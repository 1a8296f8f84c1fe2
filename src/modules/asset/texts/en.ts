import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import assetCount from '../counts/asset-count.en.ts'
import equipment from '../equipment/equipment.en.ts'
import assetCard from './asset-card.en.ts'
import assetDesk from './asset-desk.en.ts'
import assetReads from './asset-reads.en.ts'
import assetRecords from './asset-records.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(assetCard, assetRecords, assetCount, assetDesk, equipment, assetReads) satisfies SameKeys<
  typeof zhHans
>
