import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { movableClock } from '#src/server/clock.ts'
import { fillSummaries } from '#src/server/tickets/summary/fill.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'
import type { Version } from '#src/server/tickets/versions/versions.ts'
import { affairsStories } from './affairs-stories.ts'
import { openBureau } from './bureau.server.ts'
import { openCarBook, openFleet } from './car-book.server.ts'
import { carStories } from './car-stories.ts'
import { createChance } from './chance.ts'
import { openClaimBook } from './claim-book.server.ts'
import { claimStories } from './claim-stories.ts'
import { openShelf } from './files.server.ts'
import { openLeaveBook } from './leave-book.server.ts'
import { leaveStories } from './leave-stories.ts'
import { beginLife, type Life } from './life.server.ts'
import { openLiveBook } from './live-book.server.ts'
import { areasOf } from './money-stories.server.ts'
import { moneyStories } from './money-stories.ts'
import { repairStories } from './repair-stories.ts'
import { reserveTickets, saveHistories } from './save.server.ts'
import { storeStories } from './store-stories.ts'
import type { Story } from './story.ts'
import { itemsByName, openStores, openSupplyBook } from './supply-book.server.ts'
import { supplyStories } from './supply-stories.ts'
import { createWorld, type World } from './world.server.ts'

/** One seed for the whole demo: the same bureau on the same day has the same tickets. */
const seed = 20_260_311

/** Tells all stories in the order of time, up to the moment of the seed. */
async function tell(
  world: World,
  begin: (story: Story, id: number) => Promise<Life>,
  stories: readonly Story[],
  ids: readonly number[],
  end: Date,
): Promise<readonly Life[]> {
  const histories: Life[] = []
  const waiting = stories.map((story, index) => ({ story, id: ids[index] ?? 0 }))
  const moving = new Map<Life, Date>()
  const settle = (life: Life): void => {
    const next = life.next()
    if (next !== null && next <= end) moving.set(life, next)
    else moving.delete(life)
  }
  for (;;) {
    const [first] = waiting
    const [next] = [...moving].sort((a, b) => a[1].getTime() - b[1].getTime() || a[0].id - b[0].id)
    if (first && (!next || first.story.createdAt <= next[1])) {
      waiting.shift()
      world.clock.set(first.story.createdAt)
      const life = await begin(first.story, first.id)
      histories.push(life)
      settle(life)
    } else if (next) {
      const [life, at] = next
      world.clock.set(at)
      await life.proceed()
      settle(life)
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

/** Tickets of the demo (70.3, 70.4) in every status, each with log, tasks, timers and business rows as if it had been decided step by step. */
export async function seedTickets(services: Services, unit: UnitOfWork): Promise<void> {
  const engine = engineOf(services)
  const chance = createChance(seed)
  const files = await openShelf(unit, services.mode.dataDir)
  const bureau = await openBureau(services, unit, chance, files)
  const claims = await openClaimBook(bureau)
  const leave = await openLeaveBook(bureau)
  const { rows } = await sql<{
    key: string
    total: string
  }>`select user_id || ' ' || year || ' ' || leave_type as key, total from shared_leave_quota`.execute(unit.db)
  const live = openLiveBook(engine, claims)
  const leaves = leaveStories(bureau, new Map(rows.map((row) => [row.key, Number(row.total)])))
  const saved = [
    ...leaves,
    ...claimStories(bureau, claims),
    ...affairsStories(bureau),
    ...supplyStories(bureau, await itemsByName(unit)),
    ...moneyStories(bureau, { lines: claims, followed: live, leaves, ...(await areasOf(unit)) }),
    ...repairStories(bureau, {
      lineOf: (year) => claims.line('D08', '30213', year).id,
      vendor: await repairVendor(unit),
    }),
    ...storeStories(bureau, await openStores(unit, bureau)),
    ...carStories(bureau, await openFleet(unit), (year) => claims.line('D07', '30231', year).id),
  ]
  const stories = saved.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  claims.plan(stories)
  await files.write(unit)

  const clock = movableClock(bureau.now)
  const versions = await publishedOf(engine, unit, stories)
  const cars = openCarBook(engine)
  const world = createWorld(engine, unit, clock, [leave, claims, live, openSupplyBook(engine), cars], versions)
  const people = new Map(bureau.people.map((person) => [person.id, person]))
  const person = (id: number) => {
    const found = people.get(id)
    if (!found) throw new Error(`person ${id} is not of the demo`)
    return found
  }
  const begin = async (story: Story, id: number): Promise<Life> => {
    const version = versions.get(story.type)
    const code = engine.applications.get(story.type)?.code
    if (!version || code === undefined) throw new Error(`there is no application ${story.type}`)
    const applicant = await world.engine.applicant(unit.db, story.applicant.id)
    return beginLife({ world, version, code, applicant, person }, story, id)
  }
  const histories = await tell(world, begin, stories, await reserveTickets(unit, stories), bureau.now)
  clock.set(bureau.now)
  await live.settle(world.unit)
  await saveHistories(unit, histories)
  await world.write(unit)
  await leave.write(unit)
  await claims.write(unit)
  await live.write(unit)
  await cars.write(unit)
  await fillSummaries(engine, unit, histories.length)
}
