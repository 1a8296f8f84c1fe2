/** 25.7 rule 2 on the real server: what becomes of a ticket when nobody can act. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmptyPolicy } from '#machines/ticket/definition.ts'
import { engines } from '#tests/harness/engines.ts'
import { permit } from './applications.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { effectsOf, expectSound, holders, refusal, say, tasksOf } from './words.ts'

describe.each(engines)('when nobody can act, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** The first step belongs to a role that nobody holds. */
  const filed = async (emptyPolicy: EmptyPolicy, onReject: 'end' | 'start' = 'end') => {
    const [leader, ...others] = permit.workflow.states
    const vacant = { ...leader!, participant: { type: 'role', role: 'vacant' } as const, emptyPolicy, onReject }
    await inForce(bureau, 'permit', { ...permit.workflow, states: [vacant, ...others] })
    return (await bureau.submit('pann', 'permit')).ticket
  }

  it('somebody by name is asked, and decides', async () => {
    const { id } = await filed({ type: 'toUser', userId: bureau.id('gege') })
    expect(await holders(bureau, id)).toEqual(['gege'])
    await bureau.approve('gege', id)
    expect(await holders(bureau, id)).toEqual(['heda'])
    await expectSound(bureau, id)
  })

  it('by name, and it is the applicant: the leader above is asked, never the applicant (INV-10)', async () => {
    const { id } = await filed({ type: 'toUser', userId: bureau.id('pann') })
    expect(await holders(bureau, id)).toEqual(['zhang'])
    await expectSound(bureau, id)
  })

  it('it is rejected at once, by the rule and in nobody’s name; what was held is given back', async () => {
    const { id, status } = await filed({ type: 'reject' })
    expect(status).toBe('rejected')
    expect(await tasksOf(bureau, id)).toEqual([])
    expect(await effectsOf(bureau, id)).toEqual(['freeze', 'release'])
    expect(await refusal(bureau.ask('pann', id, say('submit')))).not.toBeNull()
    await expectSound(bureau, id)
  })

  it('it goes back to its applicant, where a rejection does', async () => {
    const { id, status } = await filed({ type: 'reject' }, 'start')
    expect(status).toBe('returned')
    // Still nobody: it comes back once more, and never runs in a circle by itself.
    expect((await bureau.ask('pann', id, say('submit'))).ticket).toMatchObject({ status: 'returned', round: 2 })
    await expectSound(bureau, id)
  })
})
