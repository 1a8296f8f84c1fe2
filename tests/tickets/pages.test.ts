import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { addDays } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Mentionable, PreviewStep, TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import type { ReplayAnswer, TimelineRow } from '#src/define/tickets/history.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import type { ApplicationCard, ApplicationStart, DesignedType } from '#src/define/tickets/types.ts'
import type {
  BpmnAnswer,
  BpmnRefusal,
  Design,
  DesignFile,
  DiffAnswer,
  DraftAnswer,
  PublishAnswer,
  ReplaceAnswer,
  WorkflowStateRow,
} from '#src/define/workflows/designs.ts'
import type { ImpactAnswer } from '#src/define/workflows/workflowImpact.ts'
import type { MovesAnswer } from '#src/define/workflows/workflowMoves.ts'
import type { VerifyAnswer, WorkflowDetail, WorkflowRow } from '#src/define/workflows/workflows.ts'
import type { TestsAnswer } from '#src/define/workflows/workflowTests.ts'
import type { UseAnswer } from '#src/define/workflows/workflowUse.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { otherBusiness } from '#src/modules/affairs/other-business.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { runMoves } from '#src/server/tickets/moves/runs.ts'
import { runTests } from '#src/server/tickets/tests/runs.ts'
import { caseSayer } from '#src/server/tickets/tests/words.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { read } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { tinyPng, upload } from '#tests/harness/files.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

/** As much of a picture as tells that it is one. */

const TICKETS = '/api/workflow/ticket/'
const TYPES = '/api/workflow/application_types/'

