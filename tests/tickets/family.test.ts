import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteDraft } from '#src/server/tickets/forms/drafts.ts'
import { askRevocation } from '#src/server/tickets/links/revoke.ts'
import { familyOf } from '#src/server/tickets/links/show.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { answerOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { timelineOf } from '#src/server/tickets/queries/timeline.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import { replayNightly } from '#src/server/tickets/timers/nightly.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { askBack, effectsOf, expectSound, giveBack, holders, pay, refusal, say } from './words.ts'

describe.each(oneEngine)('tickets that belong together on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const rowOf = (id: number) => bureau.read(async (unit) => (await findTicket(unit.db, id))!)
  const statusOf = async (id: number) => (await rowOf(id)).status
  const childrenOf = async (id: number) =>
    (
      await sql<{ id: number; type: string; status: string }>`
        select id, type, status from ticket where parent_id = ${id} and deleted_at is null order by id`.execute(
        bureau.database.db,
      )
    ).rows
  /** An outing that its leader has approved, so that an errand is filed for it. */
  const newFamily = async (price: string | null = '20.00') => {
    const { ticket } = await bureau.submit('pann', 'outing', { price })
    await bureau.approve('zhang', ticket.id)
    const [child] = await childrenOf(ticket.id)
    return { parent: ticket.id, child: child! }
  }
  const passErrand = async (id: number) => {
    await bureau.approve('zhang', id)
    await bureau.approve('xuxu', id)
    await bureau.ask('heda', id, pay('paid'))
  }
  const granted = async () => {
    const { ticket } = await bureau.submit('pann', 'permit')
    await bureau.approve('zhang', ticket.id)
    await bureau.ask('heda', ticket.id, say('handle'))
    return ticket.id
  }
  const revoke = (id: number, name: Name = 'pann', reason = 'the journey is off') =>
    bureau.write((unit) => askRevocation(bureau.engine, unit, id, reason, bureau.caller(name)))

  const buttons = (name: Name, id: number) =>
    bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      return (await answerOf(reader, bureau.access(name), await seeTicket(reader, bureau.access(name), id)))
        .allowedActions
    })

  it('I19 a ticket waits for the one filed for it, and its outcome arrives once', async () => {
    const { parent, child } = await newFamily()
    expect(child).toMatchObject({ type: 'errand', status: 'running' })
    expect((await rowOf(child.id)).formData.price).toBe('20.00')
    expect(await rowOf(parent)).toMatchObject({ status: 'running', currentKeys: ['order'] })
    expect(await holders(bureau, parent)).toEqual([])
    await passErrand(child.id)
    expect((await rowOf(parent)).currentKeys).toEqual(['audit'])
    // Not waited for: it is filed, and the ticket goes on.
    expect((await childrenOf(parent)).map(({ type, status }) => [type, status])).toEqual([
      ['errand', 'completed'],
      ['twice', 'running'],
    ])
    await bureau.approve('xuxu', parent)
    expect(await statusOf(parent)).toBe('completed')
    for (const id of [parent, child.id]) await expectSound(bureau, id)
  })

  it('25.2 a rejected child rejects the state that waits for it', async () => {
    const { parent, child } = await newFamily()
    await bureau.ask('zhang', child.id, say('reject', 'not this year'))
    expect(await statusOf(parent)).toBe('rejected')
    await expectSound(bureau, parent)
  })

  it('25.4 a child is not voided by itself; voiding its parent voids it, in one transaction', async () => {
    const { parent, child } = await newFamily()
    await passErrand(child.id)
    await bureau.approve('xuxu', parent)
    expect(await refusal(bureau.ask('hann', child.id, say('void', 'filed by mistake')))).toBe('wf.filedFor')
    await bureau.ask('hann', parent, say('void', 'filed by mistake'))
    expect((await childrenOf(parent)).map(({ status }) => status)).toEqual(['voided', 'voided'])
    expect((await effectsOf(bureau, child.id)).at(-1)).toBe('refund')
    for (const id of [parent, child.id]) await expectSound(bureau, id)
  })

  it('25.4 whatever ends the waiting ends what was waited for', async () => {
    const { parent, child } = await newFamily()
    await bureau.ask('pann', parent, say('withdraw'))
    expect([await statusOf(parent), await statusOf(child.id)]).toEqual(['withdrawn', 'voided'])
    expect((await effectsOf(bureau, child.id)).at(-1)).toBe('release')
    // Handed in again it files anew.
    await bureau.ask('pann', parent, say('submit'))
    await bureau.approve('zhang', parent)
    expect((await childrenOf(parent)).map(({ status }) => status)).toEqual(['voided', 'running'])
    await expectSound(bureau, child.id)
  })

  it('I19 a child given back to its applicant is waited for; incomplete, it is a draft that cannot be deleted', async () => {
    const { parent, child } = await newFamily()
    await bureau.ask('zhang', child.id, giveBack())
    expect([await statusOf(parent), await statusOf(child.id)]).toEqual(['running', 'returned'])

    const open = await newFamily(null)
    expect(open.child.status).toBe('draft')
    expect(bureau.messages.at(-1)?.title.key).toBe('notice.ticket.childDraft')
    expect(await buttons('pann', open.child.id)).toEqual(['submit', 'edit'])
    expect(await refusal(bureau.write((unit) => deleteDraft(unit, bureau.access('pann'), open.child.id)))).toBe(
      'wf.filedFor',
    )
    await bureau.ask('pann', open.child.id, { type: 'submit', comment: '', formData: { price: '5.00' } })
    await passErrand(open.child.id)
    expect((await rowOf(open.parent)).currentKeys).toEqual(['audit'])
  })

  it('25.3 straight back: what was filed and has ended is carried over, run again files anew', async () => {
    const { parent, child } = await newFamily()
    await passErrand(child.id)
    await bureau.ask('xuxu', parent, askBack('start'))
    await bureau.ask('pann', parent, say('submit'))
    expect(await rowOf(parent)).toMatchObject({ round: 2, currentKeys: ['audit'] })
    expect(await childrenOf(parent)).toHaveLength(2)
    await bureau.ask('xuxu', parent, giveBack())
    await bureau.ask('pann', parent, say('submit'))
    await bureau.approve('zhang', parent)
    expect((await childrenOf(parent)).map(({ type, status }) => [type, status])).toEqual([
      ['errand', 'completed'],
      ['twice', 'running'],
      ['errand', 'running'],
    ])
    await expectSound(bureau, parent)
  })

  /** A ticket in two branches, one of which waits for what was filed in it. */
  const forked = async () => {
    const { ticket } = await bureau.submit('pann', 'split', { price: '20.00' })
    await bureau.approve('zhang', ticket.id)
    await bureau.approve('youa', ticket.id)
    const [child] = await childrenOf(ticket.id)
    return { parent: ticket.id, child: child!.id }
  }
  const keysOf = async (id: number) => [...(await rowOf(id)).currentKeys].sort()

  it('25.4 a branch waits for its child alone; the join for both', async () => {
    const { parent, child } = await forked()
    expect(await keysOf(parent)).toEqual(['money', 'order'])
    await passErrand(child)
    expect(await keysOf(parent)).toEqual(['money'])
    await bureau.approve('heda', parent)
    expect(await keysOf(parent)).toEqual(['last'])
    await bureau.approve('xuxu', parent)
    for (const id of [parent, child]) {
      expect(await statusOf(id)).toBe('completed')
      await expectSound(bureau, id)
    }
  })

  it('25.3 a return that closes the branches abandons what one of them waits for; straight back is not for branches', async () => {
    const { parent, child } = await forked()
    expect(await refusal(bureau.ask('heda', parent, askBack('leader')))).not.toBeNull()
    expect(await statusOf(child)).toBe('running')
    await bureau.ask('heda', parent, giveBack('leader'))
    expect([await keysOf(parent), await statusOf(child)]).toEqual([['leader'], 'voided'])
    expect((await effectsOf(bureau, child)).at(-1)).toBe('release')
    await bureau.approve('zhang', parent)
    await bureau.approve('youa', parent)
    const again = (await childrenOf(parent)).map(({ status }) => status)
    expect(again).toEqual(['voided', 'running'])
    for (const id of [parent, child]) await expectSound(bureau, id)
  })

  it('25.2, 25.4 a rejection in a branch, and one by its child, ends the other branch too', async () => {
    const other = await forked()
    await bureau.ask('heda', other.parent, say('reject', 'not this year'))
    expect([await statusOf(other.parent), await statusOf(other.child)]).toEqual(['rejected', 'voided'])
    const own = await forked()
    await bureau.ask('zhang', own.child, say('reject', 'not this year'))
    expect([await statusOf(own.parent), await holders(bureau, own.parent)]).toEqual(['rejected', []])
    for (const id of [other.parent, other.child, own.parent, own.child]) await expectSound(bureau, id)
  })

  it('I19 by night parent and child are compared, and what differs is an incident', async () => {
    const faults = (id: number) => bureau.read((unit) => replayCheck(bureau.engine, unit, id))
    const tamper = (statement: string) => sql.raw(statement).execute(bureau.database.db)
    const [ended, lost, passed, goes] = [await newFamily(), await newFamily(), await newFamily(), await newFamily()]
    await tamper(`update ticket set status = 'completed' where id = ${ended.child.id}`)
    expect(await faults(ended.parent)).toEqual([`I19: visit 2 waits for ticket ${ended.child.id}, which is over`])
    await tamper(`update ticket set parent_id = null where id = ${lost.child.id}`)
    expect(await faults(lost.parent)).toEqual([
      `I19: visit 2 names ticket ${lost.child.id}, which was not filed for it`,
    ])
    await passErrand(passed.child.id)
    await tamper(`update ticket set status = 'rejected' where id = ${passed.child.id}`)
    expect(await faults(passed.parent)).toEqual([
      `I19: visit 2 says ticket ${passed.child.id} was completed, it is rejected`,
    ])
    await bureau.ask('pann', goes.parent, say('withdraw'))
    await tamper(`update ticket set status = 'running' where id = ${goes.child.id}`)
    expect(await faults(goes.parent)).toEqual([`I19: nobody waits for ticket ${goes.child.id}, and it goes on`])
    const foreign = await newFamily()
    await tamper(`update ticket set parent_id = ${foreign.parent} where id = ${goes.child.id}`)
    expect(await faults(foreign.parent)).toEqual([
      `I19: no visit knows ticket ${goes.child.id}, which was filed for this one`,
    ])
    expect(await faults(goes.child.id)).toContain(`I19: ticket ${foreign.parent} names this one 0 times`)

    const id = await granted()
    const request = (await revoke(id)).ticket.id
    await tamper(`update ticket set revocation_id = null where id = ${id}`)
    expect(await faults(request)).toEqual([`25.4: ticket ${id} does not know that this one revokes it`])

    await replayNightly(bureau.services, bureau.engine)
    const wrong = [ended.parent, lost.parent, passed.parent, goes.parent, foreign.parent, request]
    const { rows } = await sql<{ id: number; source: string }>`
      select ticket_id as id, source from ticket_incident where ticket_id = any(${wrong}::bigint[]) order by 1`.execute(
      bureau.database.db,
    )
    expect(rows).toEqual(wrong.toSorted((left, right) => left - right).map((one) => ({ id: one, source: 'replay' })))
    expect((await rowOf(ended.parent)).isQuarantined).toBe(true)
  })

  it('the pages of both link to each other, and the log says what was filed and how it ended', async () => {
    const { parent, child } = await newFamily()
    await passErrand(child.id)
    const shown = await bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const access = bureau.access('pann')
      const seen = await seeTicket(reader, access, parent)
      return {
        parent: await familyOf({ unit }, access, seen.ticket),
        child: await familyOf({ unit }, access, await rowOf(child.id)),
        log: await timelineOf(reader, access, seen),
      }
    })
    expect(shown.parent.map(({ kin, status }) => [kin, status])).toEqual([
      ['child', 'completed'],
      ['child', 'running'],
    ])
    expect(shown.child).toMatchObject([{ kin: 'parent', id: parent }])
    const about = shown.log.filter((row) => row.about !== null).map((row) => [row.action, row.about?.id])
    expect(about.slice(0, 2)).toEqual([
      ['childFiled', child.id],
      ['childCompleted', child.id],
    ])
  })

  it('25.4 a granted revocation undoes what was approved and leaves the outcome as it was', async () => {
    const id = await granted()
    expect(await buttons('pann', id)).toContain('revoke')
    const request = (await revoke(id)).ticket
    expect(request).toMatchObject({ type: 'permit', status: 'running', revokesId: id, currentKeys: ['leader'] })
    expect(await buttons('pann', id)).not.toContain('revoke')
    expect(await refusal(revoke(id))).toBe('wf.revokeNotAllowed')
    await bureau.approve('zhang', request.id)
    // Nothing is handled for it, and nothing frozen or consumed.
    expect([await statusOf(request.id), await effectsOf(bureau, request.id)]).toEqual(['completed', []])
    expect([await statusOf(id), await effectsOf(bureau, id)]).toEqual(['completed', ['freeze', 'consume', 'refund']])
    expect(await refusal(bureau.ask('hann', id, say('void', 'filed by mistake')))).toBe('wf.stateChanged')
    expect(await refusal(revoke(id))).toBe('wf.revokeNotAllowed')
    for (const one of [id, request.id]) await expectSound(bureau, one)
  })

  it('25.4 a refused revocation changes nothing and may be asked for again, within the days granted', async () => {
    const id = await granted()
    const request = (await revoke(id)).ticket
    await bureau.ask('zhang', request.id, say('reject', 'it stays as it is'))
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'consume'])
    expect(await buttons('pann', id)).toContain('revoke')
    // Given back it keeps its place, and is sent again as it is.
    const again = (await revoke(id)).ticket
    await bureau.ask('zhang', again.id, giveBack())
    expect(await buttons('pann', again.id)).toEqual(expect.not.arrayContaining(['edit', 'delete']))
    expect((await bureau.ask('pann', again.id, say('submit'))).ticket).toMatchObject({ status: 'running', round: 2 })
    expect(await refusal(revoke(id, 'zhang'))).toBe('4004')

    const late = await granted()
    expect(await refusal(revoke(late, 'pann', 'no'))).toBe('wf.commentRequired')
    bureau.clock.advance(11 * 86_400_000)
    expect(await buttons('pann', late)).not.toContain('revoke')
    expect(await refusal(revoke(late))).toBe('wf.revokeNotAllowed')
  })

  it('WF-01 parent and child moved at the same moment wait for each other and never lock each other out', async () => {
    const pairs = await Promise.all([newFamily(), newFamily()])
    await Promise.all(
      pairs.flatMap(({ parent, child }) => [
        refusal(bureau.ask('pann', parent, say('withdraw'))),
        refusal(bureau.ask('zhang', child.id, say('reject', 'not this year'))),
      ]),
    )
    for (const { parent, child } of pairs) {
      const ends = [await statusOf(parent), await statusOf(child.id)].join()
      expect(['withdrawn,voided', 'rejected,rejected']).toContain(ends)
      await expectSound(bureau, parent)
      await expectSound(bureau, child.id)
    }
  })
})
