import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { visitBureau } from '#src/modules/access/access-seed.server.ts'
import { receptionMeals } from '#src/modules/canteen/contract.ts'
import { pastReceptionMeals } from '#src/modules/canteen/demo/reception-meals-seed.server.ts'
import { payVendors } from '#src/modules/finance/claims-seed.server.ts'
import { purchases } from '#src/modules/procurement/contract.ts'
import { createPurchases } from '#src/modules/procurement/purchases/service.server.ts'
import type { Services } from '#src/server/app/services.ts'
import { movableClock } from '#src/server/clock.ts'
import { fillSummaries } from '#src/server/tickets/summary/fill.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'
import type { Version } from '#src/server/tickets/versions/versions.ts'
import { openBulk } from './affairs/bulk-book.server.ts'
import { openBureau } from './bureau.server.ts'
import { openCarBook, openFleet } from './car-book.server.ts'
import { createChance } from './chance.ts'
import { openClaimBook } from './claim-book.server.ts'
import { openShelf } from './files.server.ts'
import { openLeaveBook } from './leave-book.server.ts'
import { ofStory, type PlacedStory, withoutRefused } from './leftOut.server.ts'
import { beginLife, type Life } from './life.server.ts'
import { openLiveBook } from './live-book.server.ts'
import { areasOf } from './money-stories.server.ts'
import { planStories } from './plan.ts'
import { reserveTickets, saveHistories } from './save.server.ts'
import { openSealBook, openSeals } from './seal-book.server.ts'
import type { Story } from './story.ts'
import { itemsByName, openStores, openSupplyBook } from './supply-book.server.ts'
import { type Book, createWorld, moduleBook, type World } from './world.server.ts'

/** One seed for the whole demo: the same bureau on the same day has the same tickets. */
const seed = 20_260_311

/** Tells all stories in the order of time, up to the moment of the seed. */
async function tell(
  world: World,
  begin: (placed: PlacedStory) => Promise<Life>,
  stories: readonly PlacedStory[],
  end: Date,
): Promise<readonly Life[]> {
  const histories: Life[] = []
  const waiting = [...stories]
  const moving = new Map<Life, { readonly at: Date; readonly placed: PlacedStory }>()
  const settle = (life: Life, placed: PlacedStory): void => {
    const at = life.next()
    if (at !== null && at <= end) moving.set(life, { at, placed })
    else moving.delete(life)
  }
  for (;;) {
    const [first] = waiting
    const [next] = [...moving].sort((a, b) => a[1].at.getTime() - b[1].at.getTime() || a[0].id - b[0].id)
    if (first && (!next || first.story.createdAt <= next[1].at)) {
      waiting.shift()
      world.clock.set(first.story.createdAt)
      const life = await ofStory(first, begin(first))
      histories.push(life)
      settle(life, first)
    } else if (next) {
      const [life, { at, placed }] = next
      world.clock.set(at)
      await ofStory(placed, life.proceed())
      settle(life, placed)
    } else return histories
  }
}

/** The published versions of all types in the stories. */
async function publishedOf(
  engine: Engine,
  unit: UnitOfWork,
  stories: readonly Story[],
): Promise<ReadonlyMap<string, Version>> {
  const found = new Map<string, Version>()
  for (const type of new Set(stories.map((story) => story.type))) {
    const version = await engine.versions.current(unit.db, type)
    if (version) found.set(type, version)
  }
  return found
}

/** The contractor of S07. */
async function repairVendor(unit: UnitOfWork): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from shared_vendor where name = '示例供应商05'`.execute(unit.db)
  return rows[0]?.id ?? 0
}

/** The first vendor of a trade. */
async function vendorFor(unit: UnitOfWork, trade: 'is_print' | 'is_canteen'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from shared_vendor where (is_print and ${trade} = 'is_print' or is_canteen and ${trade} = 'is_canteen') and state = 'active' and deleted_at is null order by id limit 1`.execute(
    unit.db,
  )
  return rows[0]?.id ?? 0
}

