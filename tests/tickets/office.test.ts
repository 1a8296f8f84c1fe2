import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions, isAdminOnly } from '#src/catalogue/permissions.ts'
import { roles } from '#src/catalogue/roles.ts'
import type { TicketAnswer } from '#src/define/tickets/detail.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { modules } from '#src/modules.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

const TICKETS = '/api/workflow/ticket/'
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

describe('the ticket pages of the demo bureau', () => {
  let app: TestApp
  let zhang: Client
  let pan: Client
  beforeAll(async () => {
    app = await startApp()
    ;[zhang, pan] = (await Promise.all(['zhang39', 'pan42'].map((name) => app.as(name)))) as [Client, Client]
  })
  afterAll(() => app.close())

  const sheet = async (client: Client, query: Record<string, string>, path = 'export_data/') => {
    const answer = await client.get(`${TICKETS}${path}`, { query })
    return { answer, rows: await readSheet(answer.raw.rawPayload) }
  }

  it('IMPEX-STD 20.6 exports what the filter finds, all of it, with every column, and the operation log counts the rows', async () => {
    for (let n = 0; n < 3; n += 1) await submit(pan, 'otherBusiness', { ...form, urgency: 'critical' })
    const query = { label: 'pendingApproval', type: 'otherBusiness', urgency: 'critical' }
    const list = await zhang.get<TicketRow[]>(TICKETS, { query: { ...query, limit: '2' } })
    const { answer, rows } = await sheet(zhang, query)
    expect(answer.raw.headers['content-disposition']).toContain('filename="ticket_20260311100000.xlsx"')
    expect(rows[0]).toEqual([
      '单号',
      '标题',
      '申请类型',
      '分组',
      '申请人',
      '部门',
      '金额（元）',
      '紧急程度',
      '状态',
      '当前环节',
      '处理人',
      '提交时间',
      '停留时长（小时）',
      '期限',
      '轮次',
    ])
    expect(rows.length - 1).toBe(list.total)
    expect(rows[1]?.slice(2, 11)).toEqual([
      '其他事项',
      expect.any(String),
      '潘示乙',
      '刑事侦查支队',
      null,
      '特急',
      '审批中',
      '部门领导审批',
      '章示壬',
    ])
    await expect
      .poll(async () => {
        const { rows: logged } = await sql<{ request: string; userId: number }>`
          select request, user_id from operation_log where path = ${`${TICKETS}export_data/`} order by id desc limit 1`.execute(
          app.database.db,
        )
        return logged[0] && { ...JSON.parse(logged[0].request), by: logged[0].userId }
      })
      .toEqual({ query, rows: list.total, by: zhang.userId })
  })

  it('20.6 chosen rows alone can be exported, and the ids count only within the list', async () => {
    const [one, two] = (await zhang.get<TicketRow[]>(TICKETS, { query: { label: 'pendingApproval' } })).data
    const foreign = await submit(await app.as('peng46'), 'otherBusiness', form)
    const { rows } = await sheet(zhang, { label: 'pendingApproval', ids: `${one?.id},${two?.id},${foreign.data.id}` })
    expect(rows.slice(1).map((row) => row[0])).toEqual([one?.no, two?.no])
  })

  it('IMPEX-STD a title that looks like a formula leaves the house as a text', async () => {
    const filed = await submit(pan, 'otherBusiness', { ...form, title: '=1+1' })
    const { rows } = await sheet(zhang, { label: 'pendingApproval', search: filed.data.no })
    expect(rows[1]?.[1]).toBe("'=1+1")
  })

  it('CHART-STD the figures of a chart are exported as they are shown', async () => {
    const query = { label: 'pendingApproval' }
    const charts = (await zhang.get<{ byType: unknown[]; byStay: { count: number }[] }>(`${TICKETS}charts/`, { query }))
      .data
    const types = await sheet(zhang, { ...query, chart: 'type' }, 'charts/export_data/')
    expect(types.rows.length - 1).toBe(charts.byType.length)
    const { rows } = await sheet(zhang, { ...query, chart: 'stay' }, 'charts/export_data/')
    expect(rows.slice(1).map((row) => row[1])).toEqual(charts.byStay.map((bar) => bar.count))
    expect(rows.map((row) => row[0])).toEqual(['停留时长', '1天以内', '1至3天', '3至7天', '7天以上'])
  })

  it('20.6 export needs ticket:Export', async () => {
    expect((await pan.get(`${TICKETS}export_data/`)).code).toBe(4003)
    expect((await pan.get(`${TICKETS}charts/export_data/`, { query: { chart: 'type' } })).code).toBe(4003)
  })

  it('0.5 every type has a role that may void it: the office that keeps its register', () => {
    const grants = (role: (typeof roles)[number], permission: string) =>
      role.grants.some((grant) => new RegExp(`^${grant.replaceAll('*', '\\w*')}$`).test(permission))
    const types = allPermissions(modules)
      .filter((one) => one.endsWith(':Register'))
      .map((one) => one.split(':')[0])
    expect(types).toHaveLength(29)
    for (const type of types)
      expect(
        roles.filter((role) => grants(role, 'ticket:Void') && grants(role, `${type}:Register`)).map((role) => role.key),
        type,
      ).not.toEqual([])
    for (const role of roles.filter((one) => ['sysAdmin', 'securityAdmin', 'auditor', 'staff'].includes(one.key)))
      expect(grants(role, 'ticket:Void'), role.key).toBe(false)
    expect(isAdminOnly('ticket:Void')).toBe(false)
  })

  it('20.2 HR voids an approved leave; logistics, which does not keep that register, may not', async () => {
    const filed = await submit(pan, 'leaveApproval', leaveForm('2026-05-11', '2026-05-12', { leaveType: 'personal' }))
    expect((await act(zhang, filed.data.id, 'approve')).data.status).toBe('handling')
    const [hr, logistics] = (await Promise.all(['wei11', 'yang15'].map((name) => app.as(name)))) as [Client, Client]
    const voiding = { comment: '行程取消，经领导同意作废' }
    expect((await logistics.post(`${TICKETS}${filed.data.id}/void/`, voiding)).code).toBe(4004)
    expect((await act(hr, filed.data.id, 'void', voiding)).data).toMatchObject({ status: 'voided' })
  })

  it('WF-11 whoever may be asked as a substitute finds the approval centre in the menu', async () => {
    const paths = (await pan.get<{ path: string }[]>('/api/system/menu/web_router/')).data.map((item) => item.path)
    expect(paths).toContain('/workflow/ticketApproval')
    const filed = await submit(pan, 'otherBusiness', form)
    expect((await act(zhang, filed.data.id, 'transfer', { userId: (await app.as('yun40')).userId })).code).toBe(2000)
    const yun = await app.as('yun40')
    expect((await act(yun, filed.data.id, 'approve')).code).toBe(2000)
    expect((await yun.get<TicketAnswer>(`${TICKETS}${filed.data.id}/`)).data.current[0]?.state).toBe('logisticsAssign')
  })
})
