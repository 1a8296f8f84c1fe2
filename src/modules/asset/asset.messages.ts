import { joinMessages } from '#src/define/messages.ts'
import { assetCardMessages } from './asset-card.messages.ts'
import { assetDeskMessages } from './asset-desk.messages.ts'
import { assetReadMessages } from './asset-reads.messages.ts'
import { assetRecordMessages } from './asset-records.messages.ts'
import { assetCountMessages } from './counts/asset-count.messages.ts'
import { equipmentMessages } from './equipment/equipment.messages.ts'

export const assetMessages = joinMessages(
  assetCardMessages,
  assetRecordMessages,
  assetCountMessages,
  assetDeskMessages,
  equipmentMessages,
  assetReadMessages,
)
