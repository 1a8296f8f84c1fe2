import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFirstAdministrators } from '#src/catalogue/administrators.server.ts'
import type { Permission } from '#src/define/names.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { seedNotices } from '#src/demo/notices.server.ts'
import { seedTickets } from '#src/demo/tickets/seedTickets.server.ts'
import { hashPassword, oneTimePassword } from '#src/server/access/passwords.ts'
import type { SeedOptions } from '#src/server/app/seed.ts'
import { seedDemo, seedShipped } from '#src/server/app/seed.ts'
import { publishShipped } from '#src/server/tickets/versions/shipped.ts'
import { write } from '#src/server/work.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

describe.each(engines)('the demo bureau on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  const rows = async <T>(statement: { execute(db: TestApp['database']['db']): Promise<{ rows: T[] }> }): Promise<T[]> =>
    (await statement.execute(app.database.db)).rows
  const seeding = (): SeedOptions => ({
    modules: app.services.modules,
    moduleServers: app.services.moduleServers,
    write: (work) => write(app.services, work),
    reload: () => app.services.caches.load(),
    publishShipped,
    seedTickets: (unit) => seedTickets(app.services, unit),
    seedNotices: (unit) => seedNotices(app.services, unit),
  })
  const rolesOf = (username: string) =>
    rows(
      sql<{
        key: string
      }>`select r.key from user_role m join role r on r.id = m.role_id join app_user u on u.id = m.user_id where u.username = ${username} order by r.sort`,
    ).then((found) => found.map((role) => role.key))

  it('has its thirteen departments under the root, each with its leader', async () => {
    const found = await rows(sql<{ key: string; parent: string | null; leader: string; isBudgetUnit: boolean }>`
      select d.key, p.key as parent, u.username as leader, d.is_budget_unit from department d left join department p on p.id = d.parent join app_user u on u.id = d.leader_id order by d.key`)
    expect(found).toHaveLength(14)
    expect(found.find((department) => department.key === 'D07')).toEqual({
      key: 'D07',
      parent: 'D04',
      leader: 'cao25',
      isBudgetUnit: true,
    })
    expect(found.filter((department) => department.isBudgetUnit)).toHaveLength(10)
  })

  it('has sixty people, one of them switched off', async () => {
    const found = await rows(sql<{
      username: string
      empNo: string
      state: boolean
      mobile: string
      deptKey: string
      rankLevel: string
      personType: string
    }>`
      select u.username, u.emp_no, u.state, u.mobile, d.key as dept_key, u.rank_level, u.person_type from app_user u join department d on d.id = u.dept_id order by u.emp_no`)
    expect(found).toHaveLength(60)
    expect(found.filter((person) => !person.state).map((person) => person.username)).toEqual(['shi60'])
    expect(found[29]).toEqual({
      username: 'tao30',
      empNo: 'SJ0030',
      state: true,
      mobile: '10000000030',
      deptKey: 'D07',
      rankLevel: 'staff',
      personType: 'contract',
    })
  })

  it('has the 22 roles with their scopes and holders', async () => {
    const found = await rows(
      sql<{ key: string; dataScope: number }>`select key, data_scope::int as data_scope from role order by sort`,
    )
    expect(found).toHaveLength(22)
    expect(Object.fromEntries(found.map((role) => [role.key, role.dataScope]))).toMatchObject({
      staff: 0,
      deptLeader: 1,
      divisionLeader: 4,
      bureauLeader: 3,
      driver: 0,
      auditor: 3,
    })
    expect(await rolesOf('qin17')).toEqual(['staff', 'deptLeader', 'financeLeader'])
    expect(await rolesOf('pan42')).toEqual(['staff'])
    expect(
      await rows(
        sql<{
          n: number
        }>`select count(*) as n from app_user u where not exists (select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key = 'staff')`,
      ),
    ).toEqual([{ n: 0 }])
  })

  it('gives every division leader the departments in charge of', async () => {
    const found = await rows(sql<{ username: string; keys: string[] }>`
      select u.username, array(select d.key from department d where d.id = any(m.dept_ids) order by d.key) as keys
      from user_role m join app_user u on u.id = m.user_id where m.dept_ids is not null order by u.username`)
    expect(Object.fromEntries(found.map((leader) => [leader.username, leader.keys]))).toEqual({
      li04: ['D11', 'D12'],
      qian02: ['D02', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09'],
      sun03: ['D10'],
      zhou05: ['D03', 'D13'],
    })
  })

  it('SYS-01, SYS-12 separates the administrators, and the cashier from the auditors of claims', async () => {
    for (const username of ['fang54', 'yu55', 'yuan57', 'bao59']) expect(await rolesOf(username)).toHaveLength(2)
    const holders = async (permission: Permission) =>
      (
        await rows(
          sql<{
            key: string
          }>`select r.key from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id where p.value = ${permission} order by r.sort`,
        )
      ).map((role) => role.key)
    expect(await holders('finance:Pay')).toEqual(['cashier'])
    expect(await holders('finance:Audit')).toEqual(['financeOfficer', 'financeLeader'])
    expect(await holders('user:AssignRole')).toEqual(['securityAdmin'])
    expect(await holders('stock:Approve')).toEqual(['assetManager'])
  })

  it('leaves the auditor without any permission to write, but for the word as second person (SYS-132)', async () => {
    const found = await rows(sql<{ value: string }>`
      select p.value from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id
      where r.key = 'auditor' and p.value !~ ':(Search|Retrieve|Register|Export|Quota|Compliance|Away)$' and p.value <> 'proposal:Confirm'`)
    expect(found).toEqual([])
  })

  it('SYS-25 puts no administration into a business role', async () => {
    const found = await rows(sql<{ key: string; value: string }>`
      select r.key, p.value from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id
      where p.admin_only and r.key not in ('sysAdmin', 'securityAdmin', 'auditor') and p.value not in ('user:Search', 'dept:Search', 'dept:Retrieve')`)
    expect(found).toEqual([])
  })

  it('is the same after another start: nothing twice, nothing changed by an administrator undone', async () => {
    const count = () =>
      rows(sql`
      select (select count(*) from app_user) as users, (select count(*) from department) as departments, (select count(*) from role_permission) as grants,
        (select count(*) from dictionary_entry) as entries, (select count(*) from config_item) as items, (select count(*) from menu) as menus, (select count(*) from workflow_version) as versions`)
    await sql`update config_item set value = '7' where key = 'login.maxFail'`.execute(app.database.db)
    await sql`delete from role_permission g using role r, permission p where r.id = g.role_id and p.id = g.permission_id and r.key = 'driver' and p.value = 'carTrip:Search'`.execute(
      app.database.db,
    )
    const before = await count()
    await sql`delete from seed_run where name like 'catalogue %'`.execute(app.database.db)
    await seedShipped(seeding())
    await seedDemo(seeding(), () => hashPassword(DEMO_PASSWORD))
    expect(await count()).toEqual(before)
    expect(await rows(sql<{ value: number }>`select value from config_item where key = 'login.maxFail'`)).toEqual([
      { value: 7 },
    ])
  })

  it('refuses a database that holds other people', async () => {
    const stranger = await startApp({ engine })
    await sql`update app_user set is_demo = false where username = 'pan42'`.execute(stranger.database.db)
    await sql`delete from seed_run where name = 'bureau'`.execute(stranger.database.db)
    const options: SeedOptions = {
      ...seeding(),
      write: (work) => write(stranger.services, work),
      reload: () => stranger.services.caches.load(),
    }
    await expect(seedDemo(options, async () => 'hash')).rejects.toThrow('not of the demo')
    await stranger.close()
  })

  it('creates no administrators where there is anybody', async () => {
    expect(
      await write(app.services, (unit) =>
        createFirstAdministrators(unit, { make: oneTimePassword, hash: hashPassword }),
      ),
    ).toEqual([])
  })
})
