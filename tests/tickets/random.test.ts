import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removable } from '#machines/ticket/engine/status.ts'
import { visitFor } from '#machines/ticket/engine/visits.ts'
import type { PersonEventType } from '#machines/ticket/engine/vocabulary.ts'
import type { Command } from '#src/server/tickets/commands/command.ts'
import { openTicket } from '#src/server/tickets/commands/open.ts'
import { isCalledIn } from '#src/server/tickets/forms/submittedForm.ts'
import { buttonsFor } from '#src/server/tickets/queries/buttons.ts'
import { isVisible } from '#src/server/tickets/queries/visibility.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import { engines, oneEngine, runsOn } from '#tests/harness/engines.ts'
import { runs } from '#tests/harness/runs.ts'
import { type Bureau, type Name, openBureau, start } from './bureau.ts'
import { expectSound, refusal } from './words.ts'

const names: readonly Name[] = ['pann', 'zhang', 'suns', 'xuxu', 'youa', 'heda', 'yunn', 'hann']
const asked = [
  'submit',
  'approve',
  'approve',
  'approve',
  'reject',
  'return',
  'withdraw',
  'retrieve',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'claim',
  'claim',
  'claim',
  'release',
  'release',
  'release',
  'handle',
  'handle',
  'handle',
  'refuse',
  'refuse',
  'void',
  'urge',
  'cc',
  'comment',
] as const satisfies readonly PersonEventType[]
const forms = { errand: { price: '6000.00' }, council: { day: '2026-01-09' }, twice: {} }

const step = fc.record({
  name: fc.constantFrom(...names),
  type: fc.constantFrom(...asked),
  other: fc.constantFrom(...names),
  toStart: fc.boolean(),
  result: fc.constantFrom('paid', 'failed'),
  minutes: fc.integer({ min: 1, max: 90 }),
  /** Two of three actions are taken from what somebody is offered, so that lives come to their end. */
  guided: fc.constantFrom(true, true, false),
  choice: fc.noBias(fc.nat(9999)),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** Ends that would make most lives short. */
const rare: ReadonlySet<string> = new Set(['reject', 'comment', 'cc'])

/** A sound payload for the action, so that only the ticket's state decides. */
function commandOf(bureau: Bureau, type: keyof typeof forms, action: Step, calledIn: readonly number[]): Command {
  const comment = 'said for the test'
  const other = bureau.id(action.other)
  switch (action.type) {
    case 'transfer':
    case 'delegate':
      return { type: action.type, comment, to: other }
    case 'addSign':
      return { type: 'addSign', comment, people: [other], where: action.toStart ? 'before' : 'after', method: 'all' }
    case 'removeSign':
      return { type: 'removeSign', comment, people: calledIn }
    case 'return':
      return {
        type: 'return',
        comment,
        target: 'start',
        ...(type === 'errand' && action.toStart && { resume: 'straightBack' }),
      }
    case 'cc':
      return { type: 'cc', comment, people: [other] }
    case 'handle':
      return { type: 'handle', comment, ...(type === 'errand' && { formData: { payResult: action.result } }) }
    default:
      return { type: action.type, comment }
  }
}

describe.each(engines)('random lives on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** The buttons of everybody, asked as the page does it. */
  const offered = (id: number) =>
    bureau.read(async (unit) => {
      const ticket = (await findTicket(unit.db, id))!
      const { snapshot, version } = await openTicket(bureau.engine, unit, ticket)
      const state = version.definition.states.find((one) => one.key === ticket.currentKeys[0])
      const buttons = await Promise.all(
        names.map(async (name) => {
          const access = bureau.access(name)
          return {
            name,
            calledIn: removable(snapshot, access.userId),
            isAdvising: isCalledIn(visitFor(snapshot.context, access.userId), access.userId),
            types: (await isVisible(unit.db, access, id, snapshot.context))
              ? buttonsFor({ engine: bureau.engine, unit }, access, ticket, { version, snapshot }).allowed
              : [],
          }
        }),
      )
      return {
        buttons,
        needsHelper: Object.values(state?.fields ?? {}).includes('required') && state?.kind === 'approve',
      }
    })

  const guidedBy = (buttons: Awaited<ReturnType<typeof offered>>['buttons'], action: Step): Step => {
    const all = buttons.flatMap(({ name, types }) =>
      asked.filter((type) => types.includes(type)).map((type) => ({ name, type })),
    )
    const wanted = all.filter(({ type }) => !rare.has(type) || action.choice % 9 === 0)
    return { ...action, ...(action.guided ? wanted[action.choice % Math.max(1, wanted.length)] : {}) }
  }

  it('I1-I9, I11-I13, I15, I17, I20-I22 hold after every action; 25.12 exactly the offered buttons work', async () => {
    const accepted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<keyof typeof forms>('errand', 'errand', 'council', 'twice'),
        fc.array(step, { minLength: 25, maxLength: 45 }),
        async (type, actions) => {
          bureau.clock.set(start)
          const { ticket } = await bureau.submit('pann', type, forms[type])
          for (const random of actions) {
            bureau.clock.advance(random.minutes * 60_000)
            const { buttons, needsHelper } = await offered(ticket.id)
            const action = guidedBy(buttons, random)
            const expected = buttons.some(({ name, types }) => name === action.name && types.includes(action.type))
            const actor = buttons.find(({ name }) => name === action.name)
            const plain = commandOf(bureau, type, action, actor?.calledIn ?? [])
            const command: Command =
              plain.type === 'approve' && needsHelper && !actor?.isAdvising
                ? { ...plain, formData: { helperId: bureau.id('yunn') } }
                : plain
            const key = await refusal(bureau.ask(action.name, ticket.id, command))
            // Whom a task may go to is the payload's business, not the button's.
            if (['transfer', 'delegate', 'addSign'].includes(action.type) && expected)
              expect([null, 'rule.WF-10', 'wf.cannotAddSigner', 'wf.cannotConsult', 'wf.selfApproval']).toContain(key)
            else
              expect({ action: action.type, by: action.name, done: key === null, key }).toMatchObject({
                done: expected,
              })
            if (key === null) {
              accepted.set(action.type, (accepted.get(action.type) ?? 0) + 1)
              await expectSound(bureau, ticket.id)
            }
          }
        },
      ),
      { numRuns: runsOn(kind, runs(9)), seed: 20260105 },
    )
    if (oneEngine.includes(kind))
      expect([...accepted.keys()].sort(), 'every action was accepted at least once').toEqual([...new Set(asked)].sort())
  })

  it('I8 every decision names actor, place, form and request; I20 none is the applicant’s own approval', async () => {
    const { rows } = await sql<{ n: number; own: number }>`
      select count(*) filter (where actor_id is null or state is null or visit is null or slot is null or e.data_hash = '' or request_id is null)::int as n,
        count(*) filter (where e.type in ('approve', 'reject') and e.actor_id = t.applicant_id)::int as own
      from ticket_event e join ticket t on t.id = e.ticket_id where e.type in ('approve', 'reject', 'return', 'handle', 'transfer')`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([{ n: 0, own: 0 }])
  })

  it('HOM-02 the counters that only grow equal what they count', async () => {
    const { rows } = await sql`
      with really as (
        select applicant_id as user_id, case when status in ('draft', 'returned', 'withdrawn') then 'toSubmit' else 'submitted' end as label, count(*) as n
        from ticket where deleted_at is null group by 1, 2
        union all select user_id, label, count(*) from ticket_part group by 1, 2)
      select * from really full join (select * from ticket_count where n <> 0) kept using (user_id, label) where really.n is distinct from kept.n`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([])
  })
})
