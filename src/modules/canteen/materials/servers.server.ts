/** What the records of 食堂物料 do on the server, for the module. */
import { safetyServer } from '../safety/safety.server.ts'
import { checkItemServer } from './checks.server.ts'
import { materialServer } from './goods.server.ts'
import { meterServer, readingServer } from './meters.server.ts'
import {
  materialCountServer,
  materialIssueServer,
  materialReceiptServer,
  materialReturnServer,
  materialScrapServer,
} from './moves.server.ts'

export const materialServers = {
  canteenMaterial: materialServer,
  materialReceipt: materialReceiptServer,
  materialIssue: materialIssueServer,
  materialReturn: materialReturnServer,
  materialScrap: materialScrapServer,
  materialCount: materialCountServer,
  materialCheckItem: checkItemServer,
  safetyItem: safetyServer,
  energyMeter: meterServer,
  energyReading: readingServer,
} as const
