import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import { namePinyin } from '#src/server/organisation/pinyin.ts'
import { roles } from '../catalogue/roles.ts'
import { keepSeededPassword } from './demoAccounts.server.ts'
import { departments } from './departments.ts'
import type { DemoPerson } from './people.ts'
import { people } from './people.ts'

/** The password of every demo account, documented in the README. */
export const DEMO_PASSWORD = 'Jingbao#2026'

/** Sign-in page: one account per role that a visitor wants to try first. */
const offered = ['pan42', 'zhang39', 'wei11', 'you18', 'qin17', 'he20', 'han14', 'qian02', 'zhao01', 'fang54']

const pad = (value: number, length: number): string => String(value).padStart(length, '0')
const mainRole = (person: DemoPerson) => roles.find((role) => role.key === (person.roles.split(' ').at(-1) || 'staff'))

/** Years of service where a story rests on them (LEAVE-PAN of 70.4); the others' vary. */
const yearsServed: Readonly<Record<string, number>> = { pan42: 12 }

async function seedDepartments(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  for (const [sort, department] of departments.entries()) {
    await sql`
      insert into department (key, name, name_en, parent, sort, is_budget_unit, created_at, updated_at)
      values (${department.key}, ${department.name}, ${department.nameEn}, (select id from department where key = ${department.parent}),
        ${sort}, ${department.isBudgetUnit}, ${now}, ${now})`.execute(unit.db)
  }
}

async function seedPeople(unit: UnitOfWork, passwordHash: string): Promise<void> {
  const now = unit.clock.now()
  const year = Number(unit.clock.today().slice(0, 4))
  const vault = unit.service(secrets)
  const rows = people.map((person, index) => ({
    username: person.username,
    name: person.name,
    name_en: person.nameEn,
    name_pinyin: namePinyin(person.name),
    emp_no: `SJ${pad(index + 1, 4)}`,
    dept: person.dept,
    post: person.post,
    post_type: person.rank === 'staff' ? (person.type === 'contract' ? 'logistics' : 'office') : 'leader',
    rank: person.rank,
    type: person.type,
    gender: (index % 2) + 1,
    mobile: `1${pad(index + 1, 10)}`,
    email: `${person.username}@example.invalid`,
    work_start: `${year - (yearsServed[person.username] ?? 2 + ((index * 7) % 24))}-07-01`,
    state: person.disabled !== true,
    bank_name: '示例银行示范支行',
    bank_account: vault.seal(`62000000000000000${pad(index + 1, 2)}`),
  }))
  await sql`
    insert into app_user (username, name, name_en, name_pinyin, emp_no, dept_id, post, post_type, rank_level, person_type, gender, mobile, email, work_start,
      state, bank_name, bank_account, is_demo, password_hash, password_changed_at, created_at, updated_at)
    select p.username, p.name, p.name_en, p.name_pinyin, p.emp_no, d.id, p.post, p.post_type, p.rank, p.type, p.gender, p.mobile, p.email, p.work_start,
      p.state, p.bank_name, p.bank_account, true, ${passwordHash}, ${now}, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p(username text, name text, name_en text, name_pinyin text, emp_no text, dept text, post text, post_type text, rank text, type text, gender int, mobile text, email text, work_start date, state boolean, bank_name text, bank_account text)
      join department d on d.key = p.dept
    order by p.emp_no`.execute(unit.db)
  await sql`
    update department d set leader_id = u.id
    from json_to_recordset(${JSON.stringify(departments)}::json) as l(key text, leader text) join app_user u on u.username = l.leader
    where d.key = l.key`.execute(unit.db)
}

async function seedMemberships(unit: UnitOfWork): Promise<void> {
  const rows = people.flatMap((person) =>
    ['staff', ...person.roles.split(' ').filter((role) => role !== '')].map((role) => ({
      username: person.username,
      role,
      depts: role === 'divisionLeader' ? (person.inCharge ?? '').split(' ') : null,
    })),
  )
  await sql`
    insert into user_role (user_id, role_id, dept_ids)
    select u.id, r.id, case when m.depts is not null then array(select d.id from department d where d.key in (select json_array_elements_text(m.depts)) order by d.id) end
    from json_to_recordset(${JSON.stringify(rows)}::json) as m(username text, role text, depts json)
      join app_user u on u.username = m.username join role r on r.key = m.role`.execute(unit.db)
}

async function offerAccounts(unit: UnitOfWork): Promise<void> {
  const accounts = offered.flatMap((username) => {
    const person = people.find((candidate) => candidate.username === username)
    const role = person && mainRole(person)
    return person && role
      ? [{ username, name: { zhHans: person.name, en: person.nameEn }, role: { zhHans: role.name, en: role.nameEn } }]
      : []
  })
  await sql`
    insert into config_item (key, grp, title, title_en, value, type, public, sort, updated_at)
    values ('base.demoAccounts', 'base', '演示账号', 'Demo accounts', ${JSON.stringify(accounts)}::jsonb, 11, true, 900, ${unit.clock.now()})
    on conflict (key) do nothing`.execute(unit.db)
}

/** Whoever looks at the demo may read how its API is called. */
async function showDocumentation(unit: UnitOfWork): Promise<void> {
  await sql`update config_item set value = 'true' where key = 'base.apiDocs'`.execute(unit.db)
}

/** The demo bureau: departments, people, roles (70.1, 70.2). Refuses a database that holds people who are not of the demo. */
export async function seedBureau(unit: UnitOfWork, passwordHash: string): Promise<void> {
  const { rows } = await sql<{
    strangers: number
  }>`select count(*) as strangers from app_user where not is_demo`.execute(unit.db)
  if ((rows[0]?.strangers ?? 0) > 0)
    throw new Error('the database holds people who are not of the demo; it is not seeded')
  await seedDepartments(unit)
  await seedPeople(unit, passwordHash)
  await keepSeededPassword(unit, passwordHash)
  await seedMemberships(unit)
  await offerAccounts(unit)
  await showDocumentation(unit)
}
