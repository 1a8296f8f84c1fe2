/** Roles made wider and accounts brought back by one administrator alone (SYS-139), and what is open to one: none of them gives power. */
import { sql } from 'kysely'
import writeXlsxFile from 'write-excel-file/node'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { Answer } from '#tests/harness/app.ts'
import { multipart } from '#tests/harness/files.ts'
import { type Attempt, both, type Office, type Try, tried, withdrawAll } from './office.ts'

const ROLES = '/api/system/role/'
/** A business role that people have. */
const ROLE = 'fleetManager'

interface Role {
  readonly id: number
  readonly version: number
  readonly menus: readonly number[]
  readonly buttons: readonly number[]
}

const rights = sql`
  select key, data_scope, scope_dept_ids, state, array(select (permission_id, data_scope)::text from role_permission g where g.role_id = r.id order by 1) as buttons
  from role r where key = ${ROLE}`

/** A security administrator widens a role that others hold. */
const wider =
  (call: (office: Office, role: Role, paying: number) => Promise<Answer<unknown>>, prepare = sql`select`): Try =>
  async (office) => {
    const { db } = office.app.database
    await prepare.execute(db)
    const { rows } = await sql<Role & { paying: number }>`
      select id, version, array(select menu_id from role_menu where role_id = role.id) as menus, array(select permission_id from role_permission where role_id = role.id) as buttons,
        (select p.id from permission p where p.value = 'finance:Pay') as paying
      from role where key = ${ROLE}`.execute(db)
    const { paying, ...role } = rows[0]!
    const attempt = await tried(office.app, rights, () => call(office, role, paying))
    await withdrawAll(office.app)
    return [attempt]
  }
const narrow = sql`update role set data_scope = '2', scope_dept_ids = '{}' where key = ${ROLE}`
const outOfUse = sql`update role set state = false where key = ${ROLE}`
const inUse = sql`update role set state = true where key = ${ROLE}`

const accounts = sql`select username, state from app_user where deleted_at is null order by id`

/** The system administrator brings back a leader, a person with a business role, and one who is in charge of a division. */
const enabling =
  (call: (office: Office, id: number) => Promise<Answer<unknown>>): Try =>
  async (office) => {
    const { db } = office.app.database
    const attempts: Attempt[] = []
    for (const username of ['zhang39', 'he20', 'sun03']) {
      const { rows } = await sql<{ id: number }>`
        update app_user set state = false where username = ${username} returning id`.execute(db)
      attempts.push(await tried(office.app, accounts, () => call(office, rows[0]!.id)))
      await withdrawAll(office.app)
      await sql`update app_user set state = true where username = ${username}`.execute(db)
    }
    return attempts
  }

/** Calls that need another person, by name; those on one's own role stand beside them. */
export const widening: Readonly<Record<string, Try>> = {
  'PUT /api/system/role/:id/grants/': wider(({ security }, { id, version, menus, buttons }, paying) =>
    security.put(`${ROLES}${id}/grants/`, { menus, buttons: [...buttons, paying], version }),
  ),
  'PUT /api/system/role/:id/buttons/': wider(({ security }, { id, version, buttons }, paying) =>
    security.put(`${ROLES}${id}/buttons/`, { buttons: [...buttons, paying], version }),
  ),
  'PUT /api/system/role/:id/data_scope/': wider(
    ({ security }, { id, version }) =>
      security.put(`${ROLES}${id}/data_scope/`, { dataScope: 3, overrides: [], version }),
    narrow,
  ),
  'PUT /api/system/role/:id/': both(
    wider(({ security }, { id, version }) => security.put(`${ROLES}${id}/`, { dataScope: '3', version }), narrow),
    wider(({ security }, { id, version }) => security.put(`${ROLES}${id}/`, { state: true, version }), outOfUse),
    async (office) => {
      await inUse.execute(office.app.database.db)
      return []
    },
  ),
  'POST /api/system/user/:id/enable/': enabling(({ system }, id) => system.post(`/api/system/user/${id}/enable/`, {})),
  'POST /api/system/user/multiple_enable/': enabling(({ system }, id) =>
    system.post('/api/system/user/multiple_enable/', { ids: [id] }),
  ),
}

