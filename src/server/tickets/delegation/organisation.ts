import { sql } from 'kysely'
import { administratorRoles } from '#machines/ticket/definition/separation.ts'
import type { Clock, Executor } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'

/** A department in its tree. */
export interface Place {
  readonly id: number
  readonly key: string
  readonly parent: number | null
  /** null when it has none, or the person cannot act. */
  readonly leader: number | null
}
/** A person who can act, as the holder of a role. */
export interface Member {
  readonly role: string
  readonly person: number
  /** The departments the role is about. */
  readonly departments: readonly number[]
}
/** Who stands in for whom, and when (WF-11). */
export interface DelegationPeriod {
  readonly person: number
  readonly substitute: number
  /** Milliseconds since 1970; half open. */
  readonly from: number
  readonly until: number
  /** Types of application it is about; null for all. */
  readonly types: readonly string[] | null
  /** Only amounts of less than this, in yuan; null for any. */
  readonly below: number | null
  /** It also takes over the tasks that are open when it begins (25.8). */
  readonly takesOpen: boolean
}

/** What the rules for participants need to know of the organisation, as it is read. */
export interface OrganisationRows {
  /** Value of the revision it was read at. */
  readonly revision: number
  readonly departments: readonly Place[]
  readonly members: readonly Member[]
  /** Everybody who can act: not disabled and not removed. */
  readonly people: readonly { readonly id: number; readonly dept: number }[]
  /** By the order in which they were opened; the substitute of each can act. */
  readonly windows: readonly DelegationPeriod[]
  /** Who holds an administrator role: they approve and handle nothing (SYS-131). */
  readonly administrators: readonly number[]
}

/** The organisation with questions to it. */
export interface Organisation {
  readonly rows: OrganisationRows
  /** Whether the person can act. */
  able(person: number): boolean
  /** Whether the person may approve and handle tickets of others: in service, and no administrator (SYS-131). */
  mayDecide(person: number): boolean
  /** A department, by id or key, and those above it, lowest first; empty when there is none. */
  ladder(from: number | string): readonly Place[]
  /** Who holds a role, by id. */
  usersWithRole(role: string): readonly Member[]
  /** Who belongs to a department, by id or key, and can act. */
  staffOf(dept: number | string): readonly number[]
  /** The delegation periods in which a substitute acts for the person. */
  windowsOf(person: number): readonly DelegationPeriod[]
}

/** More rungs than any tree of departments has. */
const HIGHEST = 32

function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** Indexes the organisation for questions. */
export function organise(rows: OrganisationRows): Organisation {
  const byId = new Map(rows.departments.map((place) => [place.id, place]))
  const byKey = new Map(rows.departments.map((place) => [place.key, place]))
  const active = new Set(rows.people.map(({ id }) => id))
  const administrators = new Set(rows.administrators)
  const members = groupBy(rows.members, ({ role }) => role)
  const staff = groupBy(rows.people, ({ dept }) => dept)
  const periods = groupBy(rows.windows, ({ person }) => person)
  return {
    rows,
    able: (person) => active.has(person),
    mayDecide: (person) => active.has(person) && !administrators.has(person),
    ladder(from) {
      const rungs: Place[] = []
      let place = typeof from === 'number' ? byId.get(from) : byKey.get(from)
      while (place && rungs.length < HIGHEST) {
        rungs.push(place)
        place = place.parent === null ? undefined : byId.get(place.parent)
      }
      return rungs
    },
    usersWithRole: (role) => members.get(role) ?? [],
    staffOf(dept) {
      const place = typeof dept === 'number' ? dept : byKey.get(dept)?.id
      return (place === undefined ? [] : (staff.get(place) ?? [])).map(({ id }) => id)
    },
    windowsOf: (person) => periods.get(person) ?? [],
  }
}

const roleKeys = [...administratorRoles]

/** Windows that ended longer ago are of no use, even to a clock that was put back. */
const KEPT_DAYS = 366

/** All of it as the executor sees it, in one statement: within a transaction with what that has changed. */
export async function readOrganisation(db: Executor, clock: Clock): Promise<Organisation> {
  const { rows } = await sql<OrganisationRows>`
    with able as (select id, dept_id from app_user where state and deleted_at is null),
    administrator as (select distinct m.user_id as id from user_role m join role r on r.id = m.role_id where r.key = any(${roleKeys}::text[])),
    deciding as (select id from able where id not in (select id from administrator))
    select
      organisation_revision() as revision,
      (select coalesce(json_agg(json_build_object('id', d.id, 'key', d.key, 'parent', d.parent, 'leader', deciding.id) order by d.id), '[]')
        from department d left join deciding on deciding.id = d.leader_id where d.deleted_at is null) as departments,
      (select coalesce(json_agg(json_build_object('role', r.key, 'person', able.id,
          'departments', coalesce(m.dept_ids, r.scope_dept_ids)) order by able.id), '[]')
        from role r join user_role m on m.role_id = r.id join able on able.id = m.user_id
        where r.state and r.deleted_at is null) as members,
      (select coalesce(json_agg(json_build_object('id', id, 'dept', dept_id) order by id), '[]') from able) as people,
      (select coalesce(json_agg(json_build_object('person', s.user_id, 'substitute', s.substitute_id, 'types', s.types, 'below', s.below, 'takesOpen', s.takes_open,
          'from', extract(epoch from s.from_at) * 1000, 'until', extract(epoch from s.until_at) * 1000) order by s.id), '[]')
        from substitute s join deciding on deciding.id = s.substitute_id
        where s.until_at > ${clock.now()}::timestamptz - make_interval(days => ${KEPT_DAYS})) as windows,
      (select coalesce(json_agg(id order by id), '[]') from administrator) as administrators`.execute(db)
  return organise(only(rows))
}

/** The organisation in memory, as it was last committed (SYS-14). */
export interface HeldOrganisation {
  load(db: Executor): Promise<void>
  /** As this node knows it. */
  now(): Organisation
  /** As it stood at a revision, or later. What a transaction has changed itself is read within it, once. */
  at(db: Executor, revision: number): Promise<Organisation>
  /** As the executor sees it now. */
  latest(db: Executor): Promise<Organisation>
}

export function createOrganisation(clock: Clock): HeldOrganisation {
  let held = organise({ revision: 0, departments: [], members: [], people: [], windows: [], administrators: [] })
  const ownOf = new WeakMap<Executor, Organisation>()
  const at = async (db: Executor, revision: number): Promise<Organisation> => {
    const known = [held, ownOf.get(db)].find((one) => one && one.rows.revision >= revision)
    if (known) return known
    const read = await readOrganisation(db, clock)
    ownOf.set(db, read)
    return read
  }
  return {
    async load(db) {
      held = await readOrganisation(db, clock)
    },
    now: () => held,
    at,
    async latest(db) {
      const { rows } = await sql<{ revision: number }>`select organisation_revision() as revision`.execute(db)
      return at(db, only(rows).revision)
    },
  }
}
