/** 25.8 on the real server: what becomes of tasks when a window of substitution begins and ends. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePeriods } from '#src/server/tickets/delegation/delegationPeriods.ts'
import { seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, type Name, openBureau, start } from './bureau.ts'
import { expectSound, holders, say } from './words.ts'

const HOUR = 3_600_000

interface Given {
  readonly takesOpen?: boolean
  readonly types?: readonly string[]
  readonly below?: string
  readonly to?: Name
}

describe.each(oneEngine)('windows of substitution, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** From one hour after the start to three hours after it, for zhang. */
  const open = async ({ takesOpen = true, types, below, to = 'yunn' }: Given = {}) => {
    bureau.clock.set(start)
    const [from, until] = [1, 3].map((hours) => new Date(start.getTime() + hours * HOUR))
    await sql`delete from substitute`.execute(bureau.database.db)
    await sql`insert into substitute (user_id, substitute_id, from_at, until_at, types, below, takes_open, created_at)
      values (${bureau.id('zhang')}, ${bureau.id(to)}, ${from}, ${until}, ${types ? [...types] : null}::text[], ${below ?? null}::numeric,
        ${takesOpen}, ${start})`.execute(bureau.database.db)
  }
  const filed = async (type = 'permit', form = {}) => (await bureau.submit('pann', type, form)).ticket.id
  const at = async (hours: number) => {
    bureau.clock.set(new Date(start.getTime() + hours * HOUR))
    await settlePeriods(bureau.services)
  }
  const handOvers = async (id: number) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ticket_event where ticket_id = ${id} and type = 'substitute'`.execute(
      bureau.database.db,
    )
    return rows[0]?.n
  }

  it('begins: open tasks go over and are told to both; ends: the untouched come back; each once, said in the log', async () => {
    await open()
    const [id, decided] = [await filed(), await filed()]
    await at(0.5)
    expect(await holders(bureau, id)).toEqual(['zhang'])
    const messageCount = bureau.messages.length
    // Two nodes at the same moment, and once more later.
    bureau.clock.set(new Date(start.getTime() + HOUR))
    await Promise.all([settlePeriods(bureau.services), settlePeriods(bureau.services)])
    await at(2)
    expect([await holders(bureau, id), await handOvers(id)]).toEqual([['yunn'], 1])
    expect(bureau.messages.slice(messageCount).map(({ to }) => [...to].sort())).toContainEqual(
      [bureau.id('yunn'), bureau.id('zhang')].sort(),
    )
    await bureau.approve('yunn', decided)
    await at(3)
    await at(4)
    expect([await holders(bureau, id), await handOvers(id), await handOvers(decided)]).toEqual([['zhang'], 2, 1])
    const log = await bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const access = bureau.access('zhang')
      return timelineOf(reader, access, await seeTicket(reader, access, decided))
    })
    expect(
      log.map(({ action, actor, onBehalfOf, people }) => [action, actor?.name, onBehalfOf?.name, people[0]?.name]),
    ).toEqual(
      expect.arrayContaining([
        ['substitute', undefined, undefined, 'yunn'],
        ['approve', 'yunn', 'zhang', undefined],
      ]),
    )
    for (const one of [id, decided]) await expectSound(bureau, one)
  })

  it('that does not take open tasks leaves them, and gives back what came meanwhile', async () => {
    await open({ takesOpen: false })
    const before = await filed()
    await at(1)
    const meanwhile = await filed()
    expect([await holders(bureau, before), await holders(bureau, meanwhile)]).toEqual([['zhang'], ['yunn']])
    await at(3)
    expect(await holders(bureau, meanwhile)).toEqual(['zhang'])
    await expectSound(bureau, meanwhile)
  })

  it('an end before its time gives back too', async () => {
    await open()
    const id = await filed()
    await at(1)
    await sql`update substitute set until_at = ${bureau.clock.now()}`.execute(bureau.database.db)
    await at(1.1)
    expect(await holders(bureau, id)).toEqual(['zhang'])
  })

  it('takes only its types and amounts: new tasks and open ones alike', async () => {
    await open({ types: ['errand'], below: '100.00' })
    const [small, large, other] = [
      await filed('errand', { price: '99.99' }),
      await filed('errand', { price: '100.00' }),
      await filed(),
    ]
    await at(1)
    const later = [await filed('errand', { price: '50.00' }), await filed('errand', { price: '250.00' }), await filed()]
    const found = []
    for (const id of [small, large, other, ...later]) found.push(...(await holders(bureau, id)))
    expect(found).toEqual(['yunn', 'zhang', 'zhang', 'yunn', 'zhang', 'zhang'])
    await at(3)
    expect(await holders(bureau, small)).toEqual(['zhang'])
  })

  it('never the applicant, nobody who has left, and what was taken in hand stays', async () => {
    await open({ to: 'pann' })
    const own = await filed()
    await at(1)
    expect(await holders(bureau, own)).toEqual(['zhang'])
    await open({ to: 'gege' })
    const id = await filed()
    await sql`update app_user set state = false where id = ${bureau.id('gege')}`.execute(bureau.database.db)
    await at(1)
    expect(await holders(bureau, id)).toEqual(['zhang'])
    await sql`update app_user set state = true where id = ${bureau.id('gege')}`.execute(bureau.database.db)
    await open()
    const asked = await filed()
    await bureau.ask('zhang', asked, { type: 'delegate', comment: '', to: bureau.id('heda') })
    await at(1)
    expect(await holders(bureau, asked)).toEqual(['heda'])
    await bureau.ask('heda', asked, say('approve', 'go on'))
    expect(await holders(bureau, asked)).toEqual(['zhang'])
    await expectSound(bureau, asked)
  })

  it('another window that still holds keeps the tasks where they are', async () => {
    await open({ types: ['permit'] })
    await sql`insert into substitute (user_id, substitute_id, from_at, until_at, created_at)
      values (${bureau.id('zhang')}, ${bureau.id('yunn')}, ${new Date(start.getTime() + 3 * HOUR)},
        ${new Date(start.getTime() + 5 * HOUR)}, ${start})`.execute(bureau.database.db)
    const id = await filed()
    await at(1)
    await at(3.5)
    expect(await holders(bureau, id)).toEqual(['yunn'])
    await at(5)
    expect(await holders(bureau, id)).toEqual(['zhang'])
    expect(await handOvers(id)).toBe(2)
  })
})
