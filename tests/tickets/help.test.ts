/** 25.5 on the real server: who is called in for advice or to sign, and what their word makes of the place it serves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignPlace } from '#machines/ticket/engine/vocabulary.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { permit } from './applications.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { expectSound, holders, refusal, say, tasksOf } from './words.ts'

describe.each(oneEngine)('people called in, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const filed = async () => (await bureau.submit('pann', 'permit')).ticket.id
  const callIn = (id: number, where: SignPlace, ...names: readonly Name[]) =>
    bureau.ask('zhang', id, {
      type: 'addSign',
      comment: 'please sign',
      people: names.map((name) => bureau.id(name)),
      where,
      method: 'all',
    })
  const statusOf = async (id: number, name: Name, action: 'approve' | 'reject' = 'approve') =>
    (await bureau.ask(name, id, say(action, 'said for the test'))).ticket.status

  it('before: the holder waits until all have signed, and then decides', async () => {
    const id = await filed()
    await callIn(id, 'before', 'yunn', 'gege')
    expect(await holders(bureau, id)).toEqual(['gege', 'yunn'])
    expect(await refusal(bureau.approve('zhang', id))).not.toBeNull()
    await bureau.approve('yunn', id)
    await bureau.approve('gege', id)
    expect(await holders(bureau, id)).toEqual(['zhang'])
    expect(await statusOf(id, 'zhang')).toBe('handling')
    await expectSound(bureau, id)
  })

  it('before: a rejection rejects the place; where the state takes it as advice the holder decides with it', async () => {
    const strict = await filed()
    await callIn(strict, 'before', 'yunn')
    expect(await statusOf(strict, 'yunn', 'reject')).toBe('rejected')
    const [leader, ...others] = permit.workflow.states
    await inForce(bureau, 'permit', { ...permit.workflow, states: [{ ...leader!, signersAdvise: true }, ...others] })
    const mild = await filed()
    await callIn(mild, 'before', 'yunn')
    expect(await statusOf(mild, 'yunn', 'reject')).toBe('running')
    expect(await holders(bureau, mild)).toEqual(['zhang'])
    expect(await statusOf(mild, 'zhang')).toBe('handling')
    await inForce(bureau, 'permit', permit.workflow)
    for (const id of [strict, mild]) await expectSound(bureau, id)
  })

  it('after: the holder’s approval is held until the others have signed; taken back, it counts by itself', async () => {
    const id = await filed()
    await callIn(id, 'after', 'yunn')
    expect(await statusOf(id, 'zhang')).toBe('running')
    expect(await holders(bureau, id)).toEqual(['yunn'])
    await expectSound(bureau, id)
    const { ticket } = await bureau.ask('zhang', id, {
      type: 'removeSign',
      comment: '',
      people: [bureau.id('yunn')],
    })
    expect(ticket.status).toBe('handling')
    await expectSound(bureau, id)
  })

  it('beside: one more place that votes; nobody twice, and who was called in calls in nobody', async () => {
    const id = await filed()
    await callIn(id, 'parallel', 'yunn')
    expect(await holders(bureau, id)).toEqual(['yunn', 'zhang'])
    expect(await refusal(callIn(id, 'parallel', 'yunn'))).not.toBeNull()
    expect(await statusOf(id, 'yunn')).toBe('handling')
    await expectSound(bureau, id)
  })

  it('advice is no vote: whatever is advised, the holder decides', async () => {
    const id = await filed()
    await bureau.ask('zhang', id, { type: 'delegate', comment: 'what do you think', to: bureau.id('yunn') })
    expect(await holders(bureau, id)).toEqual(['yunn'])
    await bureau.approve('yunn', id)
    expect((await tasksOf(bureau, id)).map(({ who, status }) => [who, status])).toEqual([
      ['zhang', 'open'],
      ['yunn', 'done'],
    ])
    expect(await statusOf(id, 'zhang', 'reject')).toBe('rejected')
    await expectSound(bureau, id)
  })
})
