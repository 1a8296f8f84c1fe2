/** SYS-137: what runs for finance and procurement is changed by two: an administrator proposes, the group's owner confirms. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Design, DraftAnswer, PublishAnswer } from '#src/define/workflows/designs.ts'
import type { ProposalDetail, ProposalRow } from '#src/define/workflows/proposals.ts'
import type { WorkflowDetail, WorkflowRow } from '#src/define/workflows/workflows.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const POLICIES = '/api/workflow/policy/'
const PROPOSALS = '/api/proposal/'
const CONFIG = '/api/system/config/'

describe('workflows whose group has an owner', () => {
  let app: TestApp
  /** A system administrator, the finance leader, the head of logistics, and the leader of another department. */
  let admin: Client
  let finance: Client
  let logistics: Client
  let other: Client
  let auditor: Client

  beforeAll(async () => {
    app = await startApp()
    admin = await app.as('fang54')
    finance = await app.as('qin17')
    logistics = await app.as('han14')
    other = await app.as('wu06')
    auditor = await app.as('bao59')
  })
  afterAll(() => app.close())

  const rowOf = async (key: string): Promise<WorkflowRow> => {
    const { data } = await admin.get<readonly WorkflowRow[]>(WORKFLOWS, { query: { limit: '100' } })
    return data.find((row) => row.key === key)!
  }
  const detailOf = async (id: number): Promise<WorkflowDetail> =>
    (await admin.get<WorkflowDetail>(`${WORKFLOWS}${id}/`)).data
  const draftOf = async (id: number) => (await admin.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data.draft
  const keep = (id: number, revision: number, { definition, form, basics }: Design) =>
    admin.put<DraftAnswer>(`${WORKFLOWS}${id}/draft/`, { revision, definition, form, basics })
  /** The first approving step is the finance leader's own, and called so. */
  const changed = (design: Design, name: string): Design => {
    const [first, ...others] = design.definition.states
    const state = {
      ...first!,
      name: { zhHans: name, en: name },
      participant: { type: 'role', role: 'financeLeader' } as const,
    }
    return { ...design, definition: { ...design.definition, states: [state, ...others] } }
  }
  const propose = async (key: string, name: string) => {
    const { id, draftRevision } = await rowOf(key)
    const kept = await keep(id, draftRevision, changed(await draftOf(id), name))
    expect(kept.code).toBe(2000)
    const { revision } = kept.data.draft
    const published = await admin.post<PublishAnswer>(`${WORKFLOWS}${id}/publish/`, { revision })
    return { id, revision, published, proposal: published.data?.proposal ?? 0 }
  }
  const confirm = (who: Client, proposal: number) => who.post<{ done: boolean }>(`${PROPOSALS}${proposal}/confirm/`)
  const read = async (who: Client, proposal: number) =>
    who.get<ProposalDetail>(`${PROPOSALS}${proposal}/`, { language: 'en' })

  it('keeps the former version running until the owner confirms, who is told and shown what changes (SYS-137)', async () => {
    const former = await rowOf('preApproval')
    const sent = app.announced.messages.length
    const { id, revision, published, proposal } = await propose('preApproval', '财务负责人初审')
    expect(published).toMatchObject({ code: 2000, data: { id, versionNo: former.versionNo + 1 } })
    expect(proposal).toBeGreaterThan(0)
    expect(await rowOf('preApproval')).toMatchObject({ versionNo: former.versionNo, draftRevision: revision })
    expect(app.announced.messages.slice(sent)).toContainEqual({
      to: [finance.userId],
      contentType: 'REMIND',
      title: { key: 'proposal.asked.workflowVersion', params: [former.name, former.nameEn] },
      link: `/workflow/proposal?id=${proposal}`,
    })

    const seen = (await read(finance, proposal)).data
    expect(seen).toMatchObject({ kind: 'workflowVersion', state: 'open', mayDecide: true, title: former.nameEn })
    expect(seen.seats).toMatchObject([{ seat: 'finance', people: ['Qin Shigeng'], confirmedBy: null }])
    expect(seen.gains).toEqual([
      'Step "财务负责人初审" will be handled by Finance leader (1 people) instead of Own department leader',
    ])
    expect(seen.diff?.alterations).toContainEqual({
      what: 'stateChanged',
      state: 'deptLeader',
      property: 'participant',
    })

    // Nobody else lets it through: not the proposer, another leader, or the auditor, who only reads it.
    expect(await confirm(admin, proposal)).toMatchObject({ code: 4003 })
    for (const who of [other, logistics, auditor]) expect((await confirm(who, proposal)).code).toBe(4004)
    expect((await read(other, proposal)).code).toBe(4004)
    expect((await read(auditor, proposal)).data).toMatchObject({ mayDecide: false })
    expect(await admin.post(`${WORKFLOWS}${id}/publish/`, { revision })).toMatchObject({ errKey: 'proposal.waiting' })
    expect((await rowOf('preApproval')).versionNo).toBe(former.versionNo)

    expect(await confirm(finance, proposal)).toMatchObject({ code: 2000, data: { done: true } })
    expect(await rowOf('preApproval')).toMatchObject({ versionNo: former.versionNo + 1, draftRevision: 0 })
    expect((await detailOf(id)).versions[0]).toMatchObject({
      status: 'published',
      publishedBy: { id: admin.userId },
      confirmedBy: { id: finance.userId },
    })
    expect(await confirm(finance, proposal)).toMatchObject({ code: 4001, errKey: 'proposal.decided' })
    const logged = async () =>
      (
        await sql<{ userId: number; diff: string }>`
          select user_id, diff from operation_log where path = ${`${PROPOSALS}${proposal}/confirm/`} and code = 2000`.execute(
          app.database.db,
        )
      ).rows.map(({ userId, diff }) => [userId, diff.includes(`"proposedBy":${admin.userId}`)])
    await expect.poll(logged).toEqual([[finance.userId, true]])
  })

  it('is void once the draft changed, and takes the place of what is void (SYS-137)', async () => {
    const { id, revision, proposal } = await propose('travelRequest', '第一稿')
    const kept = await keep(id, revision, changed(await draftOf(id), '第二稿'))
    expect(kept.code).toBe(2000)
    expect((await read(finance, proposal)).data).toMatchObject({ state: 'void', mayDecide: false })
    expect(await confirm(finance, proposal)).toMatchObject({ code: 4001, errKey: 'proposal.void' })
    const again = await admin.post<PublishAnswer>(`${WORKFLOWS}${id}/publish/`, { revision: revision + 1 })
    expect(again.data.proposal).toBeGreaterThan(proposal)
    // A version that came into force meanwhile makes it void too.
    await sql`update workflow set current_version_id = (select max(id) from workflow_version where status = 'published' and workflow_id <> ${id}) where id = ${id}`.execute(
      app.database.db,
    )
    expect(await confirm(finance, again.data.proposal!)).toMatchObject({ errKey: 'proposal.void' })
    await sql`update workflow set current_version_id = (select id from workflow_version where status = 'published' and workflow_id = ${id}) where id = ${id}`.execute(
      app.database.db,
    )
    expect((await confirm(finance, again.data.proposal!)).code).toBe(2000)
  })

  it('is refused with a reason, and withdrawn by whoever proposed it; the draft stays (SYS-137)', async () => {
    const first = await propose('financialReimbursementThree', '初审')
    expect((await finance.post(`${PROPOSALS}${first.proposal}/refuse/`, {})).code).toBe(4000)
    expect((await logistics.post(`${PROPOSALS}${first.proposal}/refuse/`, { reason: '不是我的事情' })).code).toBe(4004)
    expect((await finance.post(`${PROPOSALS}${first.proposal}/refuse/`, { reason: '保留部门领导审批' })).code).toBe(
      2000,
    )
    expect((await read(admin, first.proposal)).data).toMatchObject({ state: 'refused', reason: '保留部门领导审批' })
    expect((await rowOf('financialReimbursementThree')).draftRevision).toBe(first.revision)
    const second = await admin.post<PublishAnswer>(`${WORKFLOWS}${first.id}/publish/`, { revision: first.revision })
    expect((await finance.post(`${PROPOSALS}${second.data.proposal}/withdraw/`)).code).toBe(4004)
    expect((await admin.post(`${PROPOSALS}${second.data.proposal}/withdraw/`)).code).toBe(2000)
    expect(await confirm(finance, second.data.proposal!)).toMatchObject({ errKey: 'proposal.decided' })
    expect((await rowOf('financialReimbursementThree')).versionNo).toBe(1)
  })

  it('proves a version again when it is confirmed, and a faulty one stays out of force (SYS-137)', async () => {
    const { proposal } = await propose('financialReimbursementTwo', '初审')
    const policy = await sql<{ id: number }>`
      insert into workflow_policy (name, name_en, rule, amount, groups, enabled, sentence, sentence_en, broken, created_at, updated_at)
      values ('九级审批', 'Nine approvals', 'approvals', 9, '[{"value":"finance"}]', true, '-', '-', 0, now(), now()) returning id`.execute(
      app.database.db,
    )
    expect(await confirm(finance, proposal)).toMatchObject({ code: 4001, errKey: 'workflow.faulty' })
    expect((await rowOf('financialReimbursementTwo')).versionNo).toBe(1)
    await sql`delete from workflow_policy where id = ${policy.rows[0]!.id}`.execute(app.database.db)
    expect((await admin.post(`${PROPOSALS}${proposal}/withdraw/`)).code).toBe(2000)
  })

  it('asks the head of logistics for procurement, and nobody for other groups (SYS-137)', async () => {
    const { id, proposal } = await propose('comparison', '初审')
    expect((await confirm(finance, proposal)).code).toBe(4004)
    expect((await confirm(logistics, proposal)).data).toEqual({ done: true })
    expect((await rowOf('comparison')).versionNo).toBe(2)
    const off = await admin.post<{ proposal: number }>(`${WORKFLOWS}${id}/disable/`)
    expect((await rowOf('comparison')).status).toBe('published')
    expect((await confirm(logistics, off.data.proposal)).code).toBe(2000)
    expect((await rowOf('comparison')).status).toBe('disabled')
    const on = await admin.post<{ proposal: number }>(`${WORKFLOWS}${id}/enable/`)
    expect((await rowOf('comparison')).status).toBe('disabled')
    expect((await confirm(logistics, on.data.proposal)).code).toBe(2000)
    const leave = await rowOf('leaveApproval')
    expect(await admin.post(`${WORKFLOWS}${leave.id}/disable/`)).toMatchObject({ code: 2000, data: null })
    expect((await rowOf('leaveApproval')).status).toBe('disabled')
    await admin.post(`${WORKFLOWS}${leave.id}/enable/`)
  })

  it('asks the owner for a custom type that is imported into the group, or leaves it (SYS-137)', async () => {
    const leave = await rowOf('leaveApproval')
    const copy = await admin.post<{ id: number }>(`${WORKFLOWS}${leave.id}/copy/`, {
      key: 'cst_prior',
      name: '事前备案',
      nameEn: 'Prior notice',
      code: 'XP',
    })
    const { id } = copy.data
    const copied = await draftOf(id)
    await keep(id, 1, { ...copied, definition: { ...copied.definition, group: 'finance' } })
    const first = await admin.post<PublishAnswer>(`${WORKFLOWS}${id}/publish/`, { revision: 2 })
    expect(first).toMatchObject({ code: 2000, data: { proposal: expect.any(Number) } })
    expect(await rowOf('cst_prior')).toMatchObject({ status: 'draft', versionNo: 0 })
    expect((await confirm(finance, first.data.proposal!)).code).toBe(2000)
    expect(await rowOf('cst_prior')).toMatchObject({ status: 'published', versionNo: 1 })
    expect(await admin.delete(`${WORKFLOWS}${id}/`)).toMatchObject({ errKey: 'workflow.disableFirst' })
    const draft = await draftOf(id)
    await keep(id, 0, { ...draft, definition: { ...draft.definition, group: 'receive' } })
    const leaving = await admin.post<PublishAnswer>(`${WORKFLOWS}${id}/publish/`, { revision: 1 })
    expect(leaving.data.proposal).toEqual(expect.any(Number))
    expect((await rowOf('cst_prior')).group).toBe('finance')
    expect((await finance.post(`${PROPOSALS}${leaving.data.proposal}/refuse/`, { reason: '仍属财务类' })).code).toBe(
      2000,
    )
  })

  it('asks the owner before running tickets come to another version (SYS-137)', async () => {
    const { id } = await rowOf('preApproval')
    const moves = `${WORKFLOWS}${id}/moves/`
    const asked = await admin.post<{ proposal: number }>(moves, { from: 2, to: 1 })
    expect(asked.data.proposal).toEqual(expect.any(Number))
    const count = async () =>
      (await sql`select from workflow_move where workflow_id = ${id}`.execute(app.database.db)).rows.length
    expect(await count()).toBe(0)
    expect((await confirm(finance, asked.data.proposal)).code).toBe(2000)
    expect(await count()).toBe(1)
  })

  it('changes a policy over these groups with the owner, and any other at once (SYS-137)', async () => {
    const policy = {
      name: '至少两级审批',
      nameEn: 'At least two approvals',
      rule: 'approvals',
      amount: 2,
      groups: [{ value: 'finance' }],
      enabled: true,
    }
    const list = async () => (await admin.get<readonly { id: number; version: number; name: string }[]>(POLICIES)).data
    const before = (await list()).length
    expect((await admin.post(POLICIES, { ...policy, amount: null })).code).toBe(4000)
    const made = await admin.post<{ proposal: number }>(POLICIES, policy)
    expect(await list()).toHaveLength(before)
    expect((await read(finance, made.data.proposal)).data).toMatchObject({
      kind: 'workflowPolicy',
      changes: [
        { label: 'Rule', before: 'No such rule', after: expect.stringContaining('at least 2 approving steps') },
      ],
    })
    expect((await confirm(finance, made.data.proposal)).code).toBe(2000)
    const row = (await list()).find(({ name }) => name === policy.name)!
    const path = `${POLICIES}${row.id}/`
    const off = await admin.put<{ proposal: number }>(path, { enabled: false, version: row.version })
    const gone = await admin.delete<{ proposal: number }>(path, { id: row.id })
    expect([off.data.proposal, gone.errKey]).toEqual([expect.any(Number), 'proposal.waiting'])
    expect((await admin.get(path)).data).toMatchObject({ enabled: true })
    expect((await finance.post(`${PROPOSALS}${off.data.proposal}/refuse/`, { reason: '不同意停用' })).code).toBe(2000)
    const many = await admin.delete<{ proposal: number }>(`${POLICIES}multiple_delete/`, { keys: [row.id] })
    expect((await admin.get(path)).data).toMatchObject({ enabled: true })
    expect((await confirm(finance, many.data.proposal)).code).toBe(2000)
    expect((await admin.get(path)).code).toBe(4004)
    // One that speaks of every group needs both owners.
    const wide = await admin.post<{ proposal: number }>(POLICIES, { ...policy, groups: [], name: '全部两级' })
    expect((await confirm(finance, wide.data.proposal)).data).toEqual({ done: false })
    expect(await confirm(finance, wide.data.proposal)).toMatchObject({ errKey: 'proposal.decided' })
    expect(await list()).toHaveLength(before)
    expect((await confirm(logistics, wide.data.proposal)).data).toEqual({ done: true })
    expect(await list()).toHaveLength(before + 1)
    const free = await admin.post<{ id: number }>(POLICIES, {
      ...policy,
      name: '请假一级',
      amount: 1,
      groups: [],
      types: [{ value: 'leaveApproval' }],
    })
    expect(free.data).toMatchObject({ id: expect.any(Number), name: '请假一级' })
  })

  it('lets the owner of a group be changed only by its present owner (SYS-137)', async () => {
    const item = async (key: string) =>
      (await admin.get<readonly { id: number; key: string; version: number; value: unknown }[]>(CONFIG)).data.find(
        (one) => one.key === key,
      )!
    const set = async (key: string, value: string) => {
      const { id, version } = await item(key)
      return admin.put<{ changed: number; proposed: number }>(CONFIG, { items: [{ id, version, value }] })
    }
    const OWNER = 'workflow.owner.finance'
    expect((await set(OWNER, 'sysAdmin')).code).toBe(4000)
    expect(await set(OWNER, 'bureauLeader')).toMatchObject({ code: 2000, data: { changed: 0, proposed: 1 } })
    expect((await item(OWNER)).value).toBe('financeLeader')
    const chief = await app.as('zhao01')
    const { data } = await finance.get<readonly ProposalRow[]>(PROPOSALS, { query: { kind: 'setting' } })
    expect((await confirm(chief, data[0]!.id)).code).toBe(4004)
    expect((await read(finance, data[0]!.id)).data.gains).toEqual([
      'Zhao Shijia will confirm changes to these workflows instead of Qin Shigeng',
    ])
    expect((await confirm(finance, data[0]!.id)).code).toBe(2000)
    expect((await item(OWNER)).value).toBe('bureauLeader')
    // From now on the other one is asked.
    const { proposal } = await propose('financialReimbursementThree', '复核')
    expect((await confirm(finance, proposal)).code).toBe(4004)
    expect((await admin.post(`${PROPOSALS}${proposal}/withdraw/`)).code).toBe(2000)
    await set(OWNER, 'financeLeader')
    const back = (await chief.get<readonly ProposalRow[]>(PROPOSALS, { query: { kind: 'setting' } })).data[0]!
    expect((await confirm(chief, back.id)).code).toBe(2000)
    expect((await item(OWNER)).value).toBe('financeLeader')
  })

  it('lets one of two owners who confirm at the same moment through (SYS-137)', async () => {
    await sql`insert into user_role (user_id, role_id) select ${other.userId}, id from role where key = 'financeLeader'`.execute(
      app.database.db,
    )
    const { proposal, id } = await propose('travelReimbursement', '初审')
    const answers = await Promise.all([finance, other].map((who) => confirm(who, proposal)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([2000, 4001])
    expect((await detailOf(id)).versions.filter(({ status }) => status === 'published')).toHaveLength(1)
    expect((await rowOf('travelReimbursement')).versionNo).toBe(2)
  })

  it('refuses to propose what nobody else could confirm, and lets the chief stand in for an empty office (SYS-137)', async () => {
    await sql`delete from user_role where role_id = (select id from role where key = 'financeLeader')`.execute(
      app.database.db,
    )
    const { id } = await rowOf('financialReimbursementOne')
    const asked = await admin.post<{ proposal: number }>(`${WORKFLOWS}${id}/disable/`)
    const chief = await app.as('zhao01')
    expect((await read(chief, asked.data.proposal)).data.seats).toMatchObject([
      { seat: 'finance', people: ['Zhao Shijia'] },
    ])
    expect((await admin.post(`${PROPOSALS}${asked.data.proposal}/withdraw/`)).code).toBe(2000)
    await sql`delete from user_role where role_id = (select id from role where key = 'bureauLeader')`.execute(
      app.database.db,
    )
    const alone = await admin.post(`${WORKFLOWS}${id}/disable/`)
    expect(alone).toMatchObject({ code: 4001, errKey: 'proposal.nobody' })
  })
})
