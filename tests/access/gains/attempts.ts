/** One administrator alone tries everything that must not come into force without somebody else. */
import { sql } from 'kysely'
import type { Design, DraftAnswer } from '#src/define/workflows/designs.ts'
import { guardedGroups } from '#src/define/workflows/proposals.ts'
import type { WorkflowRow } from '#src/define/workflows/workflows.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { Answer, TestApp } from '#tests/harness/app.ts'
import { widening } from './doors.ts'
import { type Attempt, both, type Office, type Try, tried, withdrawAll } from './office.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const POLICIES = '/api/workflow/policy/'
const WHITE_LIST = '/api/system/white_list/'
const CONFIG = '/api/system/config/'

interface Item {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly value: unknown
  readonly seats: readonly string[]
}

/** Another value of the same shape that passes its rule. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string' && /^\d+$/.test(value)) return String(Number(value) + 1)
  if (typeof value === 'string') return value === 'bureauLeader' ? 'financeLeader' : 'bureauLeader'
  if (Array.isArray(value)) return value.slice(0, -1)
  const parts = Object.entries(value as Readonly<Record<string, unknown>>)
  const [name = '', part] = parts.at(-1) ?? []
  return { ...Object.fromEntries(parts), [name]: typeof part === 'number' ? part + 1 : `${String(part)}二` }
}

const heldItems = async ({ system }: Office): Promise<readonly Item[]> =>
  (await system.get<readonly Item[]>(CONFIG)).data.filter(({ seats }) => seats.length > 0)

const storedValue = (key: string) => sql`select value from config_item where key = ${key}`

const setting: Try = async (office) => {
  const attempts: Attempt[] = []
  for (const { id, key, version, value } of await heldItems(office))
    attempts.push(
      await tried(office.app, storedValue(key), () =>
        office.system.put(CONFIG, { items: [{ id, version, value: changed(value) }] }),
      ),
    )
  await withdrawAll(office.app)
  return attempts
}

const restoring: Try = async (office) => {
  const attempts: Attempt[] = []
  for (const { id, key, version, value } of await heldItems(office)) {
    const { rows } = await sql<{ id: number }>`
      insert into config_history (item_id, key, value, at) values (${id}, ${key}, ${JSON.stringify(changed(value))}::jsonb, now()) returning id`.execute(
      office.app.database.db,
    )
    const body = { version, history: rows[0]!.id }
    attempts.push(await tried(office.app, storedValue(key), () => office.system.post(`${CONFIG}${id}/restore/`, body)))
  }
  await withdrawAll(office.app)
  return attempts
}

/** A workflow of each group with an owner. */
async function ownedWorkflows({ system }: Office): Promise<readonly WorkflowRow[]> {
  const { data } = await system.get<readonly WorkflowRow[]>(WORKFLOWS, { query: { limit: '100' } })
  return guardedGroups.map((group) => data.find((row) => row.group === group && row.status === 'published')!)
}

const running = (id: number) => sql`select status, current_version_id from workflow where id = ${id}`

const onWorkflows =
  (
    call: (office: Office, row: WorkflowRow) => Promise<Answer<unknown>>,
    before?: (office: Office, row: WorkflowRow) => Promise<void>,
  ): Try =>
  async (office) => {
    const attempts: Attempt[] = []
    for (const row of await ownedWorkflows(office)) {
      await before?.(office, row)
      attempts.push(await tried(office.app, running(row.id), () => call(office, row)))
    }
    await withdrawAll(office.app)
    return attempts
  }

