/** What the pages of the standards show beside their lists: versions in words, and departments in sum. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { Heads, StandardRule } from '../entitlement/standard-rule.ts'
import { standardDictionaries } from '../standard.names.ts'
import type {
  CountedHeads,
  DepartmentStanding,
  Impact,
  ItemChoice,
  NamedRule,
  PendingDrafts,
  VersionReport,
} from '../standard.types.ts'
import { dueChangesOf } from './clothing-due.server.ts'
import type { StoredRuleChange } from './preview.server.ts'

interface Names {
  readonly items: ReadonlyMap<number, { readonly name: string; readonly unit: string }>
  readonly departments: ReadonlyMap<number, string>
}

async function namesIn(unit: UnitOfWork, language: Language): Promise<Names> {
  const { rows: items } = await sql<{ id: number; name: string; unit: string }>`
    select id, name, unit from standard_item`.execute(unit.db)
  const { rows: departments } = await sql<{ id: number; name: string; nameEn: string }>`
    select id, name, name_en from shared_department order by sort, id`.execute(unit.db)
  return {
    items: new Map(items.map((item) => [item.id, item])),
    departments: new Map(departments.map((one) => [one.id, nameIn(language, one)])),
  }
}

const named = (rule: StandardRule, { items, departments }: Names): NamedRule => ({
  ...rule,
  itemName: items.get(rule.itemId)?.name ?? '',
  unit: items.get(rule.itemId)?.unit ?? '',
  deptName: rule.target.type === 'dept' ? (departments.get(Number(rule.target.value)) ?? '') : null,
})

function headsByDepartment(heads: readonly Heads[], { departments }: Names): readonly CountedHeads[] {
  const count = (deptId: number, personType?: string): number =>
    heads
      .filter((one) => one.deptId === deptId && (personType === undefined || one.personType === personType))
      .reduce((sum, one) => sum + one.count, 0)
  return [...departments].flatMap(([deptId, deptName]) => {
    const all = count(deptId)
    if (all === 0) return []
    const [police, auxiliary, contract, seconded] = ['police', 'auxiliary', 'contract', 'seconded'].map((type) =>
      count(deptId, type),
    ) as [number, number, number, number]
    return [{ deptId, deptName, count: all, police, auxiliary, contract, seconded }]
  })
}

/** Changes that the preview names; the rest is in their number. */
const NAMED_CHANGES = 200

async function dueDates(
  unit: UnitOfWork,
  rules: readonly StandardRule[],
  day: string,
  { items, departments }: Names,
  language: Language,
): Promise<VersionReport['dueDates']> {
  const changes = await dueChangesOf(unit, rules, day)
  const first = changes.slice(0, NAMED_CHANGES)
  const { rows } = await sql<{ id: number; name: string; nameEn: string; deptId: number }>`
    select id, name, name_en, dept_id from shared_app_user where id = any(${first.map(({ userId }) => userId)}::bigint[])`.execute(
    unit.db,
  )
  const people = new Map(rows.map((row) => [row.id, row]))
  return {
    total: changes.length,
    first: first.map(({ id, userId, itemId, nextDueAt, after }) => {
      const person = people.get(userId)
      return {
        issueId: id,
        userName: person === undefined ? '' : nameIn(language, person),
        deptName: departments.get(person?.deptId ?? 0) ?? '',
        itemName: items.get(itemId)?.name ?? '',
        before: nextDueAt,
        after,
      }
    }),
  }
}

type StoredImpact = Omit<Impact, 'deptName' | 'itemName'>

async function reportOf(unit: UnitOfWork, id: number, language: Language): Promise<VersionReport> {
  const { rows } = await sql<{
    kind: string
    state: string
    previewOn: string | null
    rules: readonly StandardRule[]
    heads: readonly Heads[]
    ruleChanges: readonly StoredRuleChange[]
    changes: readonly StoredImpact[]
  }>`
    select kind, state, preview_on, rules, heads, rule_changes, changes from standard_version where id = ${id} and deleted_at is null`.execute(
    unit.db,
  )
  const [version] = rows
  if (version === undefined) throw notFound()
  const names = await namesIn(unit, language)
  return {
    rules: version.rules.map((rule) => named(rule, names)),
    ruleChanges: version.ruleChanges.map(({ change, before, after }) => ({
      change,
      before: before === null ? null : named(before, names),
      after: after === null ? null : named(after, names),
    })),
    impacts: version.changes.map((one) => ({
      ...one,
      deptName: names.departments.get(one.deptId) ?? '',
      itemName: names.items.get(one.itemId)?.name ?? '',
    })),
    heads: headsByDepartment(version.heads, names),
    dueDates:
      version.kind === 'clothing' && version.state === 'draft'
        ? await dueDates(unit, version.rules, version.previewOn ?? unit.clock.today(), names, language)
        : null,
  }
}

