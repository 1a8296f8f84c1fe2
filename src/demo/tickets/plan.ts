/** The plan of the demo: all its stories in the order of time. Pure: the same day gives the same plan, so that it is checked for every day without a database. */
import { accessStories } from './access-stories.ts'
import { type BulkBeginnings, bulkStories } from './affairs/bulk-stories.ts'
import { printStories } from './affairs/print-stories.ts'
import { receptionStories } from './affairs/reception-stories.ts'
import { affairsStories } from './affairs-stories.ts'
import type { Bureau } from './bureau.server.ts'
import { carStories, type Fleet } from './car-stories.ts'
import type { ClaimBook } from './claim-book.server.ts'
import { claimStories } from './claim-stories.ts'
import { leaveStories } from './leave-stories.ts'
import type { FollowedRecords } from './live-book.server.ts'
import type { Places } from './money-stories.server.ts'
import { moneyStories } from './money-stories.ts'
import { repairStories } from './repair-stories.ts'
import { type Seals, sealStories } from './seal-stories.ts'
import { type Stores, storeStories } from './store-stories.ts'
import type { Story } from './story.ts'
import { supplyStories } from './supply-stories.ts'

/** What the bureau has before its stories begin. */
export interface Beginnings {
  readonly lines: Pick<ClaimBook, 'line'>
  /** Days of leave by `<user> <year> <type>`. */
  readonly quotas: ReadonlyMap<string, number>
  readonly places: Places
  /** Items of the stores by name. */
  readonly items: ReadonlyMap<string, number>
  readonly stores: Stores
  readonly fleet: Fleet
  readonly seals: Seals
  /** The contractor of public repairs. */
  readonly vendor: number
  /** Who prints for the bureau. */
  readonly printer: number
  /** Where guests eat outside. */
  readonly restaurant: number
  readonly followed: FollowedRecords
  readonly bulk: Omit<BulkBeginnings, 'lineOf'>
}

export function planStories(bureau: Bureau, given: Beginnings): readonly Story[] {
  const { lines, places, followed, vendor } = given
  const leaves = leaveStories(bureau, given.quotas)
  return [
    ...leaves,
    ...claimStories(bureau, lines),
    ...affairsStories(bureau),
    ...supplyStories(bureau, given.items),
    ...moneyStories(bureau, { lines, followed, leaves, ...places }),
    ...repairStories(bureau, { vendor, lineOf: (year) => lines.line('D08', '30213', year).id }),
    ...storeStories(bureau, given.stores),
    ...carStories(bureau, given.fleet, { leaves, lineOf: (year) => lines.line('D07', '30231', year).id }),
    ...sealStories(bureau, given.seals),
    ...accessStories(bureau),
    ...printStories(bureau, {
      items: given.items,
      printer: given.printer,
      lineOf: (unit, year) => lines.line(unit, '30202', year).id,
    }),
    ...receptionStories(bureau, {
      cities: places.cities,
      restaurant: given.restaurant,
      lineOf: (year) => lines.line('D02', '30217', year).id,
    }),
    ...bulkStories(bureau, { ...given.bulk, lineOf: (dept, year) => lines.line(dept, '30201', year).id }),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