const publish: Try = onWorkflows(async ({ system }, { id, draftRevision }) => {
  const { draft } = (await system.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data
  const { definition, form, basics }: Design = draft
  const [first, ...others] = definition.states
  const renamed = { ...definition, states: [{ ...first!, name: { zhHans: '改名', en: 'Renamed' } }, ...others] }
  const kept = await system.put<DraftAnswer>(`${WORKFLOWS}${id}/draft/`, {
    revision: draftRevision,
    definition: renamed,
    form,
    basics,
  })
  return system.post(`${WORKFLOWS}${id}/publish/`, { revision: kept.data.draft.revision })
})

/** Outside the groups with an owner: a version whose first step asks the holders of a role that only reads, or a person whose account the publisher made. */
const publishOffice: Try = async (office) => {
  const { app, system } = office
  const { db } = app.database
  await sql`
    with looking as (insert into role (key, name, data_scope, created_at, updated_at) values ('onlyLooks', '查阅员', 1, now(), now()) returning id)
    insert into user_role (user_id, role_id) select u.id, looking.id from app_user u, looking where u.username = 'pan42'`.execute(
    db,
  )
  const { rows: made } = await sql<{ id: number }>`
    update app_user set created_by = ${system.userId} where username = 'pan42' returning id`.execute(db)
  const { data } = await system.get<readonly WorkflowRow[]>(WORKFLOWS, { query: { limit: '100' } })
  const { id } = data.find(({ key }) => key === 'leaveApproval')!
  const attempts: Attempt[] = []
  for (const participant of [
    { type: 'role', role: 'onlyLooks' },
    { type: 'user', userId: made[0]?.id ?? 0 },
  ] as const) {
    const { definition, form, basics, revision } = (await system.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data
      .draft
    const [first, ...others] = definition.states
    const states = [{ ...first!, participant }, ...others]
    const kept = await system.put<DraftAnswer>(`${WORKFLOWS}${id}/draft/`, {
      revision,
      definition: { ...definition, states },
      form,
      basics,
    })
    attempts.push(
      await tried(app, running(id), () =>
        system.post(`${WORKFLOWS}${id}/publish/`, { revision: kept.data.draft.revision }),
      ),
    )
    await withdrawAll(app)
  }
  await sql`delete from user_role where role_id = (select id from role where key = 'onlyLooks')`.execute(db)
  await sql`delete from role where key = 'onlyLooks'`.execute(db)
  return attempts
}

const disable: Try = onWorkflows(({ system }, { id }) => system.post(`${WORKFLOWS}${id}/disable/`))

const enable: Try = async (office) => {
  const rows = await ownedWorkflows(office)
  const attempts: Attempt[] = []
  for (const { id } of rows) {
    await sql`update workflow set status = 'disabled' where id = ${id}`.execute(office.app.database.db)
    attempts.push(await tried(office.app, running(id), () => office.system.post(`${WORKFLOWS}${id}/enable/`)))
    await sql`update workflow set status = 'published' where id = ${id}`.execute(office.app.database.db)
  }
  await withdrawAll(office.app)
  return attempts
}

/** An older version stands beside the one in force, as a publication would have left it. */
const move: Try = async (office) => {
  const { db } = office.app.database
  const attempts: Attempt[] = []
  for (const { id } of await ownedWorkflows(office)) {
    await sql`
      insert into workflow_version
      select (jsonb_populate_record(v, jsonb_build_object('id', (select max(id) + 1000 + ${id}::bigint from workflow_version), 'version_no', 99, 'status', 'history'))).*
      from workflow_version v join workflow w on w.current_version_id = v.id where w.id = ${id}`.execute(db)
    const moves = sql`select * from workflow_move where workflow_id = ${id}`
    attempts.push(
      await tried(office.app, moves, () => office.system.post(`${WORKFLOWS}${id}/moves/`, { from: 99, to: 1 })),
    )
  }
  await withdrawAll(office.app)
  return attempts
}

const policyForm = (group: string) => ({
  name: `至少两级审批 ${group}`,
  nameEn: 'At least two approvals',
  rule: 'approvals',
  amount: 2,
  groups: [{ value: group }],
  enabled: true,
})
const policies = sql`select id, rule, amount, groups, enabled, deleted_at from workflow_policy order by id`

const createPolicy: Try = async (office) => {
  const attempts: Attempt[] = []
  for (const group of guardedGroups)
    attempts.push(await tried(office.app, policies, () => office.system.post(POLICIES, policyForm(group))))
  await withdrawAll(office.app)
  return attempts
}

const onPolicies =
  (call: (office: Office, id: number) => Promise<Answer<unknown>>): Try =>
  async (office) => {
    const attempts: Attempt[] = []
    for (const group of guardedGroups) {
      const { rows } = await sql<{ id: number }>`
        insert into workflow_policy (name, name_en, rule, amount, groups, enabled, sentence, sentence_en, broken, created_at, updated_at)
        values (${`策略${group}`}, 'Policy', 'approvals', 1, ${JSON.stringify([{ value: group }])}::jsonb, true, '-', '-', 0, now(), now()) returning id`.execute(
        office.app.database.db,
      )
      attempts.push(await tried(office.app, policies, () => call(office, rows[0]!.id)))
      await withdrawAll(office.app)
    }
    return attempts
  }

const expiresAt = (app: TestApp): string =>
  new Date(app.clock.now().getTime() + 100 * 86_400_000).toISOString().slice(0, 10)
const opened = sql`select url, state, data_scope_on, confirmed_by from white_list order by id`

const open: Try = async (office) => {
  const { app, security } = office
  const body = {
    ...{
      url: '/api/leave/quota/',
      method: '0',
      needLogin: true,
      dataScopeOn: false,
      reason: '大屏展示需要',
      state: true,
    },
    ...{ expiresAt: expiresAt(app), password: DEMO_PASSWORD },
  }
  const attempt = await tried(app, opened, () => security.post(WHITE_LIST, body))
  await withdrawAll(app)
  return [attempt]
}

const machine: Try = async (office) => {
  const { app, security } = office
  const { rows } = await sql<{ id: number }>`select id from role where key = 'fleetManager'`.execute(app.database.db)
  const body = {
    ...{
      name: '车辆平台',
      purpose: '市级车辆平台每日读取车辆信息',
      deptId: 8,
      roleId: rows[0]?.id,
      addresses: '10.1.2.3',
    },
    ...{ perMinute: 60, expiresAt: expiresAt(app), password: DEMO_PASSWORD },
  }
  const accounts = sql`select id, token_hash from machine_account order by id`
  const attempt = await tried(app, accounts, () => security.post('/api/system/machine_account/', body))
  await withdrawAll(app)
  return [attempt]
}

const openWider: Try = async (office) => {
  const { app, security, auditor } = office
  const { rows } = await sql<{ id: number; version: number }>`
    insert into white_list (url, method, need_login, data_scope_on, reason, expires_at, confirmed_at, confirmed_by, created_at, updated_at)
    values ('/api/leave/record/', '0', true, true, '大屏展示需要', ${expiresAt(app)}::date, ${app.clock.now()}, ${auditor.userId}, now(), now()) returning id, version`.execute(
    app.database.db,
  )
  const { id, version } = rows[0]!
  const attempt = await tried(app, opened, () =>
    security.put(`${WHITE_LIST}${id}/`, { dataScopeOn: false, version, password: DEMO_PASSWORD }),
  )
  await withdrawAll(app)
  return [attempt]
}

const grants = sql`
  select r.key, r.data_scope, array(select permission_id from role_permission g where g.role_id = r.id order by 1) as buttons,
    array(select menu_id from role_menu m where m.role_id = r.id order by 1) as menus from role r where r.key = 'securityAdmin'`

/** A security administrator changes what the own role grants. */
const onOwnRole =
  (
    call: (
      office: Office,
      role: { readonly id: number; readonly version: number; readonly buttons: readonly number[] },
    ) => Promise<Answer<unknown>>,
  ): Try =>
  async (office) => {
    const { rows } = await sql<{ id: number; version: number; buttons: number[] }>`
      select id, version, array(select permission_id from role_permission g where g.role_id = role.id) as buttons
      from role where key = 'securityAdmin'`.execute(office.app.database.db)
    const attempt = await tried(office.app, grants, () => call(office, rows[0]!))
    await withdrawAll(office.app)
    return [attempt]
  }
const ROLES = '/api/system/role/'

const confirmOwn: Try = async (office) => {
  const { app, system, security } = office
  const [item] = await heldItems(office)
  const { id, key, version, value } = item!
  await system.put(CONFIG, { items: [{ id, version, value: changed(value) }] })
  const { rows } = await sql<{ id: number }>`select id from proposal where state = 'open'`.execute(app.database.db)
  const attempts: Attempt[] = []
  for (const who of [system, security])
    attempts.push(await tried(app, storedValue(key), () => who.post(`/api/proposal/${rows[0]!.id}/confirm/`)))
  await withdrawAll(app)
  return attempts
}

/** Own roles, by call. */
const ofOwnRole: Readonly<Record<string, Try>> = {
  'PUT /api/system/role/:id/grants/': onOwnRole(({ security }, { id, version, buttons }) =>
    security.put(`${ROLES}${id}/grants/`, { menus: [], buttons: buttons.slice(1), version }),
  ),
  'PUT /api/system/role/:id/menus/': onOwnRole(({ security }, { id, version }) =>
    security.put(`${ROLES}${id}/menus/`, { menus: [], version }),
  ),
  'PUT /api/system/role/:id/buttons/': onOwnRole(({ security }, { id, version, buttons }) =>
    security.put(`${ROLES}${id}/buttons/`, { buttons: buttons.slice(1), version }),
  ),
  'PUT /api/system/role/:id/data_scope/': onOwnRole(({ security }, { id, version }) =>
    security.put(`${ROLES}${id}/data_scope/`, { dataScope: 0, overrides: [], version }),
  ),
}

/** By call, as the table names it. */
export const heldAttempts: Readonly<Record<string, Try>> = {
  ...widening,
  ...Object.fromEntries(
    Object.entries(ofOwnRole).map(([call, own]) => [call, both(own, ...[widening[call] ?? []].flat())]),
  ),
  'PUT /api/system/config/': setting,
  'POST /api/system/config/:id/restore/': restoring,
  'POST /api/workflow/workflow/:id/publish/': both(publish, publishOffice),
  'POST /api/workflow/workflow/:id/disable/': disable,
  'POST /api/workflow/workflow/:id/enable/': enable,
  'POST /api/workflow/workflow/:id/moves/': move,
  'POST /api/workflow/policy/': createPolicy,
  'PUT /api/workflow/policy/:id/': onPolicies(({ system }, id) =>
    system.put(`${POLICIES}${id}/`, { enabled: false, version: 1 }),
  ),
  'DELETE /api/workflow/policy/:id/': onPolicies(({ system }, id) => system.delete(`${POLICIES}${id}/`, { id })),
  'DELETE /api/workflow/policy/multiple_delete/': onPolicies(({ system }, id) =>
    system.delete(`${POLICIES}multiple_delete/`, { keys: [id] }),
  ),
  'POST /api/system/white_list/': open,
  'PUT /api/system/white_list/:id/': openWider,
  'POST /api/system/machine_account/': machine,
  'POST /api/proposal/:id/confirm/': confirmOwn,
}