/** Tickets of the demo (70.3, 70.4) in every status, each with log, tasks, timers and business rows as if it had been decided step by step. */
export async function seedTickets(services: Services, unit: UnitOfWork): Promise<void> {
  await withoutRefused(
    unit,
    (line) => services.log.warn(line),
    (leftOut) => tellStories(services, unit, leftOut),
  )
}

/** The demo without the stories at some places of its plan. */
async function tellStories(services: Services, unit: UnitOfWork, leftOut: ReadonlySet<number>): Promise<void> {
  const engine = engineOf(services)
  const chance = createChance(seed)
  const files = await openShelf(unit, services.mode.dataDir)
  const bureau = await openBureau(services, unit, chance, files)
  const claims = await openClaimBook(unit, bureau)
  const leave = await openLeaveBook(unit, bureau)
  const { rows } = await sql<{
    key: string
    total: string
  }>`select user_id || ' ' || year || ' ' || leave_type as key, total from shared_leave_quota`.execute(unit.db)
  const live = openLiveBook(engine, claims)
  const plan = planStories(bureau, {
    lines: claims,
    quotas: new Map(rows.map((row) => [row.key, Number(row.total)])),
    places: await areasOf(unit),
    items: await itemsByName(unit),
    stores: await openStores(unit, bureau),
    fleet: await openFleet(unit),
    seals: await openSeals(unit),
    vendor: await repairVendor(unit),
    printer: await vendorFor(unit, 'is_print'),
    restaurant: await vendorFor(unit, 'is_canteen'),
    followed: live,
    bulk: await openBulk(unit),
  })
  const placed = plan.map((story, place): PlacedStory => ({ place, story })).filter(({ place }) => !leftOut.has(place))
  const stories = placed.map(({ story }) => story)
  claims.plan(stories)
  await files.write(unit)

  const clock = movableClock(bureau.now)
  const versions = await publishedOf(engine, unit, stories)
  const cars = openCarBook(engine)
  const seals = openSealBook(engine)
  const access = moduleBook(engine, ['accessControlDining'], 'access.', visitBureau)
  const prints = moduleBook(engine, ['printingPublicity'], 'printing.', (to) =>
    payVendors(to, { kind: 'printingPublicity', code: 'YS' }, bureau.person('he20').id),
  )
  // Approved ones have their purchases by the module's own effects.
  const bulk: Book = {
    ...moduleBook(engine, ['bulkProject'], 'bulk.', async () => {}),
    // Their money moves with that of the other stories.
    services: { [purchases.name]: createPurchases },
  }
  const receptions: Book = {
    ...moduleBook(engine, ['officialReception'], 'reception.', (to) =>
      payVendors(to, { kind: 'officialReception', code: 'JD' }, bureau.person('he20').id),
    ),
    services: { [receptionMeals.name]: pastReceptionMeals(bureau.today) },
  }
  const world = createWorld(
    engine,
    unit,
    clock,
    [leave, claims, live, openSupplyBook(engine), cars, seals, access, prints, receptions, bulk],
    versions,
  )
  const people = new Map(bureau.people.map((person) => [person.id, person]))
  const person = (id: number) => {
    const found = people.get(id)
    if (!found) throw new Error(`person ${id} is not of the demo`)
    return found
  }
  const ids = await reserveTickets(unit, stories)
  const idOf = new Map(placed.map(({ place }, index) => [place, ids[index] ?? 0]))
  const begin = async ({ place, story }: PlacedStory): Promise<Life> => {
    const version = versions.get(story.type)
    const code = engine.applications.get(story.type)?.code
    if (!version || code === undefined) throw new Error(`there is no application ${story.type}`)
    const applicant = await world.engine.applicant(unit.db, story.applicant.id)
    return beginLife({ world, version, code, applicant, person }, story, {
      id: idOf.get(place) ?? 0,
      chance: place + 1,
    })
  }
  const histories = await tell(world, begin, placed, bureau.now)
  clock.set(bureau.now)
  await live.settle(world.unit)
  await saveHistories(unit, histories)
  await world.write(unit)
  await leave.write(unit)
  await claims.write(unit)
  await live.write(unit)
  await cars.write(unit)
  await seals.write(unit)
  await access.write(unit)
  await prints.write(unit)
  await receptions.write(unit)
  await fillSummaries(engine, unit, histories.length)
}
