import { joinTexts } from '#src/define/messages.ts'
import assetCount from '../counts/asset-count.zhHans.ts'
import equipment from '../equipment/equipment.zhHans.ts'
import assetCard from './asset-card.zhHans.ts'
import assetDesk from './asset-desk.zhHans.ts'
import assetReads from './asset-reads.zhHans.ts'
import assetRecords from './asset-records.zhHans.ts'

export default joinTexts(assetCard, assetRecords, assetCount, assetDesk, equipment, assetReads)
