/** The register of clothing as the demo took it over (70.3): the issues of each cycle, and the measures of people. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { timesMoney } from '#src/fields/money/cents.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { type ClothingEntitlement, entitledOf, yearsLater } from './entitled.server.ts'

interface Wearer {
  readonly id: number
  readonly username: string
  readonly dept: string
}

/** Rows of the register that was taken over; those of the tickets come on top. */
const REGISTER = 536
/** Cycles of yearly items that lie behind the one that runs. */
const PAST_CYCLES = 1
/** What visitors of the demo try: shirts of D10 are not issued yet this year, as those of every second colleague elsewhere. */
const isStillDue = ({ id, dept }: Wearer, item: string): boolean =>
  item !== '作训鞋' && (dept === 'D10' ? item === '长袖衬衣' : id % 2 === 1)

/** Days since the cycle that runs began: four in eleven of them end within the month. */
const daysIn = (place: number): number => (place % 11 < 4 ? 337 + ((place * 5) % 27) : 40 + ((place * 53) % 280))

/** Days since a uniform was issued; its cycle of several years runs on for four months at least. */
const daysWorn = (place: number, years: number): number => 60 + ((place * 97) % (years * 365 - 180))

/** So many of a list, spread over it evenly. */
const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.filter((_, place) => Math.floor(((place + 1) * count) / list.length) > Math.floor((place * count) / list.length))

export async function seedClothing(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const now = unit.clock.now()
  const { rows: people } = await sql<Wearer>`
    select u.id, u.username, d.key as dept from shared_app_user u join shared_department d on d.id = u.dept_id where u.state order by u.emp_no`.execute(
    unit.db,
  )
  const measures = people.map(({ id }, place) => ({
    id,
    height: 165 + ((place * 7) % 5) * 5,
    shoe: 39 + ((place * 5) % 6),
  }))
  await sql`
    insert into clothing_profile (user_id, height, shoe, confirmed_at, updated_at)
    select g.id, g.height, g.shoe, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(measures)}::jsonb) as g(id bigint, height int, shoe int)`.execute(unit.db)
  const ledger = unit.service(stockLedger)
  const shown = await ledger.catalogue(['clothing'])
  const garments = await ledger.items(shown.map(({ id }) => id))
  const standing = await entitledOf(
    unit,
    people.map(({ id }) => id),
    null,
    { withGear: false },
  )
  /** The size of a garment that fits a person. */
  const sizeOf = (sizes: readonly string[], userId: number): string => {
    const own = measures.find(({ id }) => id === userId)
    return [String(own?.height), String(own?.shoe)].find((size) => sizes.includes(size)) ?? sizes[0] ?? ''
  }
  /** What was issued to a person on a day, for the cycle that began on it. */
  const issueOf = (entitled: ClothingEntitlement, start: string, isWorn: boolean) => {
    const garment = garments.find(({ standardItemId }) => standardItemId === entitled.itemId)
    if (!garment || entitled.years === null) return []
    return [
      {
        user: entitled.userId,
        item: garment.id,
        standard: entitled.itemId,
        size: sizeOf(garment.sizeList, entitled.userId),
        qty: entitled.qty,
        value: timesMoney(shown.find(({ id }) => id === garment.id)?.averagePrice ?? '0.00', entitled.qty),
        start,
        due: yearsLater(start, entitled.years),
        ended: isWorn ? 0 : entitled.qty,
      },
    ]
  }
  const isYearly = ({ years }: ClothingEntitlement): boolean => years === 1
  const yearly = standing.filter(isYearly).flatMap((entitled, place) => {
    const wearer = people.find(({ id }) => id === entitled.userId)
    const first = wearer && isStillDue(wearer, entitled.itemName) ? 1 : 0
    return Array.from({ length: PAST_CYCLES + 1 - first }, (_, index) =>
      issueOf(entitled, yearsLater(addDays(today, -daysIn(place)), -index - first), index + first <= 1),
    ).flat()
  })
  const uniforms = standing
    .filter((entitled) => !isYearly(entitled))
    .flatMap((entitled, place) => issueOf(entitled, addDays(today, -daysWorn(place, entitled.years ?? 1)), true))
  const rows = [...yearly, ...spread(uniforms, REGISTER - yearly.length)]
  await sql`
    insert into clothing_issue (user_id, dept_id, item_id, standard_item_id, size, qty, value, reason_type, uses_entitlement, cycle_start, next_due_at, ended_qty, at, updated_at)
    select u.id, u.dept_id, g.item, g.standard, g.size, g.qty, g.value, 'periodic', true, g.start, g.due, g.ended, g.start + time '10:00' at time zone 'Asia/Shanghai', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("user" bigint, item bigint, standard bigint, size text, qty int, value numeric, start date, due date, ended int)
      join shared_app_user u on u.id = g."user" order by g.start, u.id, g.item`.execute(unit.db)
}
