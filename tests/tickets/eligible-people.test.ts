/** 25.5 "people limited by the node's allowed range" on the real server: who may be handed the work or called in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EligiblePeople } from '#machines/ticket/definition/definition.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import type { Command } from '#src/server/tickets/commands/command.ts'
import { staffFaults } from '#src/server/tickets/designs/faults/staffFaults.ts'
import { withRole } from '#src/server/tickets/designs/states.ts'
import { helpersFor } from '#src/server/tickets/participants/eligiblePeople.ts'
import { detailOf, seeTicket } from '#src/server/tickets/queries/detail.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { permit } from './applications.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { inForce } from './drawn.ts'
import { expectSound, holders, refusal } from './words.ts'

describe.each(oneEngine)('whom a state lets its people call in, on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  /** A permit of pann's, waiting for zhang of D10, in a version with these eligible people. */
  const filed = async (eligiblePeople?: EligiblePeople) => {
    const [leader, ...others] = permit.workflow.states
    const states = [{ ...leader!, ...(eligiblePeople && { eligiblePeople }) }, ...others]
    await inForce(bureau, 'permit', { ...permit.workflow, states })
    return (await bureau.submit('pann', 'permit')).ticket.id
  }
  const actions = (name: Name): readonly Command[] => {
    const to = bureau.id(name)
    return [
      { type: 'delegate', comment: '', to },
      { type: 'addSign', comment: '', people: [to], where: 'before', method: 'all' },
      { type: 'addSign', comment: '', people: [to], where: 'after', method: 'all' },
      { type: 'addSign', comment: '', people: [to], where: 'parallel', method: 'all' },
      { type: 'transfer', comment: '', to },
    ]
  }
  const refusals = async (id: number, name: Name) => {
    const said = []
    for (const command of actions(name)) said.push(await refusal(bureau.ask('zhang', id, command)))
    return new Set(said)
  }
  const offered = (id: number, command: Parameters<typeof helpersFor>[3] = {}) =>
    bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const access = bureau.access('zhang')
      const found = await helpersFor(reader, access, await seeTicket(reader, access, id), command)
      return found.map(({ username }) => username).sort()
    })
  const words = (id: number) =>
    bureau.read(async (unit) => {
      const reader = { engine: bureau.engine, unit, language: 'en' as const }
      const access = bureau.access('zhang')
      return (await detailOf(reader, access, await seeTicket(reader, access, id))).eligiblePeople
    })

  it('without a setting anybody in service, each once and not the applicant', async () => {
    const id = await filed()
    expect(await offered(id)).toEqual(['gege', 'hann', 'heda', 'qian', 'suns', 'xuxu', 'youa', 'yunn', 'zhao'])
    expect(await offered(id, { search: 'yunn' })).toEqual(['yunn'])
    expect(await words(id)).toBeNull()
    await bureau.ask('zhang', id, actions('heda')[0]!)
    expect(await holders(bureau, id)).toEqual(['heda'])
    await expectSound(bureau, id)
  })

  it('the own department: its people and no others, whatever the action', async () => {
    const id = await filed({ type: 'ownDept' })
    expect(await offered(id)).toEqual(['gege', 'yunn'])
    expect(await words(id)).toBe('people of your own department')
    expect(await refusals(id, 'heda')).toEqual(new Set(['wf.notEligible']))
    expect(await refusal(bureau.ask('zhang', id, actions('gege')[4]!))).toBeNull()
    expect(await holders(bureau, id)).toEqual(['gege'])
    await expectSound(bureau, id)
  })

  it('named departments and roles: whoever belongs to one of them or holds one of those', async () => {
    const id = await filed({ type: 'named', departments: ['D04'], roles: ['cashier'] })
    expect(await offered(id)).toEqual(['hann', 'heda'])
    expect(await words(id)).toBe('people of Dept D04, cashier')
    expect(await refusals(id, 'yunn')).toEqual(new Set(['wf.notEligible']))
    const both = [bureau.id('heda'), bureau.id('youa')]
    const mixed: Command = { type: 'addSign', comment: '', people: both, where: 'parallel', method: 'all' }
    expect(await refusal(bureau.ask('zhang', id, mixed))).toBe('wf.notEligible')
    await bureau.ask('zhang', id, actions('heda')[3]!)
    expect(await holders(bureau, id)).toEqual(['heda', 'zhang'])
    // Who has a place already is not offered again.
    expect(await offered(id)).toEqual(['hann'])
    await expectSound(bureau, id)
  })

  it('WFD-02 what it names must be there, and a role that is replaced is replaced in it too', async () => {
    const eligiblePeople = { type: 'named', departments: ['D04', 'gone'], roles: ['cashier', 'nosuchrole'] } as const
    const [leader, ...others] = permit.workflow.states
    const states = [{ ...leader!, eligiblePeople }, ...others]
    const basics = { createRoleKeys: [], createDeptIds: [] } as unknown as WorkflowBasics
    const design = { definition: { ...permit.workflow, states }, form: { sections: [] }, basics }
    const { faults } = await bureau.read((unit) => staffFaults(unit.db, design))
    expect(faults.map(({ rule, message }) => [rule, message.params])).toEqual([
      ['WFD-02', { state: 'leader', role: 'nosuchrole' }],
      ['WFD-02', { state: 'leader', dept: 'gone' }],
    ])
    expect(withRole(states[0]!, 'nosuchrole', 'cashier').eligiblePeople).toEqual({
      ...eligiblePeople,
      roles: ['cashier'],
    })
  })
})