describe('what the ticket pages ask the server for', () => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: string): Client => people.get(name)!
  beforeAll(async () => {
    app = await startApp()
    for (const name of ['pan42', 'zhang39', 'ge43', 'wei11', 'zhao01', 'qian02', 'peng46', 'yun40', 'fang54'])
      people.set(name, await app.as(name))
  })
  afterAll(() => app.close())

  const form = (from: string, to: string, more = {}) => leaveForm(from, to, { leaveType: 'personal', ...more })

  it('20.5 cards carry the sound of their names, to be found by pinyin and its initials', async () => {
    const cards = (await as('pan42').get<ApplicationCard[]>(TYPES)).data
    expect(cards.find((card) => card.key === 'leaveApproval')).toMatchObject({ full: 'qingxiujia', initials: 'qxj' })
  })

  it('APP-SHELL ?from= prefills what the forms share, without title, computed values and evidence', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-01', '2026-06-02', { urgency: 'urgent' }))
    const start = async (who: string, type: string, from: number | string) =>
      as(who).get<ApplicationStart>(`${TYPES}${type}/`, { query: { from: String(from) } })
    const { defaults } = (await start('pan42', 'leaveApproval', filed.data.id)).data
    expect(defaults).toMatchObject({ leaveType: 'personal', destination: '省会示例市', urgency: 'urgent' })
    expect(defaults.title).toContain('请休假-潘示乙')
    expect([defaults.days ?? null, defaults.proof ?? null, defaults.attachments ?? null]).toEqual([null, null, null])
    const other = (await start('pan42', 'otherBusiness', filed.data.id)).data.defaults
    expect(other).toMatchObject({ reason: '探望父母，处理家事', urgency: 'urgent', bizType: 'IT' })
    expect((await start('peng46', 'leaveApproval', filed.data.id)).code, 'WF-18').toBe(4004)
    expect((await start('pan42', 'leaveApproval', 'x')).code).toBe(4000)
  })

  it('APP-SHELL an application that is copied leaves the days that have passed to be chosen anew', async () => {
    const today = app.clock.today()
    const copyOf = async (from: number, to: number) => {
      const filed = await submit(as('pan42'), 'leaveApproval', form(addDays(today, from), addDays(today, to)))
      expect([filed.code, filed.errKey]).toEqual([2000, undefined])
      const { data } = await as('pan42').get<ApplicationStart>(`${TYPES}leaveApproval/`, {
        query: { from: String(filed.data.id) },
      })
      await act(as('pan42'), filed.data.id, 'withdraw')
      return [data.defaults.startDate, data.defaults.endDate, data.isFirst]
    }
    expect(await copyOf(0, 1), 'begins today').toEqual([today, addDays(today, 1), false])
    expect(await copyOf(-1, 1), 'began yesterday').toEqual([today, addDays(today, 1), false])
    expect(await copyOf(-2, -1), 'is over').toEqual([today, today, false])
    const { rows } = await sql<{ type: string }>`
      select distinct type from ticket where applicant_id = ${as('pan42').userId} and submitted_at is not null`.execute(
      app.database.db,
    )
    const card = (await as('pan42').get<ApplicationCard[]>(TYPES)).data.find(
      ({ key }) => !rows.some(({ type }) => type === key),
    )
    expect((await as('pan42').get<ApplicationStart>(`${TYPES}${card?.key}/`)).data.isFirst).toBe(true)
  })

  it('20.4, 20.7 an English reader finds people by their English names: who is asked, who was, and who applied', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-10', '2026-06-11'))
    const read = async <T>(path: string) => (await as('pan42').get<T>(path, { language: 'en' })).data
    const detail = await read<TicketDetail>(`${TICKETS}${filed.data.id}/`)
    expect([detail.applicant.name, detail.applicantInfo.name]).toEqual(['Pan Shiyi', 'Pan Shiyi'])
    expect(detail.current.flatMap(({ handlers }) => handlers.map(({ name }) => name))).toEqual(['Zhang Shiren'])
    const named = JSON.stringify([
      detail.steps,
      detail.participants,
      await read(`${TICKETS}${filed.data.id}/replay/`),
      await read(`${TICKETS}${filed.data.id}/timeline/`),
      (
        await as('pan42').post(
          `${TICKETS}preview/`,
          { type: 'leaveApproval', formData: form('2026-06-10', '2026-06-11') },
          { language: 'en' },
        )
      ).data,
    ])
    // Titles and the like were written by people and stay as they are.
    expect(named.match(/"name":"[^"]*示[^"]*"/gu) ?? []).toEqual([])
    expect(named).toContain('"name":"Zhang Shiren"')
    expect((await as('pan42').get<TicketDetail>(`${TICKETS}${filed.data.id}/`)).data.applicant.name).toBe('潘示乙')
  })

  it('20.7 a mention is a person: exactly those named by id are told, whatever the text says', async () => {
    const filed = await submit(
      as('pan42'),
      'leaveApproval',
      form('2026-06-03', '2026-06-04', { ccUserIds: [as('ge43').userId] }),
    )
    const { id } = filed.data
    const named = async (text: string, people: readonly string[]) => {
      const before = app.announced.messages.length
      const userIds = people.map((name) => as(name).userId)
      const answer = await act(as('pan42'), id, 'comment', { comment: text, userIds })
      const mentioned = app.announced.messages
        .slice(before)
        .filter((message) => message.title.key === 'notice.ticket.mentioned')
        .flatMap((message) => [...message.to])
      return { answer, mentioned: mentioned.sort() }
    }
    const both = await named('@章示壬 请看附件', ['zhang39', 'ge43', 'zhang39'])
    expect(both.mentioned).toEqual([as('zhang39').userId, as('ge43').userId].sort())
    expect((await named('@章示壬 和 @葛示丙 只是文字', [])).mentioned).toEqual([])
    // The timeline names whom the comment reached.
    const log = (await as('pan42').get<TimelineRow[]>(`${TICKETS}${id}/timeline/`)).data
    const comments = log.filter((row) => row.action === 'comment')
    expect(comments.map((row) => row.people.map((person) => person.id).sort())).toEqual([both.mentioned, []])
    expect((await named('x'.repeat(501), [])).answer.code).toBe(4000)
  })

  it('20.7 refuses to mention who may not read the ticket, by name, and tells nobody', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-15', '2026-06-15'))
    const before = app.announced.messages.length
    const body = { comment: '@彭示己 请看', userIds: [as('peng46').userId, as('zhang39').userId] }
    const refused = await act(as('pan42'), filed.data.id, 'comment', body)
    expect(refused).toMatchObject({ code: 4001, errKey: 'wf.mentionUnseen', errors: { userIds: [refused.msg] } })
    expect(refused.msg).toMatch(/^.+无权查看此工单，不能提及$/)
    expect(refused.msg).not.toContain('章示壬')
    const unknown = await act(as('pan42'), filed.data.id, 'comment', { comment: '@谁', userIds: [999_999_999] })
    expect(unknown).toMatchObject({ code: 4001, errKey: 'wf.mentionUnknown' })
    expect(app.announced.messages.slice(before).filter(({ title }) => title.key === 'notice.ticket.mentioned')).toEqual(
      [],
    )
    const log = (await as('pan42').get<TimelineRow[]>(`${TICKETS}${filed.data.id}/timeline/`)).data
    expect(log.filter((row) => row.action === 'comment')).toEqual([])
    // Somebody who reads the register may be called although they take no part.
    expect(
      (await act(as('pan42'), filed.data.id, 'comment', { comment: '@人事', userIds: [as('wei11').userId] })).code,
    ).toBe(2000)
  })

  it('20.7 offers those who take part and readers of copies, found by names, pinyin and initials', async () => {
    const filed = await submit(
      as('pan42'),
      'leaveApproval',
      form('2026-06-16', '2026-06-16', { ccUserIds: [as('ge43').userId] }),
    )
    const offered = await as('pan42').get<Mentionable[]>(`${TICKETS}${filed.data.id}/mentionable/`)
    expect(offered.data.map(({ name }) => name).sort()).toEqual(['章示壬', '葛示丙'].sort())
    expect(offered.data.find(({ name }) => name === '葛示丙')?.words).toEqual(expect.arrayContaining(['葛示丙', 'gsb']))
    expect((await as('peng46').get(`${TICKETS}${filed.data.id}/mentionable/`)).code).toBe(4004)
  })

  it('20.7 void shows what will be reversed to those who may void, and WF-20 the records the ticket made', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-08', '2026-06-09'))
    await act(as('zhang39'), filed.data.id, 'approve')
    const shown = await as('wei11').get<{ lines: string[] }>(`${TICKETS}${filed.data.id}/reversal/`)
    expect(shown.data.lines).toEqual(['退还事假额度2天', '撤销2026-06-08至2026-06-09的请假记录与日历占用'])
    expect((await as('zhang39').get(`${TICKETS}${filed.data.id}/reversal/`)).code).toBe(4003)
    const detail = (await as('wei11').get<TicketDetail>(`${TICKETS}${filed.data.id}/`)).data
    expect(detail.related).toMatchObject([{ record: 'leaveRecord' }])
    expect(detail.allowedActions).toContain('void')
  })

  it('20.7 requireSignature on the wire: password and picture, a wrong password counts, and no batch', async () => {
    const filed = await submit(
      as('zhao01'),
      'leaveApproval',
      form('2026-06-10', '2026-06-10', { proxyUserId: as('peng46').userId }),
    )
    const id = filed.data.id
    expect(filed.data.current[0]?.handlers.map((person) => person.name)).toEqual(['钱示乙'])
    const qian = as('qian02')
    const batch = await qian.post<BatchResult[]>(`${TICKETS}batch_approve/`, { ids: [id] })
    expect(batch.data).toMatchObject([{ ok: false, errKey: 'rule.WF-17' }])
    expect((await act(qian, id, 'approve')).errKey).toBe('wf.signatureRequired')
    const file = (await upload(app, qian, 'signature.png', tinyPng)).data.id
    const sign = (password: string) =>
      qian.post<{ signature: string }>(`${TICKETS}${id}/sign/`, { password, fileId: file })
    expect((await sign('wrong')).errKey).toBe('password.wrong')
    expect((await as('peng46').post(`${TICKETS}${id}/sign/`, { password: DEMO_PASSWORD, fileId: file })).code).toBe(
      4004,
    )
    const { signature } = (await sign(DEMO_PASSWORD)).data
    expect((await act(qian, id, 'approve', { signature })).code).toBe(2000)
    expect((await qian.get<{ fileId: number }>(`${TICKETS}signature/`)).data.fileId).toBe(file)
    expect((await as('zhao01').get<TicketAnswer>(`/api/system/file/${file}/download/`)).raw.statusCode).toBe(200)
  })

  const WORKFLOWS = '/api/workflow/workflow/'
  const workflowOf = async (key: string) =>
    (await as('fang54').get<WorkflowRow[]>(WORKFLOWS, { query: { limit: '100' } })).data.find((row) => row.key === key)!
  const draftOf = async (id: number) => (await as('fang54').get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data.draft
  const keep = (id: number, revision: number, { definition, form, basics }: Design) =>
    as('fang54').put<DraftAnswer>(`${WORKFLOWS}${id}/draft/`, { revision, definition, form, basics })
  const publish = (id: number, revision: number) =>
    as('fang54').post<PublishAnswer & VerifyAnswer>(`${WORKFLOWS}${id}/publish/`, { revision })

  it('25.11 staff impact: where a person or a role would be missed, by department, and the tickets that would stop', async () => {
    const filed = (await submit(as('pan42'), 'leaveApproval', form('2026-09-07', '2026-09-08'))).data
    const ask = (query: Record<string, string>, who = 'fang54') =>
      as(who).get<ImpactAnswer>('/api/workflow/workflow_state/impact/', { query })
    const leader = (await ask({ user: String(as('zhang39').userId) })).data
    const leave = leader.states.filter(({ workflowName, state }) => workflowName === '请休假' && state === 'deptLeader')
    // His department's applications go up the tree.
    expect(leave).toMatchObject([
      { fate: 'others', departments: ['刑事侦查支队'], people: [{ name: '赵示甲' }], left: 1 },
    ])
    expect(leader.tickets).toContainEqual({
      id: filed.id,
      no: filed.no,
      title: null,
      workflowName: '请休假',
      stateName: '部门领导审批',
      fate: 'others',
    })
    expect(leader.counts.others).toBe(leader.tickets.length)

    const cashier = (await ask({ role: 'cashier' })).data
    expect(cashier.gone.map(({ name }) => name)).toEqual(['何示癸'])
    expect(cashier.states.length).toBeGreaterThan(1)
    expect(new Set(cashier.states.map(({ fate, state }) => `${state} ${fate}`))).toEqual(new Set(['cashierPay stops']))
    expect(cashier.states[0]).toMatchObject({ departments: [], people: [], left: 0, isCurrent: true })
    // Two hold it: one may go, not both.
    const officers = (await ask({ role: 'financeOfficer' })).data
    expect(officers.states.filter(({ state }) => state === 'financeAudit').every(({ fate }) => fate === 'stops')).toBe(
      true,
    )
    const one = (await ask({ user: String(officers.gone[0]!.id) })).data
    expect(one.states.filter(({ state }) => state === 'financeAudit').map(({ fate }) => fate)).toContain('others')

    // Over a period: who has been through the state is no longer concerned, and counts among those that came to it.
    await act(as('zhang39'), filed.id, 'approve')
    const since = async (days: string) =>
      (await ask({ user: String(as('zhang39').userId), days })).data.states.find(
        ({ workflowName, state }) => workflowName === '请休假' && state === 'deptLeader',
      )!
    const [long, short] = [await since('365'), await since('30')]
    expect([long.tickets, short.tickets]).toEqual(Array(2).fill(leave[0]!.tickets - 1))
    expect(short.visits).toBeGreaterThan(0)
    expect(long.visits).toBeGreaterThanOrEqual(leave[0]!.visits!)
    expect(leave[0]!.visits).toBeGreaterThanOrEqual(short.visits!)
    expect((await ask({ role: 'cashier', days: '7' })).code).toBe(4000)

    expect((await ask({ role: 'nosuchrole' })).code).toBe(4004)
    expect((await ask({})).code).toBe(4000)
    expect((await ask({ role: 'cashier', user: '1' })).code).toBe(4000)
    expect((await ask({ role: 'cashier' }, 'pan42')).code).toBe(4003)
    await act(as('pan42'), filed.id, 'withdraw')
  })

  it('25.11 a ticket set aside goes on once its incident is closed: by permission, with a reason, once, and logged', async () => {
    const { db } = app.database
    const { id, version } = (await submit(as('pan42'), 'leaveApproval', form('2026-09-14', '2026-09-15'))).data
    const approve = () => as('zhang39').post<TicketAnswer>(`${TICKETS}${id}/approve/`, { version, comment: '' })
    const { rows } = await sql<{ whole: string }>`select snapshot::text as whole from ticket where id = ${id}`.execute(
      db,
    )
    await sql`update ticket set snapshot = jsonb_set(snapshot, '{value}', '"nowhere"') where id = ${id}`.execute(db)
    expect((await approve()).errKey).toBe('wf.quarantined')
    const list = await as('fang54').get<{ id: number; ticketNo: string; state: string }[]>('/api/workflow/incident/')
    const incident = list.data.find(({ state }) => state === 'open')!
    const close = (who: string, body: object) =>
      as(who).post<{ state: string; closedBy: number }>(`/api/workflow/incident/${incident.id}/close/`, body)
    expect((await close('zhang39', { reason: '已核对日志' })).code).toBe(4003)
    expect((await close('fang54', { reason: '好' })).errors).toHaveProperty('reason')
    await sql`update ticket set snapshot = ${rows[0]!.whole}::jsonb where id = ${id}`.execute(db)
    expect((await approve()).errKey, 'mended, and still at rest').toBe('wf.quarantined')
    expect((await close('fang54', { reason: '已核对日志并恢复快照' })).data).toMatchObject({
      state: 'closed',
      reason: '已核对日志并恢复快照',
    })
    expect((await close('fang54', { reason: '再关一次看看' })).errKey).toBe('record.stateInvalid')
    await expect
      .poll(async () => {
        const { rows: logged } = await sql<{ userId: number; code: number }>`
          select user_id, code from operation_log where path = ${`/api/workflow/incident/${incident.id}/close/`} order by id`.execute(
          db,
        )
        return logged.map(({ userId, code }) => [userId, code])
      })
      .toEqual([
        [as('zhang39').userId, 4003],
        [as('fang54').userId, 4000],
        [as('fang54').userId, 2000],
        [as('fang54').userId, 4001],
      ])
    expect((await approve()).data.status).toBe('handling')
    expect(await read(app.services, (unit) => replayCheck(engineOf(app.services), unit, id))).toEqual([])
  })

  it('20.9 a draft begins from what is in force and is kept beside it; the second of two hands is told', async () => {
    const { id } = await workflowOf('otherBusiness')
    const fresh = await draftOf(id)
    expect(fresh).toMatchObject({ revision: 0, basedOn: 1, basics: { name: '其他事项', code: 'QT' } })
    const first = await keep(id, 0, { ...fresh, definition: { ...fresh.definition, withdraw: 'never' } })
    expect(first.data.draft).toMatchObject({ revision: 1, basedOn: 1, updatedBy: { id: as('fang54').userId } })
    expect(await keep(id, 0, fresh)).toMatchObject({ code: 4009, errKey: 'version.conflict' })
    expect(await workflowOf('otherBusiness')).toMatchObject({ versionNo: 1, draftRevision: 1 })
    expect((await as('pan42').get(`${WORKFLOWS}${id}/draft/`)).code).toBe(4003)
    await as('fang54').delete(`${WORKFLOWS}${id}/draft/`)
    expect((await draftOf(id)).revision).toBe(0)
  })

  it('20.9 what is malformed is no draft: unknown names, foreign keys, endless nesting, ten thousand branches', async () => {
    const { id } = await workflowOf('otherBusiness')
    const draft = await draftOf(id)
    const { definition } = draft
    const [state, ...others] = definition.states
    let deep: object = { field: 'amount', op: 'gt', value: 1 }
    for (let n = 0; n < 8; n += 1) deep = { all: [deep] }
    const wrong: readonly unknown[] = [
      { ...definition, script: 'return true' },
      { ...definition, states: [{ ...state, enterWhen: 'amount > 1' }, ...others] },
      { ...definition, states: [{ ...state, enterWhen: deep }, ...others] },
      { ...definition, states: [{ ...state, participant: { type: 'script' } }, ...others] },
      // Ten thousand branches are counted before anything is proved.
      {
        ...definition,
        states: Array.from({ length: 10_000 }, (_, index) => ({ ...state, key: `branch${index}` })),
        transitions: Array.from({ length: 10_000 }, (_, index) => ({ from: state?.key, to: `branch${index}` })),
      },
    ]
    for (const one of wrong)
      expect((await keep(id, 0, { ...draft, definition: one as typeof definition })).code).toBe(4000)
    expect(await keep(id, 0, { ...draft, definition: { ...definition, key: 'another' } })).toMatchObject({
      code: 4001,
      errKey: 'rule.WFD-06',
    })
  })

  it('a form of ten megabytes is refused before it is read, and no ticket is there', async () => {
    const filed = () => as('pan42').get<TicketRow[]>(TICKETS, { query: { label: 'submitted' } })
    const before = (await filed()).total
    const answer = await submit(
      as('pan42'),
      'leaveApproval',
      form('2026-10-12', '2026-10-13', { reason: '长'.repeat(10_000_000 / 3) }),
    )
    expect([answer.status, answer.code]).toEqual([413, 4000])
    expect((await filed()).total).toBe(before)
  })

  it('WFD-01..08 a faulty draft is kept and proved, and no call publishes it', async () => {
    const { id } = await workflowOf('otherBusiness')
    const fresh = await draftOf(id)
    const { states, transitions } = fresh.definition
    const handled = states.find((state) => state.kind === 'handle')!
    const faulty: Design = {
      ...fresh,
      form: { ...fresh.form, sections: fresh.form.sections.slice(1) },
      definition: {
        ...fresh.definition,
        states: states.map((state, index) =>
          index === 0
            ? {
                ...state,
                participant: { type: 'role', role: 'nosuchrole' },
                enterWhen: { field: 'nosuchfield', op: 'eq', value: 1 },
              }
            : state,
        ),
        transitions: transitions.map((transition, index) =>
          index === 1 ? { ...transition, when: { field: 'amount', op: 'gt', value: 1 } } : transition,
        ),
      },
    }
    const kept = await keep(id, 0, faulty)
    expect(kept.code).toBe(2000)
    const verdict = (await as('fang54').post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {})).data
    const rules = new Set(verdict.faults.map((fault) => fault.rule))
    expect([...rules].sort()).toEqual(expect.arrayContaining(['WFD-02', 'WFD-03', 'WFD-04', 'WFD-08']))
    const refused = await publish(id, 1)
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'workflow.faulty',
      data: { ok: false, faults: verdict.faults },
    })
    const broken = { ...faulty.definition, states: states.filter((state) => state !== handled) }
    const tried = await as('fang54').post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, { definition: broken })
    expect(tried.data.faults.map((fault) => fault.rule)).toContain('WFD-01')
    expect((await workflowOf('otherBusiness')).versionNo).toBe(1)
    await as('fang54').delete(`${WORKFLOWS}${id}/draft/`)
  })

  it('20.1 a sum written as a text is kept as the figure it is, and a text that is none is refused', async () => {
    const { id } = await workflowOf('financialReimbursementOne')
    const draft = await draftOf(id)
    const asking = (value: string): Design => ({
      ...draft,
      definition: {
        ...draft.definition,
        states: draft.definition.states.map((state, index) =>
          index === 0 ? { ...state, requireSignature: { all: [{ field: 'amount', op: 'gt', value }] } } : state,
        ),
      },
    })
    const kept = (await keep(id, draft.revision, asking('50000.00'))).data.draft
    expect(kept.definition.states[0]?.requireSignature).toEqual({ all: [{ field: 'amount', op: 'gt', value: 50_000 }] })
    const faultsOf = async () =>
      (await as('fang54').post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {})).data.faults.map(({ name }) => name)
    expect(await faultsOf()).not.toContain('valueKind')
    await keep(id, kept.revision, asking('五万'))
    expect(await faultsOf()).toContain('valueKind')
    await as('fang54').delete(`${WORKFLOWS}${id}/draft/`)
  })

  it('20.9 a trial of the draft names the people of each state, and says why others are skipped', async () => {
    const { id } = await workflowOf('leaveApproval')
    const simulate = (who: string, facts: object) =>
      as('fang54').post<PreviewStep[]>(`${WORKFLOWS}${id}/draft/simulate/`, { applicantId: as(who).userId, facts })
    const { data } = await simulate('pan42', { days: 2 })
    expect(data.slice(0, 3).map(({ state, skipped }) => [state, skipped])).toEqual([
      ['deptLeader', false],
      ['divisionLeader', true],
      ['bureauLeader', true],
    ])
    expect(data[0]?.people.map((person) => person.id)).toEqual([as('zhang39').userId])
    expect(data[1]?.reason).toBe('请假不超过3天，无需分管领导审批')
    // What was not filled in has no value to be compared.
    expect((await simulate('pan42', {})).data[1]?.reason).toMatch(/天数未填写/)
    // 25.11: submitted on a Friday afternoon by a clock that was moved, with the leader away.
    const away = { applicantId: as('pan42').userId, facts: { days: 2 }, absentIds: [as('zhang39').userId] }
    const later = await as('fang54').post<PreviewStep[]>(`${WORKFLOWS}${id}/draft/simulate/`, {
      ...away,
      at: '2026-03-13 17:00',
    })
    // The bureau leader is asked, as for a real application (WF-04).
    expect(later.data[0]?.people.map((person) => person.id)).toEqual([as('zhao01').userId])
    expect(later.data[0]?.by).toMatch(/^2026-03-[12]\d /)
    // What is known of the applicant is not for the caller to say.
    const leader = await simulate('zhang39', { days: 2, 'applicant.isDeptLeader': false })
    expect(leader.data.map(({ skipped }) => skipped).slice(0, 2)).toEqual([true, false])
    expect((await as('pan42').post(`${WORKFLOWS}${id}/draft/simulate/`, { applicantId: 1, facts: {} })).code).toBe(4003)
  })

  it('WFD-05 a finance workflow keeps two different approvals, and time never approves', async () => {
    const { id } = await workflowOf('financialReimbursementOne')
    const { definition } = await draftOf(id)
    const late = { key: 'late', afterHours: 100, action: 'autoPass' } as const
    const states = definition.states.map((state) =>
      state.kind === 'approve' ? { ...state, kind: 'handle' as const, timers: [late] } : state,
    )
    const verdict = await as('fang54').post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {
      definition: { ...definition, states },
    })
    expect(verdict.data.faults.filter(({ rule }) => rule === 'WFD-05').length).toBeGreaterThan(1)
    // A state the program needs is called by its name, also where the draft has lost it.
    const unpaid = {
      ...definition,
      states: definition.states.filter(({ key }) => key !== 'cashierPay'),
      transitions: definition.transitions
        .filter(({ from }) => from !== 'cashierPay')
        .map((transition) => (transition.to === 'cashierPay' ? { ...transition, to: 'end' } : transition)),
    }
    const lost = await as('fang54').post<VerifyAnswer>(
      `${WORKFLOWS}${id}/draft/verify/`,
      { definition: unpaid },
      { language: 'en' },
    )
    const said = lost.data.faults.find(({ rule }) => rule === 'WFD-04')?.message
    expect(said).toContain(definition.states.find(({ key }) => key === 'cashierPay')!.name.en)
    expect(said).not.toContain('cashierPay')
  })

  it('WFD-07, WF-13 a published draft is what new tickets start on, the old version is history with its tickets', async () => {
    const { id } = await workflowOf('leaveApproval')
    const file = async (from: string, to: string) =>
      (await as('pan42').post<TicketAnswer>(TICKETS, { type: 'leaveApproval', formData: form(from, to), submit: true }))
        .data
    const before = await file('2026-07-06', '2026-07-07')
    const fresh = await draftOf(id)
    const named = fresh.definition.states.map((state) =>
      state.key === 'deptLeader' ? { ...state, name: { zhHans: '科室审批', en: 'Section' } } : state,
    )
    await keep(id, 0, { ...fresh, definition: { ...fresh.definition, states: named } })
    expect(await publish(id, 7)).toMatchObject({ code: 4009 })
    expect((await publish(id, 1)).data).toEqual({ id, versionNo: 2 })
    expect(await publish(id, 1)).toMatchObject({ code: 4001, errKey: 'workflow.noDraft' })
    const after = await file('2026-07-08', '2026-07-09')
    expect([before.current[0]?.name, after.current[0]?.name]).toEqual(['部门领导审批', '科室审批'])
    const { versions } = (await as('fang54').get<WorkflowDetail>(`${WORKFLOWS}${id}/`)).data
    expect(versions).toMatchObject([
      { versionNo: 2, status: 'published', publishedBy: { id: as('fang54').userId }, isShipped: false },
      { versionNo: 1, status: 'history', isShipped: true },
    ])
    expect((await act(as('zhang39'), before.id, 'approve')).data.status).toBe('handling')
  })

  it('WFD-06 custom types come, are copied and go; shipped ones and those with tickets stay', async () => {
    const admin = as('fang54')
    const naming = { key: 'cst_gifts', name: '礼品登记', nameEn: 'Gifts', code: 'LP' }
    const made = await admin.post<{ id: number }>(WORKFLOWS, { ...naming, group: 'receive' })
    const { id } = made.data
    expect(await workflowOf('cst_gifts')).toMatchObject({ versionNo: 0, status: 'draft', draftRevision: 1, states: 1 })
    expect(await admin.post(WORKFLOWS, { ...naming, group: 'receive' })).toMatchObject({ errKey: 'workflow.keyTaken' })
    // Left to the program, both are made from the English name, and never twice the same.
    const { key: _, code: __, ...unmarked } = { ...naming, nameEn: 'Lending of 3 lamps' }
    for (const [key, code] of [
      ['cst_lendingOf3Lamps', 'LO'],
      ['cst_lendingOf3Lamps2', 'LL'],
    ]) {
      const made = await admin.post<{ id: number }>(WORKFLOWS, { ...unmarked, group: 'receive' })
      expect(await admin.get(`${WORKFLOWS}${made.data.id}/`)).toMatchObject({ data: { key, code } })
    }
    expect((await admin.post(WORKFLOWS, { ...naming, key: 'leaveApproval2', group: 'receive' })).code).toBe(4000)
    expect(await admin.post(`${WORKFLOWS}${id}/disable/`, {})).toMatchObject({ errKey: 'workflow.notPublished' })
    expect(await admin.delete(`${WORKFLOWS}${id}/draft/`)).toMatchObject({ errKey: 'workflow.onlyDraft' })
    // I19: a state may file a ticket of a type that there is.
    const plain = (await draftOf(id)).definition
    const child = (type: string) => ({
      ...plain.states[0]!,
      key: 'filed',
      kind: 'sub' as const,
      participant: { type: 'applicant' as const },
      emptyPolicy: { type: 'skip' as const },
      child: { type, values: {}, wait: true },
    })
    const filing = (type: string) => ({
      ...plain,
      states: [...plain.states, child(type)],
      transitions: [
        ...plain.transitions.map((transition) =>
          transition.to === 'end' ? { ...transition, to: 'filed' } : transition,
        ),
        { from: 'filed', to: 'end' },
      ],
    })
    const rulesOf = async (type: string) =>
      (
        await admin.post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, { definition: filing(type) })
      ).data.faults.flatMap(({ rule }) => (rule === 'I19' ? [rule] : []))
    expect([await rulesOf('nosuch'), await rulesOf('leaveApproval')]).toEqual([['I19'], []])
    expect((await publish(id, 1)).data).toEqual({ id, versionNo: 1 })
    for (const [action, status] of [
      ['disable', 'disabled'],
      ['enable', 'published'],
    ]) {
      await admin.post(`${WORKFLOWS}${id}/${action}/`, {})
      expect((await workflowOf('cst_gifts')).status).toBe(status)
    }
    const leave = await workflowOf('leaveApproval')
    const copy = await admin.post<{ id: number }>(`${WORKFLOWS}${leave.id}/copy/`, {
      ...naming,
      key: 'cst_leave',
      code: 'LQ',
    })
    const verdict = await admin.post<VerifyAnswer>(`${WORKFLOWS}${copy.data.id}/draft/verify/`, {})
    expect(verdict.data).toMatchObject({ ok: true, faults: [] })
    expect(await admin.delete(`${WORKFLOWS}${leave.id}/`)).toMatchObject({ errKey: 'rule.WFD-06' })
    for (const one of [id, copy.data.id]) expect((await admin.delete(`${WORKFLOWS}${one}/`)).code).toBe(2000)
    expect(await workflowOf('cst_gifts')).toBeUndefined()
    const again = await admin.post<{ id: number }>(WORKFLOWS, { ...naming, group: 'receive' })
    await admin.delete(`${WORKFLOWS}${again.data.id}/`)
  })

  it('20.9, APP-01 a type designed and published runs without deployment: card, form, chain, register and export', async () => {
    const admin = as('fang54')
    const made = await admin.post<{ id: number }>(WORKFLOWS, {
      key: 'cst_training',
      name: '外出培训',
      nameEn: 'Training',
      code: 'PX',
      group: 'receive',
    })
    const { id } = made.data
    const fresh = await draftOf(id)
    const leader = fresh.definition.states[0]!
    const office = { type: 'role', role: 'hrOfficer' } as const
    const fee = { zhHans: '培训费', en: 'Fee' }
    const kept = await keep(id, 1, {
      basics: {
        ...fresh.basics,
        createRoleKeys: ['staff'],
        createDeptIds: [
          (await as('pan42').get<{ dept: { id: number } }[]>(TICKETS, { query: { label: 'submitted' } })).data[0]!.dept
            .id,
        ],
      },
      form: {
        ...fresh.form,
        sections: [
          ...fresh.form.sections,
          { key: 'cost', title: fee, fields: { fee: { kind: 'money', required: true } } },
        ],
        labels: { ...fresh.form.labels, fee },
        amountField: 'fee',
      },
      definition: {
        ...fresh.definition,
        states: [
          leader,
          { ...leader, key: 'enrol', name: { zhHans: '报名', en: 'Enrol' }, kind: 'handle', participant: office },
        ],
        transitions: [
          { from: 'start', to: 'deptLeader' },
          { from: 'deptLeader', to: 'enrol' },
          { from: 'enrol', to: 'end' },
        ],
      },
    })
    expect(kept.code).toBe(2000)
    const cardOf = async (name: string) =>
      (await as(name).get<ApplicationCard[]>(TYPES)).data.find(({ key }) => key === 'cst_training')
    interface Line {
      readonly id: number
      readonly title: string
      readonly parent: number
      readonly web_path: string
      readonly name: string
    }
    const menuOf = async (name: string) => (await as(name).get<Line[]>('/api/system/menu/web_router/')).data
    const lineOf = async (name: string) =>
      (await menuOf(name)).find(({ web_path }) => web_path === '/workflow/applications/cst_training')
    expect(await cardOf('pan42'), 'a draft is nobody’s').toBeUndefined()
    expect(await lineOf('pan42')).toBeUndefined()
    expect((await publish(id, 2)).data).toEqual({ id, versionNo: 1 })
    expect(await cardOf('pan42')).toMatchObject({
      title: '外出培训',
      titleEn: 'Training',
      full: 'waichupeixun',
      initials: 'wcpx',
    })
    expect(await cardOf('peng46'), 'createDeptIds').toBeUndefined()
    const line = await lineOf('pan42')
    const above = (await menuOf('pan42')).find(({ id }) => id === line?.parent)
    expect([line?.title, above?.name]).toEqual(['外出培训', 'catalogue.receive'])
    expect(await lineOf('peng46'), 'the menu leads nobody to what they may not file').toBeUndefined()
    expect((await lineOf('wei11'))?.title, 'who keeps its register').toBe('外出培训')
    const asked = { reason: '参加业务培训', content: '赴省厅参加装备管理培训', fee: '1200.00' }
    expect((await submit(as('peng46'), 'cst_training', asked)).code).toBe(4003)

    const start = (await as('pan42').get<ApplicationStart>(`${TYPES}cst_training/`, { language: 'en' })).data
    expect(start).toMatchObject({ title: 'Training', columns: [], fieldPermissions: { fee: 'write' } })
    expect(start.defaults.title).toBe('Training - Pan Shiyi - 20260311')
    const types = (await as('peng46').get<DesignedType[]>('/api/workflow/designed_types/')).data
    expect(types).toMatchObject([{ key: 'cst_training', texts: { en: { fields: { fee: 'Fee' } } }, application: null }])

    expect((await submit(as('pan42'), 'cst_training', { ...asked, fee: null })).errors).toHaveProperty('fee')
    const filed = (await submit(as('pan42'), 'cst_training', asked)).data
    expect(filed).toMatchObject({ no: 'PX-20260311-0001', amount: '1200.00', current: [{ state: 'deptLeader' }] })
    expect((await act(as('zhang39'), filed.id, 'approve')).data.current[0]?.handlers[0]?.name).toBe('卫示甲')
    const register = (name: string, path = '') =>
      as(name).get<TicketRow[]>(`${TICKETS}${path}`, { query: { label: 'register', type: 'cst_training' } })
    expect((await register('wei11')).data).toMatchObject([{ id: filed.id, amount: '1200.00' }])
    expect((await register('pan42')).total, 'no register without the permission').toBe(0)
    expect((await register('wei11', 'export_data/')).raw.statusCode).toBe(200)
    expect((await register('zhao01')).total, 'who reads every register').toBe(1)
    expect((await register('zhao01', 'export_data/')).code).toBe(4003)
    expect((await act(as('wei11'), filed.id, 'handle')).data.status).toBe('completed')

    const then = await as('zhang39').get<ReplayAnswer>(`${TICKETS}${filed.id}/replay/`, { query: { at: '2' } })
    expect(then.data).toMatchObject({ at: 2, current: [{ state: 'deptLeader' }], formData: { fee: '1200.00' } })
    expect(then.data.tasks).toMatchObject([{ holder: { name: '章示壬' }, status: 'open', outcome: null }])
    const use = (await admin.get<UseAnswer>(`${WORKFLOWS}${id}/use/`)).data
    expect(use).toMatchObject({ tickets: 1, looked: 1, transitions: [1, 1, 1], from: '2025-12-11', to: '2026-03-11' })
    expect(use.states).toContainEqual({
      state: 'deptLeader',
      visits: 1,
      open: 0,
      returns: 0,
      medianHours: 0,
      p90Hours: 0,
    })
    await admin.post(`${WORKFLOWS}${id}/disable/`, {})
    expect(await cardOf('pan42')).toBeUndefined()
    expect(await lineOf('pan42')).toBeUndefined()
    expect((await submit(as('pan42'), 'cst_training', asked)).errKey).toBe('wf.disabled')
    expect((await as('pan42').get<TicketDetail>(`${TICKETS}${filed.id}/`)).data.formData.fee).toBe('1200.00')
  })

  it('25.11 generated tests live on the real engine and database and leave nothing; a state nobody reaches fails them', async () => {
    const { id } = await workflowOf('cst_training')
    const tests = `${WORKFLOWS}${id}/tests/`
    const { db } = app.database
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('workflow_test_run', 'operation_log', 'idempotency', 'job', 'outbox', 'revision')`.execute(
      db,
    )
    const counts = async () => {
      const each = tables.map(({ name }) => sql`select ${name} as name, count(*)::int as n from ${sql.table(name)}`)
      return (await sql`${sql.join(each, sql` union all `)} order by 1`.execute(db)).rows
    }
    const before = await counts()
    const [changes, messages] = [app.announced.changes.length, app.announced.messages.length]
    const asked = await as('fang54').post<{ id: number }>(tests, { kind: 'random', walks: 8 })
    expect(asked.code).toBe(2000)
    await runTests(app.services, new AbortController().signal)
    const { paths, random } = (await as('fang54').get<TestsAnswer>(tests)).data
    expect(paths?.result?.cases.filter(({ failure }) => failure !== null)).toEqual([])
    expect(paths).toMatchObject({ state: 'passed', failures: 0, requestedBy: { id: as('fang54').userId } })
    expect(paths?.result?.coverage.states).toEqual({ deptLeader: expect.any(Number), enrol: expect.any(Number) })
    expect(random?.result?.cases.filter(({ failure }) => failure !== null)).toEqual([])
    expect(random).toMatchObject({ state: 'passed', done: 8, total: 8 })
    expect(await counts()).toEqual(before)
    expect(app.announced.messages.length).toBe(messages)
    expect(new Set(app.announced.changes.slice(changes).map(({ record }) => record))).toEqual(new Set(['workflow']))
    expect((await as('fang54').get(`${tests}export_data/`)).raw.headers['content-type']).toContain('spreadsheetml')
    const said = [...(paths?.result?.cases ?? []), ...(random?.result?.cases ?? [])]
    const words = said.flatMap(({ facts, steps }) => [...facts, ...steps.flatMap((step) => [step.action, step.place])])
    expect(words).toEqual(expect.arrayContaining(['同意', '报名', '已办结']))
    expect(words.filter((word) => /[a-z]/i.test(word))).toEqual([])
    expect((await as('pan42').post(tests, { kind: 'paths' })).code).toBe(4003)

    const fresh = await draftOf(id)
    await keep(id, 0, {
      ...fresh,
      definition: {
        ...fresh.definition,
        transitions: [
          { from: 'start', to: 'deptLeader' },
          { from: 'deptLeader', to: 'end' },
          { from: 'enrol', to: 'end' },
        ],
      },
    })
    await as('fang54').post(tests, { kind: 'paths', version: 2 })
    await runTests(app.services, new AbortController().signal)
    const faulty = (await as('fang54').get<TestsAnswer>(tests, { query: { version: '2' } })).data.paths
    expect(faulty).toMatchObject({ state: 'failed', result: { coverage: { states: { enrol: 0 } } } })
    await as('fang54').delete(`${WORKFLOWS}${id}/draft/`)
  })

  it('25.11 every action of a generated test has its word in both languages', () => {
    const actions: Readonly<Record<TicketEvent['type'], readonly string[]>> = {
      ...{
        submit: ['submit'],
        approve: ['approve'],
        reject: ['reject'],
        withdraw: ['withdraw'],
        retrieve: ['retrieve'],
      },
      return: ['return(start)', 'return(deptLeader, straightBack)', 'return(deptLeader, runAgain)'],
      ...{ transfer: ['transfer'], delegate: ['delegate'], removeSign: ['removeSign'], cc: ['cc'], urge: ['urge'] },
      addSign: ['addSign(before)', 'addSign(after)', 'addSign(parallel)'],
      ...{ claim: ['claim'], release: ['release'], handle: ['handle'], refuse: ['refuse'], void: ['void'] },
      ...{ comment: ['comment'], move: ['move'], participants: ['participants'], open: ['open'], abandon: ['abandon'] },
      timeout: ['timeout(half)'],
      child: ['childCompleted', 'childRejected', 'childVoided'],
      ...{ revoked: ['revoked'], reassign: ['reassign'], substitute: ['substitute'] },
    }
    const steps = Object.values(actions).flatMap((names) => names.map((name) => ({ name, place: 'deptLeader' })))
    const kept = { testPeople: 'apart1', steps, failure: null, took: 1 }
    const facts = { amount: 8, 'applicant.rankLevel': 'bureau', 'resultFiles.count': 2, bizType: 'IT!', reason: null }
    const say = (language: Language) =>
      caseSayer(app.services.texts, language, { definition: otherBusiness.workflow, form: otherBusiness })({
        ...kept,
        facts,
      })
    const [chinese, english] = [say('zhHans'), say('en')]
    expect(chinese.steps.filter(({ action, place }) => /[a-z]/i.test(action + place))).toEqual([])
    expect(
      english.steps.filter(
        ({ action, place }) => !/^[A-Z][a-z]/.test(action) || /\p{Script=Han}/u.test(action + place),
      ),
    ).toEqual([])
    expect(english.steps.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'Return (Start)',
        'Return (Department leader, then directly back)',
        'Add approver (before)',
        'Timeout (24 h)',
      ]),
    )
    expect(chinese.facts).toEqual([
      '参考金额 = 8',
      '申请人职级 = 厅局级',
      '结果附件数量 = 2',
      '事项类别 = 其他',
      '申请事由 = 其他',
    ])
  })

  it('25.11 running tickets move to another version where their log holds there, and stay with the reason where it does not', async () => {
    const { id } = await workflowOf('cst_training')
    await as('fang54').post(`${WORKFLOWS}${id}/enable/`, {})
    const asked = { reason: '参加业务培训', content: '赴省厅参加装备管理培训', fee: '1200.00' }
    const [early, late] = [
      (await submit(as('pan42'), 'cst_training', asked)).data.id,
      (await submit(as('pan42'), 'cst_training', asked)).data.id,
    ]
    await act(as('zhang39'), late, 'approve')
    const fresh = await draftOf(id)
    const [leader, enrol] = fresh.definition.states
    const office = { ...enrol!, kind: 'approve' as const }
    await keep(id, 0, { ...fresh, definition: { ...fresh.definition, states: [leader!, office] } })
    expect((await publish(id, 1)).data.versionNo).toBe(2)
    const moves = `${WORKFLOWS}${id}/moves/`
    const preview = (await as('fang54').get<MovesAnswer>(moves)).data
    expect([preview.from, preview.to]).toEqual([1, 2])
    expect(
      preview.lines.map(({ no, title }) => [no === '', title]),
      'WF-18 who brings them over may not read them',
    ).toEqual([
      [false, null],
      [false, null],
    ])
    expect(preview.lines).toMatchObject([
      { id: early, from: ['部门领导审批'], to: ['部门领导审批'], reason: null },
      { id: late, to: null, reason: 'ended' },
    ])
    expect((await as('fang54').post(moves, { from: 1, to: 2 })).code).toBe(2000)
    await runMoves(app.services, new AbortController().signal)
    const { run } = (await as('fang54').get<MovesAnswer>(moves, { query: { from: '1', to: '2' } })).data
    expect(run).toMatchObject({ state: 'done', done: 2, total: 2, moved: 1, report: preview.lines })
    const english = (await as('fang54').get<MovesAnswer>(moves, { language: 'en' })).data.run
    expect(english?.report?.[0], 'in the language of whoever reads it').toMatchObject({ from: ['Department leader'] })
    const versionsOf = async (ticket: number) => (await as('pan42').get<TicketDetail>(`${TICKETS}${ticket}/`)).data
    expect(await versionsOf(early)).toMatchObject({ workflow: { versionNo: 2 }, current: [{ state: 'deptLeader' }] })
    expect(await versionsOf(late)).toMatchObject({ workflow: { versionNo: 1 }, current: [{ state: 'enrol' }] })
    expect(await read(app.services, (unit) => replayCheck(engineOf(app.services), unit, early))).toEqual([])
    expect((await as('pan42').post(moves, { from: 1, to: 2 })).code).toBe(4003)

    // A key that now belongs to other people is not the step it was, and what is new must be filled in.
    const next = await draftOf(id)
    const [first, ...others] = next.definition.transitions
    const other = { ...leader!, participant: { type: 'role' as const, role: 'procurementOfficer' } }
    const head = { ...leader!, key: 'head', name: { zhHans: '负责人审批', en: 'Head' } }
    const book = { ...enrol!, key: 'book' }
    await keep(id, 0, {
      ...next,
      definition: {
        ...next.definition,
        states: [head, other, book],
        transitions: [
          { ...first!, to: 'head' },
          { ...others[0]!, from: 'head', to: 'deptLeader' },
          { ...others[0]!, from: 'deptLeader', to: 'book' },
          { ...others.at(-1)!, from: 'book', to: 'end' },
        ],
      },
    })
    expect((await publish(id, 1)).data.versionNo).toBe(3)
    const plan = async (map: string, from: number, language: 'zh-Hans' | 'en' = 'zh-Hans') =>
      (await as('fang54').get<MovesAnswer>(moves, { query: { from: String(from), to: '3', map }, language })).data
    const reused = await plan('enrol:book', 2)
    expect(reused.lines).toMatchObject([{ id: early, to: null, reason: 'step', about: '部门领导审批' }])
    expect(reused.stands).toEqual([
      { key: 'deptLeader', name: '部门领导审批', kind: 'approve', tickets: 1, fitting: ['head', 'deptLeader'] },
    ])
    expect(reused.targets.map(({ key }) => key)).toEqual(['head', 'deptLeader', 'book'])
    expect((await plan('deptLeader:book', 2)).lines).toMatchObject([{ to: null, reason: 'kind' }])
    expect((await plan('deptLeader:head', 2, 'en')).lines).toMatchObject([{ to: ['Head'], byHand: true }])
    expect((await as('fang54').get(moves, { query: { map: 'a;b' } })).code).toBe(4000)

    // Brought over by hand: one more event in the log, which replays with it, and the people of the new state.
    const mapped = { from: 2, to: 3, mapping: { deptLeader: 'head' } }
    expect((await as('fang54').post(moves, { ...mapped, comment: '改' })).code, 'WF-09').toBe(4000)
    const comment = '改由负责人先审批'
    const seenBefore = (await as('pan42').get<TicketDetail>(`${TICKETS}${early}/`)).data
    for (const asked of [mapped, { from: 1, to: 3, mapping: { enrol: 'book' } }]) {
      expect((await as('fang54').post(moves, { ...asked, comment })).code).toBe(2000)
      await runMoves(app.services, new AbortController().signal)
    }
    const done = (await plan('enrol:book', 2, 'en')).run
    expect(done).toMatchObject({ moved: 1, comment, mapping: [{ to: 'Enrol' }], report: [{ id: late, byHand: true }] })
    expect(await versionsOf(late)).toMatchObject({ workflow: { versionNo: 3 }, current: [{ state: 'book' }] })
    const seen = await versionsOf(early)
    expect(seen).toMatchObject({ workflow: { versionNo: 3 }, current: [{ state: 'head' }] })
    expect(seen.steps.map(({ name, status }) => [name, status])).toEqual([
      ['部门领导审批', 'skipped'],
      ['负责人审批', 'current'],
      ['部门领导审批', 'future'],
      [expect.any(String), 'future'],
    ])
    expect((await act(as('zhang39'), early, 'approve', { version: seenBefore.version })).errKey, 'WF-02').toBe(
      'wf.stateChanged',
    )
    const rows = (await as('pan42').get<TimelineRow[]>(`${TICKETS}${early}/timeline/`)).data
    expect(rows.slice(-2)).toMatchObject([
      { action: 'move', name: '部门领导审批', actor: { id: as('fang54').userId }, comment },
      { action: 'participants', name: '负责人审批', people: [{ id: as('zhang39').userId }] },
    ])
    const past = await as('pan42').get<ReplayAnswer>(`${TICKETS}${early}/replay/`, { query: { at: '2' } })
    expect(past.data).toMatchObject({ current: [{ name: '部门领导审批' }], isSound: true })
    expect(past.data.definition?.states.map(({ key }) => key)).toEqual(['deptLeader', 'enrol'])
    expect((await act(as('zhang39'), early, 'approve')).data.current).toMatchObject([{ state: 'deptLeader' }])
    for (const one of [early, late])
      expect(await read(app.services, (unit) => replayCheck(engineOf(app.services), unit, one))).toEqual([])

    // Live coverage: each life of a ticket counts under the version it was lived under.
    const usedOf = async (version: number) => {
      const { data } = await as('fang54').get<UseAnswer>(`${WORKFLOWS}${id}/use/`, {
        query: { version: String(version) },
      })
      const visits = data.states.map(({ state, visits: n, open }) => [state, n, open])
      return { tickets: data.tickets, visits: visits.toSorted(), transitions: data.transitions }
    }
    // `late` left version 1 in its second step, the one that had been there before has gone through both.
    expect(await usedOf(1)).toEqual({
      tickets: 2,
      visits: [
        ['deptLeader', 2, 0],
        ['enrol', 2, 0],
      ],
      transitions: [2, 2, 1],
    })
    // `early` came to version 2 by its log and left it in its first step.
    expect(await usedOf(2)).toEqual({ tickets: 1, visits: [['deptLeader', 1, 0]], transitions: [1, 0, 0] })
    // Brought in, neither came from the start.
    expect(await usedOf(3)).toEqual({
      tickets: 2,
      visits: [
        ['book', 1, 1],
        ['deptLeader', 1, 1],
        ['head', 1, 0],
      ],
      transitions: [0, 1, 0, 0],
    })
  })

  it('25.11 versions are compared by behaviour, leave as open formats, and our own comes in again', async () => {
    const admin = as('fang54')
    const { id } = await workflowOf('otherBusiness')
    const fresh = await draftOf(id)
    const [first, ...others] = fresh.definition.states
    const when = { field: 'urgency', op: 'eq', value: 'critical' } as const
    await keep(id, 0, {
      ...fresh,
      definition: { ...fresh.definition, states: [{ ...first!, enterWhen: when }, ...others] },
    })
    const diff = (await admin.get<DiffAnswer>(`${WORKFLOWS}${id}/diff/`)).data
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      isComplete: true,
      alterations: [{ what: 'stateChanged', state: first!.key, property: 'enterWhen' }],
      fields: [],
    })
    expect(diff.detours.length).toBe(1)
    expect(diff.detours[0]!.before).toEqual([first!.key, ...diff.detours[0]!.after])
    const document = (await admin.get<DesignFile>(`${WORKFLOWS}${id}/export/`, { query: { version: '2' } })).data
    const { definition, form, basics } = await draftOf(id)
    expect(document).toEqual({ format: 'jingbao.workflow', formatVersion: 1, definition, form, basics })
    const bpmn = (await admin.get<string>(`${WORKFLOWS}${id}/export/`, { query: { format: 'bpmn' } })).data
    expect(/<bpmn:process [^>]*>/.exec(bpmn)?.[0]).toContain(' name="其他事项" ')
    expect([...bpmn.matchAll(/<bpmn:lane id="[^"]*" name="([^"]*)"/g)].map(([, lane]) => lane)).toEqual([
      '申请人',
      '本部门领导',
      '警保内勤',
      '表单字段人员（办理人）',
    ])
    // What was taken out as BPMN comes in again, is proved and can be made one's own; what is none is refused by element.
    const readIn = (text: string, language: 'zh-Hans' | 'en' = 'zh-Hans') =>
      admin.post<BpmnAnswer & BpmnRefusal>(`${WORKFLOWS}read_bpmn/`, { text }, { language })
    const standing = (await admin.get<DesignFile>(`${WORKFLOWS}${id}/export/`)).data
    expect((await readIn(bpmn)).data).toEqual({ design: standing, notes: [] })
    const own = { key: 'cst_drawn', name: '图上来的', nameEn: 'Drawn', code: 'QW' }
    const drawn = await admin.post<{ id: number }>(`${WORKFLOWS}import/`, {
      ...own,
      document: (await readIn(bpmn)).data.design,
    })
    const proof = (await admin.post<VerifyAnswer>(`${WORKFLOWS}${drawn.data.id}/draft/verify/`, {})).data
    expect(proof.faults).toEqual([])
    await admin.delete(`${WORKFLOWS}${drawn.data.id}/`)
    const wrong = await readIn(bpmn.replace('<bpmn:endEvent', '<bpmn:eventBasedGateway'), 'en')
    expect(wrong).toMatchObject({ code: 4001, errKey: 'workflow.bpmnFaulty' })
    expect(wrong.data.faults[0]).toEqual({
      element: 'end',
      message: 'Element "end" has type "event-based gateway", which cannot be imported',
    })
    // A file that another tool has changed says what it lacks, in the reader's language.
    const bare = bpmn.replace(/<jingbao:part name="form">[^<]*<\/jingbao:part>/, '')
    const lacking = await readIn(
      bare.replace('<bpmn:endEvent', '<bpmn:documentation>Mind</bpmn:documentation><bpmn:endEvent'),
      'en',
    )
    expect(lacking.data.notes).toEqual([
      {
        kind: 'dropped',
        element: '其他事项',
        message: 'The documentation of "其他事项" is not imported: Mind',
      },
      { kind: 'guessed', element: '', message: 'The file has no form: a new one was made' },
    ])
    // What stands in extension elements may have been written by anybody.
    const foreign = await readIn(bpmn.replace(/(<jingbao:group type=")deptLeader"/, '$1dept" dept="../etc"'))
    expect(foreign).toMatchObject({ code: 4001, errKey: 'workflow.bpmnFaulty' })
    const hostile = await readIn('<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><definitions/>')
    expect(hostile).toMatchObject({
      code: 4001,
      errKey: 'workflow.bpmnMalformed',
      msg: '这不是有效的 BPMN 文件：第1行含有不允许的文档类型声明',
    })
    expect((await as('pan42').post(`${WORKFLOWS}read_bpmn/`, { text: bpmn })).code).toBe(4003)
    const naming = { key: 'cst_again', name: '其他', nameEn: 'Other', code: 'QX' }
    const came = await admin.post<{ id: number }>(`${WORKFLOWS}import/`, { ...naming, document })
    expect((await draftOf(came.data.id)).definition).toEqual({ ...definition, key: 'cst_again' })
    await admin.delete(`${WORKFLOWS}${came.data.id}/`)

    const states = (
      await admin.get<WorkflowStateRow[]>('/api/workflow/workflow_state/', { query: { workflow: String(id) } })
    ).data
    expect(states[0]).toMatchObject({ workflowKey: 'otherBusiness', draftRevision: 1, condition: '紧急程度为特急' })
    const role = { from: 'logisticsOfficer', to: 'hrOfficer' }
    const replaced = await admin.post<ReplaceAnswer>('/api/workflow/workflow_state/replace_role/', role)
    expect(replaced.data.drafts).toBe(1)
    expect(JSON.stringify((await draftOf(id)).definition)).not.toContain('logisticsOfficer')
    await admin.delete(`${WORKFLOWS}${id}/draft/`)
  })
})
