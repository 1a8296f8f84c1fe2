import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#src/define/names.ts'
import { accessOf } from '#src/server/access/access.ts'
import { unite } from '#src/server/access/directory.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

describe('scopes of several roles', () => {
  it("are united: the wider one counts, departments add up, and one's own rows stay", () => {
    expect(unite({ departments: [], self: true }, { departments: [4, 5], self: false })).toEqual({
      departments: [4, 5],
      self: true,
    })
    expect(unite({ departments: [4], self: true }, 'all')).toBe('all')
    expect(unite({ departments: [4, 5], self: false }, { departments: [5, 6], self: false })).toEqual({
      departments: [4, 5, 6],
      self: false,
    })
    expect(unite(undefined, { departments: [], self: true })).toEqual({ departments: [], self: true })
  })
})

/** A row of each interesting owner; what a person reaches is given by their usernames. */
const owners = ['pan42', 'zhang39', 'qin17', 'han14', 'zhao01', 'peng46']

describe.each(oneEngine)('the data scope on %s (INV-11)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
    const { db } = app.database
    await sql`create table probe (owner_id bigint not null, dept_id bigint not null)`.execute(db)
    await sql`insert into probe select id, dept_id from app_user where username = any(${owners})`.execute(db)
    await sql`insert into permission (value) values ('probe:Search'), ('probe:Export')`.execute(db)
  })
  afterAll(() => app.close())

  /** Gives a role (only this one) the permission with a scope of its own or the role's. */
  const grant = async (
    role: string,
    scope: number | null = null,
    departments: readonly string[] | null = null,
    permission: Permission = 'probe:Search',
  ) => {
    await sql`
      insert into role_permission (role_id, permission_id, data_scope, scope_dept_ids)
      select r.id, p.id, ${scope}::int, case when ${departments !== null} then array(select id from department where key = any(${[...(departments ?? [])]})) end
      from role r, permission p where r.key = ${role} and p.value = ${permission}`.execute(app.database.db)
  }
  const revoke = async () => {
    await sql`delete from role_permission g using permission p where p.id = g.permission_id and p.value like 'probe:%'`.execute(
      app.database.db,
    )
  }
  const reached = async (username: string, permission: Permission = 'probe:Search'): Promise<readonly string[]> => {
    await app.services.caches.load()
    const { db } = app.database
    const { rows } = await sql<{
      id: number
      deptId: number
    }>`select id, dept_id from app_user where username = ${username}`.execute(db)
    const person = { userId: rows[0]!.id, name: username, departmentId: rows[0]!.deptId, sessionId: '' }
    const access = accessOf(person, app.services.directory)
    const found = await sql<{ username: string }>`
      select u.username from probe r join app_user u on u.id = r.owner_id
      where ${scopeFilter(access, permission, { department: 'deptId', owner: 'ownerId' }, 'r')} order by u.username`.execute(
      db,
    )
    return found.rows.map((row) => row.username)
  }

  it("0 reaches one's own rows", async () => {
    await revoke()
    await grant('staff')
    expect(await reached('pan42')).toEqual(['pan42'])
  })

  it('1 reaches the own department and everything below it', async () => {
    await revoke()
    await grant('deptLeader')
    expect(await reached('han14')).toEqual(['han14', 'qin17'])
    expect(await reached('zhang39')).toEqual(['pan42', 'zhang39'])
  })

  it('2 reaches the own department only', async () => {
    await revoke()
    await grant('deptLeader', 2)
    expect(await reached('han14')).toEqual(['han14'])
  })

  it('3 reaches everything', async () => {
    await revoke()
    await grant('bureauLeader')
    expect(await reached('zhao01')).toEqual([...owners].sort())
  })

  it("4 reaches the departments in charge of, each person's own", async () => {
    await revoke()
    await grant('divisionLeader')
    expect(await reached('qian02')).toEqual(['han14', 'qin17'])
    expect(await reached('sun03')).toEqual(['pan42', 'zhang39'])
  })

  it('of a permission overrides that of its role', async () => {
    await revoke()
    await grant('bureauLeader', 4, ['D11'])
    await grant('bureauLeader', null, null, 'probe:Export')
    expect(await reached('zhao01')).toEqual(['peng46'])
    expect(await reached('zhao01', 'probe:Export')).toEqual([...owners].sort())
  })

  it('of several roles is united: a narrow role hides nothing that another grants', async () => {
    await revoke()
    await grant('staff')
    await grant('deptLeader')
    expect(await reached('peng46')).toEqual(['peng46'])
    expect(await reached('han14')).toEqual(['han14', 'qin17'])
    await grant('financeLeader', 4, ['D11'])
    expect(await reached('qin17')).toEqual(['peng46', 'qin17'])
  })

  it('is nothing without the permission, and nothing through a disabled role', async () => {
    await revoke()
    expect(await reached('zhao01')).toEqual([])
    await grant('bureauLeader')
    await sql`update role set state = false where key = 'bureauLeader'`.execute(app.database.db)
    expect(await reached('zhao01')).toEqual([])
    await sql`update role set state = true where key = 'bureauLeader'`.execute(app.database.db)
  })

  it('SYS-14 a change of roles counts at the next request of a running session', async () => {
    const pan = await app.as('pan42')
    const permissions = async () =>
      (await pan.get<string[]>('/api/system/menu_button/menu_button_all_permission/')).data
    expect(await permissions()).not.toContain('menu:Search')
    await sql`insert into user_role (user_id, role_id) select ${pan.userId}, id from role where key = 'sysAdmin'`.execute(
      app.database.db,
    )
    expect(await permissions()).toContain('menu:Search')
    await sql`delete from user_role m using role r where r.id = m.role_id and r.key = 'sysAdmin' and m.user_id = ${pan.userId}`.execute(
      app.database.db,
    )
    expect(await permissions()).not.toContain('menu:Search')
  })
})