/** Who may do what: roles and what they grant, posts, accounts in service, what programs may, and every ticket. */
const power = sql`
  select (select json_agg((m.user_id, r.key, m.dept_ids)::text order by m.user_id, r.key) from user_role m join role r on r.id = m.role_id where r.key <> 'staff') as roles,
    (select json_agg((g.role_id, g.permission_id, g.data_scope)::text order by g.role_id, g.permission_id) from role_permission g) as grants,
    (select json_agg((key, leader_id, deputy_ids, parent)::text order by id) from department) as posts,
    (select json_agg((id, dept_id, rank_level, state)::text order by id) from app_user u where exists (select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key <> 'staff')) as people,
    (select json_agg((id, grants, token_hash)::text order by id) from machine_account where token_hash is not null and revoked_at is null) as programs,
    (select json_agg((url, state)::text order by id) from white_list) as opened,
    (select json_agg((id, status, revision)::text order by id) from ticket) as tickets`

const ofPower =
  (call: (office: Office) => Promise<Answer<unknown>>): Try =>
  async (office) => {
    const attempt = await tried(office.app, power, () => call(office))
    await withdrawAll(office.app)
    return [attempt]
  }

async function importPeople({ app, system }: Office, head: readonly string[], row: readonly string[]) {
  const { payload, headers } = multipart('people.xlsx', await writeXlsxFile([[...head], [...row]]).toBuffer())
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/system/user/import_data/',
    payload,
    headers: { ...headers, authorization: `Bearer ${await system.token()}`, 'accept-language': 'zh-Hans' },
  })
  return answer.json<Answer<unknown>>()
}
const HEAD = ['姓名', '登录名', '工号', '部门', '职务/岗位', '职级', '人员类别', '性别', '手机']
const line = (username: string, empNo: string) => [
  ...['导入甲', username, empNo, '示范市公安局/刑事侦查支队', '支队长'],
  ...['科员及其他', '民警', '男', '13800009901'],
]

const WEB_HOOKS = '/api/system/web_hook/'
const MACHINES = '/api/system/machine_account/'
const hook = (name: string) => ({
  ...{ name, url: 'https://hooks.example.org/events', events: ['submit'], state: true },
  password: DEMO_PASSWORD,
})
const idOf = async ({ app }: Office, rows: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await rows.execute(app.database.db)).rows[0]!.id

/** An account that the auditor proposed; only the auditor gets its token. */
const program = (office: Office): Promise<number> =>
  idOf(
    office,
    sql`
      insert into machine_account (name, purpose, dept_id, role_id, addresses, expires_at, per_minute, created_at, created_by, updated_at)
      select '车辆平台' || (select count(*) from machine_account), '市级车辆平台每日读取', (select min(id) from department), r.id, '10.1.2.3', '2030-01-01', 60, now(), ${office.auditor.userId}, now()
      from role r where r.key = ${ROLE} returning id`,
  )
const hookOf = (office: Office): Promise<number> =>
  idOf(
    office,
    sql`insert into web_hook (name, url, events, created_at, updated_at) select '开放' || count(*), 'https://hooks.example.org/', '{submit}', now(), now() from web_hook returning id`,
  )

/** Calls that are one administrator's, with what stands open in them; whatever they answer, nobody may more than before. */
export const harmless: Readonly<Record<string, Try>> = {
  'POST /api/system/user/import_data/': both(
    ofPower((office) => importPeople(office, HEAD, line('fang54', 'DR9901'))),
    ofPower((office) => importPeople(office, [...HEAD, '角色'], [...line('import91', 'DR9902'), '出纳'])),
    ofPower((office) => importPeople(office, HEAD, line('import92', 'DR9903'))),
  ),
  'POST /api/system/machine_account/:id/token/': ofPower(async (office) =>
    office.security.post(`${MACHINES}${await program(office)}/token/`, { version: 1 }),
  ),
  'POST /api/system/machine_account/:id/revoke/': ofPower(async (office) =>
    office.security.post(`${MACHINES}${await program(office)}/revoke/`, { version: 1 }),
  ),
  'POST /api/system/web_hook/': both(
    ofPower(({ security }) => security.post(WEB_HOOKS, hook('开放一'))),
    ofPower(({ system }) => system.post(WEB_HOOKS, hook('开放二'))),
  ),
  'PUT /api/system/web_hook/:id/': ofPower(async (office) =>
    office.security.put(`${WEB_HOOKS}${await hookOf(office)}/`, { ...hook('开放三'), version: 1 }),
  ),
  'POST /api/system/web_hook/:id/secret/': ofPower(async (office) =>
    office.security.post(`${WEB_HOOKS}${await hookOf(office)}/secret/`, { version: 1 }),
  ),
}