/** Sums by department, of those the caller may see. */
async function departmentsOf(
  unit: UnitOfWork,
  scope: Scope,
  userDept: number,
  language: Language,
): Promise<readonly DepartmentStanding[]> {
  const reached = scope === 'all' ? null : [...scope.departments, ...(scope.self ? [userDept] : [])]
  const { rows } = await sql<DepartmentStanding & { readonly name: string; readonly nameEn: string }>`
    select c.dept_id, d.name, d.name_en, count(*) filter (where over_qty > 0)::int as over_items, sum(over_qty)::int as over_qty,
      count(*) filter (where short_qty > 0)::int as short_items, sum(short_qty)::int as short_qty, coalesce(sum(short_value), 0)::numeric(14,2) as short_value
    from standard_compliance c join shared_department d on d.id = c.dept_id
    where c.deleted_at is null and (${reached === null} or c.dept_id = any(${reached ?? []}::bigint[]))
    group by c.dept_id, d.name, d.name_en, d.sort order by d.sort, c.dept_id`.execute(unit.db)
  return rows.map(({ name, nameEn, ...row }) => ({ ...row, deptName: nameIn(language, { name, nameEn }) }))
}

const idParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

export const versionRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/standards/version/:id/report/',
    permission: 'equipStandard:Retrieve',
    params: idParams,
    handle: ({ unit, params, language }) => reportOf(unit, params.id, language),
  }),
  // The picker of a standard offers items of its kind and no others.
  route({
    method: 'GET',
    url: '/api/standards/item/of/:kind/',
    permission: 'equipStandard:Search',
    params: z.object({ kind: z.enum(standardDictionaries.standardKind) }),
    query: z.object({ search: z.string().max(60).optional(), id: z.coerce.number().int().optional() }),
    async handle({ unit, params, query }) {
      const search = query.search?.trim() ? `%${query.search.trim().replace(/[\\%_]/g, '\\$&')}%` : null
      const { rows } = await sql<ItemChoice>`
        select id, name as label from standard_item
        where deleted_at is null and (id = ${query.id ?? null}::bigint or (${query.id ?? null}::bigint is null and kind = ${params.kind}
          and (${search}::text is null or name ilike ${search}::text))) order by name limit 50`.execute(unit.db)
      return rows
    },
  }),
  route({
    method: 'GET',
    url: '/api/standards/compliance/departments/',
    permission: 'equipStandard:Compliance',
    handle: ({ unit, access, language }) =>
      departmentsOf(unit, access.scope('equipStandard:Compliance'), access.departmentId, language),
  }),
  route({
    method: 'GET',
    url: '/api/standards/pending/',
    permission: 'equipStandard:Search',
    query: z.object({ kind: z.enum(standardDictionaries.standardKind) }),
    async handle({ unit, query }) {
      const { rows } = await sql<Omit<PendingDrafts, 'counts'> & Partial<PendingDrafts['counts']>>`
        select v.counts_auxiliary, v.counts_contract, v.counts_seconded, (select count(*)::int from equip_standard where kind = ${query.kind} and state = 'draft' and deleted_at is null) as drafts,
          (select max(id) from standard_version where kind = ${query.kind} and state = 'draft' and deleted_at is null) as version_id
        from (select) one left join standard_version v on v.kind = ${query.kind} and v.state = 'published' and v.deleted_at is null`.execute(
        unit.db,
      )
      const [found] = rows
      return {
        drafts: found?.drafts ?? 0,
        versionId: found?.versionId ?? null,
        counts: {
          countsAuxiliary: found?.countsAuxiliary ?? true,
          countsContract: found?.countsContract ?? false,
          countsSeconded: found?.countsSeconded ?? false,
        },
      }
    },
  }),
]
