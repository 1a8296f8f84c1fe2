import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { FormData } from '#src/fields/field.ts'
import { previewRoute } from '#src/server/tickets/forms/trial.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { askBack, effectsOf, expectSound, giveBack, holders, pay, refusal, say, tasksOf } from './words.ts'

describe.each(engines)('a ticket travels its chain on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const errand = async (price = '100.00') => (await bureau.submit('pann', 'errand', { price })).ticket
  const atPayment = async () => {
    const ticket = await errand()
    await bureau.approve('zhang', ticket.id)
    return (await bureau.approve('xuxu', ticket.id)).ticket
  }

  it('WF-01 runs from submit to completion with every effect in its place', async () => {
    const ticket = await errand()
    expect(ticket).toMatchObject({
      status: 'running',
      currentKeys: ['leader'],
      amount: '100.00',
      round: 1,
      no: 'TE-20260105-0001',
    })
    expect((await bureau.approve('zhang', ticket.id)).ticket.currentKeys).toEqual(['audit'])
    expect((await bureau.approve('xuxu', ticket.id)).ticket).toMatchObject({ status: 'handling', currentKeys: ['pay'] })
    expect((await bureau.ask('heda', ticket.id, pay('paid'))).ticket).toMatchObject({
      status: 'completed',
      currentKeys: [],
    })
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze', 'consume', 'reduce', 'pay'])
    await expectSound(bureau, ticket.id)
  })

  it('I14, 25.12 branches run side by side, each visit by itself, and a return closes the whole block without losing or doubling a task', async () => {
    const { ticket } = await bureau.submit('pann', 'forked')
    const open = await bureau.approve('zhang', ticket.id)
    expect(open.ticket.currentKeys).toEqual(['advice', 'money'])
    expect(await holders(bureau, ticket.id)).toEqual(['heda', 'xuxu', 'xuxu', 'youa', 'youa'])
    // Somebody with places in both branches says which is meant.
    const [advice, money] = liveVisits(open.snapshot.context)
    expect(await refusal(bureau.approve('xuxu', ticket.id))).toBe('4000 visit check.required')
    const decide = (visit: number | undefined) =>
      bureau.ask('xuxu', ticket.id, { type: 'approve', comment: '', ...(visit !== undefined && { visit }) })
    expect((await decide(money?.id)).ticket.currentKeys).toEqual(['advice'])
    await expectSound(bureau, ticket.id)

    const returned = await bureau.ask('youa', ticket.id, { type: 'return', comment: 'once more', target: 'leader' })
    expect(returned.ticket.currentKeys).toEqual(['leader'])
    expect(await holders(bureau, ticket.id)).toEqual(['zhang'])
    await expectSound(bureau, ticket.id)

    const [, again] = liveVisits((await bureau.approve('zhang', ticket.id)).snapshot.context)
    expect(again?.id).toBeGreaterThan(advice?.id ?? 0)
    await bureau.approve('heda', ticket.id)
    expect((await bureau.approve('youa', ticket.id)).ticket.currentKeys).toEqual(['last'])
    // Who decided at the end of either branch.
    expect(await holders(bureau, ticket.id)).toEqual(['heda', 'youa'])
    expect((await bureau.approve('heda', ticket.id)).ticket.status).toBe('completed')
    await expectSound(bureau, ticket.id)
  })

  it('WF-06 takes the upper band only above the threshold', async () => {
    const low = await errand('5000.00')
    const high = await errand('5000.01')
    for (const { id } of [low, high]) await bureau.approve('zhang', id)
    expect((await bureau.approve('youa', low.id)).ticket.currentKeys).toEqual(['pay'])
    expect((await bureau.approve('youa', high.id)).ticket.currentKeys).toEqual(['division'])
    expect(await holders(bureau, high.id)).toEqual(['suns'])
  })

  it('WF-06 an amount that an approver corrects counts for the conditions after it', async () => {
    const ticket = await errand('9000.00')
    await bureau.approve('zhang', ticket.id)
    const { ticket: audited } = await bureau.approve('xuxu', ticket.id, { price: '4000.00' })
    expect(audited).toMatchObject({ amount: '4000.00', currentKeys: ['pay'] })
    expect(audited.formData.double).toBe('8000.00')
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze', 'reduce', 'consume'])
    await expectSound(bureau, ticket.id)
  })

  it('a failed payment keeps the task open, and may be done again', async () => {
    const ticket = await atPayment()
    expect((await bureau.ask('heda', ticket.id, pay('failed'))).ticket.status).toBe('handling')
    expect((await bureau.ask('heda', ticket.id, pay('paid'))).ticket.status).toBe('completed')
    expect((await effectsOf(bureau, ticket.id)).filter((effect) => effect === 'pay')).toHaveLength(2)
    await expectSound(bureau, ticket.id)
  })

  it('WF-08, 25.12 a return erases no field: it keeps the form, and the next submit is round 2 from the first state', async () => {
    const ticket = await errand()
    expect((await bureau.ask('zhang', ticket.id, giveBack())).ticket).toMatchObject({
      status: 'returned',
      round: 1,
      formData: ticket.formData,
    })
    const again = await bureau.ask('pann', ticket.id, { type: 'submit', comment: '', formData: { price: '120.00' } })
    expect(again.ticket).toMatchObject({ status: 'running', round: 2, currentKeys: ['leader'], amount: '120.00' })
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze', 'release', 'freeze'])
    await expectSound(bureau, ticket.id)
  })

  it('25.3 a return to an earlier state asks the one who acted there', async () => {
    const ticket = await errand()
    await bureau.approve('zhang', ticket.id)
    expect(await refusal(bureau.ask('xuxu', ticket.id, giveBack('pay')))).toBe('rule.WF-08')
    await bureau.ask('xuxu', ticket.id, giveBack('leader'))
    expect(await holders(bureau, ticket.id)).toEqual(['zhang'])
    await bureau.approve('zhang', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    await expectSound(bureau, ticket.id)
  })

  const atDivision = async () => {
    const ticket = await errand('9000.00')
    await bureau.approve('zhang', ticket.id)
    return (await bureau.approve('xuxu', ticket.id)).ticket
  }
  /** Actions with their rules from a place of the log on, and the steps as the page shows them. */
  const shown = (id: number, from: number) =>
    bureau.read(async (unit) => {
      const access = bureau.access('suns')
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const seen = await seeTicket(reader, access, id)
      const rows = await timelineOf(reader, access, seen)
      return {
        told: rows.filter(({ seq }) => seq > from).map(({ action, rule, state }) => [action, rule, state]),
        steps: (await detailOf(reader, access, seen)).steps.map(({ state, isCarried }) => [state, isCarried ?? false]),
        events: seen.ticket.events,
      }
    })

  it('25.3 comes straight back to the state that returned it: what lies between is carried over, and the page says so', async () => {
    const { id, events } = await atDivision()
    await bureau.ask('suns', id, askBack('leader'))
    expect((await bureau.approve('zhang', id)).ticket).toMatchObject({ round: 1, currentKeys: ['division'] })
    expect(await shown(id, events)).toMatchObject({
      told: [
        ['return', 'comeBack', 'division'],
        ['participants', null, 'leader'],
        ['approve', null, 'leader'],
        ['straightBack', null, 'division'],
        ['participants', null, 'division'],
      ],
      steps: [
        ['leader', false],
        ['audit', true],
        ['division', false],
        ['pay', false],
      ],
    })
    await expectSound(bureau, id)
    expect((await bureau.approve('suns', id)).ticket.status).toBe('handling')
  })

  it('WF-08 resubmitted straight to the returning state; 25.3 run again when an amount it hangs on changed; no more returns than allowed', async () => {
    const { id } = await atDivision()
    const submit = (formData = {}) => bureau.ask('pann', id, { type: 'submit', comment: '', formData })
    await bureau.ask('suns', id, askBack('start'))
    const ahead = (formData: FormData) =>
      bureau.read(async (unit) => {
        const reader = { engine: bureau.engine, unit, language: 'en' as const }
        const route = await previewRoute(reader, bureau.access('pann'), 'errand', formData, id)
        return route.map(({ state }) => state)
      })
    expect(await ahead({})).toEqual(['division', 'pay'])
    expect(await ahead({ price: '7000.00' })).toEqual(['leader', 'audit', 'division', 'pay'])
    expect((await submit({ note: 'now with a note' })).ticket).toMatchObject({ round: 2, currentKeys: ['division'] })
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'release', 'freeze'])
    const { events } = (await bureau.ask('suns', id, askBack('start'))).ticket
    expect((await submit({ price: '8000.00' })).ticket).toMatchObject({ round: 3, currentKeys: ['leader'] })
    expect((await shown(id, events)).told.slice(0, 2)).toEqual([
      ['submit', null, null],
      ['runAgain', 'changed', 'leader'],
    ])
    await bureau.ask('zhang', id, giveBack())
    await submit()
    expect(await refusal(bureau.ask('zhang', id, giveBack()))).toBe('wf.returnLimit')
    await expectSound(bureau, id)
    const { ticket: other } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
    expect(await refusal(bureau.ask('xuxu', other.id, askBack('start')))).toBe('wf.resumeNotAllowed')
  })

  it('25.4 the last handler takes the ticket back until somebody acts after them', async () => {
    const { id } = await errand()
    await bureau.approve('zhang', id)
    expect(await refusal(bureau.ask('pann', id, say('retrieve')))).toBe('wf.notCandidate')
    const { ticket } = await bureau.ask('zhang', id, say('retrieve'))
    expect(ticket).toMatchObject({ status: 'running', currentKeys: ['leader'], round: 1 })
    expect(await holders(bureau, id)).toEqual(['zhang'])
    const audited = (await tasksOf(bureau, id)).filter(({ state }) => state === 'audit')
    expect(audited.map(({ who, status }) => [who, status]).sort()).toEqual([
      ['xuxu', 'cancelled'],
      ['youa', 'cancelled'],
    ])
    await bureau.approve('zhang', id)
    await bureau.approve('youa', id)
    expect(await refusal(bureau.ask('zhang', id, say('retrieve')))).toBe('wf.retrieveNotAllowed')
    expect(await refusal(bureau.ask('youa', id, say('retrieve')))).toBe('wf.retrieveNotAllowed')
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'consume'])
    await expectSound(bureau, id)
  })

  it('WF-09 rejects only with a comment, and for good', async () => {
    const ticket = await errand()
    expect(await refusal(bureau.ask('zhang', ticket.id, say('reject', 'no')))).toBe('wf.commentRequired')
    expect((await bureau.ask('zhang', ticket.id, say('reject', 'not in the plan'))).ticket.status).toBe('rejected')
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze', 'release'])
    expect(await refusal(bureau.approve('zhang', ticket.id))).toBe('wf.stateChanged')
    await expectSound(bureau, ticket.id)
  })

  it('WF-07 is withdrawn while running, and not once its handling began', async () => {
    const early = await errand()
    expect((await bureau.ask('pann', early.id, say('withdraw'))).ticket.status).toBe('withdrawn')
    const late = await atPayment()
    await bureau.ask('heda', late.id, pay('paid'))
    expect(await refusal(bureau.ask('pann', late.id, say('withdraw')))).toBe('wf.stateChanged')
    const untouched = await atPayment()
    expect((await bureau.ask('pann', untouched.id, say('withdraw'))).ticket.status).toBe('withdrawn')
    expect(await effectsOf(bureau, untouched.id)).toEqual(['freeze', 'consume', 'refund'])
    await expectSound(bureau, untouched.id)
  })

  it('20.2 a handler refuses with a reason: the approval is undone and the applicant has it again', async () => {
    const ticket = await atPayment()
    expect((await bureau.ask('heda', ticket.id, say('refuse', 'no such account'))).ticket.status).toBe('returned')
    expect(await effectsOf(bureau, ticket.id)).toEqual(['freeze', 'consume', 'refund'])
  })

  it('20.7 a completed ticket is voided by the holder of ticket:Void with a reason of ten characters', async () => {
    const ticket = await atPayment()
    await bureau.ask('heda', ticket.id, pay('paid'))
    expect(await refusal(bureau.ask('zhang', ticket.id, say('void', 'entered twice by mistake')))).toBe('4003')
    expect(await refusal(bureau.ask('hann', ticket.id, say('void', 'twice')))).toBe('wf.commentRequired')
    expect((await bureau.ask('hann', ticket.id, say('void', 'entered twice by mistake'))).ticket.status).toBe('voided')
    expect((await effectsOf(bureau, ticket.id)).at(-1)).toBe('refund')
    await expectSound(bureau, ticket.id)
  })

  it('WF-03 all: everybody must approve; sequential: one after the other', async () => {
    const { ticket } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    await bureau.approve('xuxu', ticket.id, { helperId: bureau.id('gege') })
    expect(await holders(bureau, ticket.id)).toEqual(['youa'])
    await bureau.approve('youa', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['youa'])
    expect(await refusal(bureau.approve('xuxu', ticket.id))).toBe('wf.stateChanged')
    await bureau.approve('youa', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu'])
    await bureau.approve('xuxu', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['gege'])
    await expectSound(bureau, ticket.id)
  })

  it('25.12 a return out of a step for all takes every task with it, one into it asks everybody again, and nobody votes twice', async () => {
    const { ticket } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
    const form = { helperId: bureau.id('gege') }
    await bureau.approve('youa', ticket.id, form)
    expect(await refusal(bureau.approve('youa', ticket.id, form))).not.toBeNull()
    await bureau.ask('xuxu', ticket.id, giveBack())
    expect(await holders(bureau, ticket.id)).toEqual([])
    await bureau.ask('pann', ticket.id, say('submit'))
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    await bureau.approve('youa', ticket.id, form)
    await bureau.approve('xuxu', ticket.id, form)
    const [first] = await holders(bureau, ticket.id)
    await bureau.ask(first as 'youa' | 'xuxu', ticket.id, giveBack('together'))
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    await expectSound(bureau, ticket.id)
  })

  it('25.12 timers are armed again after a return, for the new visit alone', async () => {
    const ticket = await errand()
    await bureau.approve('zhang', ticket.id)
    await bureau.ask('xuxu', ticket.id, giveBack('leader'))
    const { rows } = await sql<{ visit: number; rule: string }>`
      select visit, rule from ticket_timer where ticket_id = ${ticket.id} order by rule`.execute(bureau.database.db)
    expect(rows.map(({ rule }) => rule)).toEqual(['full', 'half'])
    expect(new Set(rows.map(({ visit }) => visit))).toEqual(new Set([3]))
    await expectSound(bureau, ticket.id)
  })

  it('25.12 "more than half" is not ended by one rejection, and mixed answers do not stall', async () => {
    const { ticket: passes } = await bureau.submit('pann', 'board')
    await bureau.ask('heda', passes.id, say('reject', 'not this year'))
    expect(await holders(bureau, passes.id)).toEqual(['xuxu', 'youa'])
    await bureau.approve('xuxu', passes.id)
    expect((await bureau.approve('youa', passes.id)).ticket.status).toBe('completed')
    const { ticket: fails } = await bureau.submit('pann', 'board')
    await bureau.approve('heda', fails.id)
    await bureau.ask('xuxu', fails.id, say('reject', 'not this year'))
    expect((await bureau.ask('youa', fails.id, say('reject', 'not this year'))).ticket.status).toBe('rejected')
    for (const { id } of [passes, fails]) await expectSound(bureau, id)
  })

  it('25.12 withdraw and submit again works in a workflow of two states; a forced end leaves nothing running', async () => {
    const { ticket } = await bureau.submit('pann', 'permit')
    expect((await bureau.ask('pann', ticket.id, say('withdraw'))).ticket.status).toBe('withdrawn')
    expect(await holders(bureau, ticket.id)).toEqual([])
    expect((await bureau.ask('pann', ticket.id, say('submit'))).ticket).toMatchObject({ status: 'running', round: 2 })
    expect((await bureau.approve('zhang', ticket.id)).ticket.status).toBe('handling')
    const ended = await bureau.ask('hann', ticket.id, say('void', 'filed by mistake'))
    expect(ended.ticket).toMatchObject({ status: 'voided', currentKeys: [] })
    expect(await holders(bureau, ticket.id)).toEqual([])
    const { rows } = await sql`
      select from ticket_timer where ticket_id = ${ticket.id} union all
      select from ticket_task where ticket_id = ${ticket.id} and status in ('waiting', 'open', 'suspended')`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual([])
    await expectSound(bureau, ticket.id)
  })

  it('WF-03 all: the first reject ends it and closes the other tasks without making them anybody’s decision', async () => {
    const { ticket } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
    await bureau.ask('youa', ticket.id, say('reject', 'not in the plan'))
    expect(await tasksOf(bureau, ticket.id)).toMatchObject([
      { who: 'youa', status: 'done', outcome: 'reject' },
      { who: 'xuxu', status: 'cancelled', outcome: null },
    ])
    expect(await refusal(bureau.approve('xuxu', ticket.id))).toBe('wf.stateChanged')
  })

  it('WF-05 does not ask the same person twice in a row, and names the rule', async () => {
    const { ticket } = await bureau.submit('pann', 'twice')
    await bureau.approve('zhang', ticket.id)
    expect((await tasksOf(bureau, ticket.id)).filter((task) => task.state === 'second')).toEqual([
      { state: 'second', who: 'zhang', status: 'done', outcome: 'auto-approve', rule: 'repeat' },
    ])
  })

  it('20.1 an empty state asks the role of its policy, or passes', async () => {
    const { ticket } = await bureau.submit('pann', 'twice')
    await bureau.approve('zhang', ticket.id)
    expect(await holders(bureau, ticket.id)).toEqual(['xuxu', 'youa'])
    expect((await bureau.approve('xuxu', ticket.id)).ticket.status).toBe('completed')
    await expectSound(bureau, ticket.id)
  })

  it('WF-15 refuses the submit when a blocking state ahead has nobody, and saves nothing', async () => {
    expect(await refusal(bureau.submit('pann', 'blocked'))).toBe('wf.noParticipant')
    const { ticket } = await bureau.submit('pann', 'twice')
    expect(ticket.no).toBe(`TT-20260105-${ticket.no.slice(-4)}`)
  })
})
