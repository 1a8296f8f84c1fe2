/** A story of the demo that is refused is left out, and the demo is seeded without it. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { RuleError } from '#src/define/problem.ts'
import { ofStory, type PlacedStory, withoutRefused } from '#src/demo/tickets/leftOut.server.ts'
import type { Colleague } from '#src/demo/tickets/story.ts'
import { createDatabase, engines } from '#tests/harness/engines.ts'

const placed = (place: number): PlacedStory => ({
  place,
  story: {
    type: 'officialCarAppointment',
    // Only its name is said.
    applicant: { username: `user${place}` } as Colleague,
    createdAt: new Date('2026-11-26T03:18:00Z'),
    form: {},
    course: { to: 'end' },
    pace: 2,
  },
})

/** Three stories that each write a row twice; `refuse` may stop one between its rows. Answers what is kept and said. */
async function seeded(kind: (typeof engines)[number], refuse: (place: number) => Promise<void>) {
  const database = await createDatabase(kind)
  const lines: string[] = []
  try {
    await sql`create table written (place int, part int check (part < 3))`.execute(database.db)
    await database.db.transaction().execute((db) =>
      withoutRefused(
        { db },
        (line) => void lines.push(line),
        async (leftOut) => {
          for (const place of [0, 1, 2].filter((one) => !leftOut.has(one))) {
            const write = (part: number) => sql`insert into written values (${place}, ${part})`.execute(db)
            await ofStory(placed(place), write(1))
            await ofStory(
              placed(place),
              refuse(place).then(() => write(place === 2 ? 3 : 2)),
            )
          }
        },
      ),
    )
    const { rows } = await sql`select place, part from written order by place, part`.execute(database.db)
    return { rows, lines }
  } finally {
    await database.close()
  }
}

describe.each(engines)('the stories of the demo on %s', (kind) => {
  it('are seeded without those that a rule or a constraint refuses, each named in one line', async () => {
    const { rows, lines } = await seeded(kind, async (place) => {
      if (place === 0) throw new RuleError('rule.DRV-03', '魏示壬', '2026-11-20')
    })
    expect(rows).toEqual([
      { place: 1, part: 1 },
      { place: 1, part: 2 },
    ])
    expect(lines).toEqual([
      'demo story left out: officialCarAppointment of user0, filed 2026-11-26T03:18:00.000Z: rule.DRV-03 "魏示壬" "2026-11-20"',
      'demo story left out: officialCarAppointment of user2, filed 2026-11-26T03:18:00.000Z: written_part_check',
    ])
  })

  it('end the seed with an error that is no refusal', async () => {
    const defect = seeded(kind, async () => {
      throw new TypeError('a defect')
    })
    await expect(defect).rejects.toThrow('a defect')
  })
})
