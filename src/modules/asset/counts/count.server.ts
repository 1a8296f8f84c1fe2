/** Counts from their snapshot to what they change (50.5, E5). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type Problem, problemOf, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { nextDocumentNo } from '../document-numbers.server.ts'
import { applyLines } from './apply.server.ts'
import { lockCount } from './scan.server.ts'

/** Assets of one count; a larger one is planned by department or room. */
const MAX_EXPECTED = 20_000

interface Scope {
  readonly deptIds: readonly number[] | null
  readonly roomId: number | null
  readonly category: string | null
  /** These alone, whatever the rest of the scope says; null or none for all of it. */
  readonly assets: readonly { readonly assetId: number }[] | null
}

interface Plan extends Scope {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly counterIds: readonly number[]
}

const countable = sql`('idle', 'inUse', 'repairing', 'pendingScrap')`

/** A chosen asset that no count can find is named at its line. */
async function refuseUncountable(unit: UnitOfWork, chosen: readonly number[]): Promise<void> {
  const { rows } = await sql<{ place: number; assetNo: string; state: string }>`
    select given.place::int - 1 as place, a.asset_no, a.state
    from unnest(${chosen}::bigint[]) with ordinality as given(id, place) join asset a on a.id = given.id
    where a.state not in ${countable} order by given.place`.execute(unit.db)
  if (rows.length > 0)
    throw new ValidationError(
      Object.fromEntries(
        rows.map(({ place, assetNo, state }) => [
          `assets.${place}.assetId`,
          [{ key: 'asset.notCountable', params: [assetNo, { dictionary: 'assetState', value: state }] }],
        ]),
      ),
    )
}

const chosenIn = ({ assets }: Scope): readonly number[] => assets?.map(({ assetId }) => assetId) ?? []

/** The assets of a plan, on table alias `a`: everything on the books in its scope, in whatever state somebody could find it. */
const inScope = (scope: Scope): RawBuilder<SqlBool> => {
  const { deptIds, roomId, category } = scope
  const depts = deptIds ?? []
  const chosen = chosenIn(scope)
  return sql<SqlBool>`a.deleted_at is null and a.state in ${countable}
    and (cardinality(${depts}::bigint[]) = 0 or a.dept_id = any(${depts}::bigint[]))
    and (${roomId ?? null}::bigint is null or a.room_id = ${roomId ?? null}::bigint) and (${category ?? null}::text is null or a.category = ${category ?? null}::text)
    and (cardinality(${chosen}::bigint[]) = 0 or a.id = any(${chosen}::bigint[]))`
}

/** Another open count that holds part of the same assets: what one finds the other misses. */
async function sameScope(values: FormData, unit: UnitOfWork): Promise<Problem | null> {
  const scope = values as unknown as Scope
  // Nobody is asked about a count that cannot be made.
  await refuseUncountable(unit, chosenIn(scope))
  const { rows } = await sql<{ no: string; name: string }>`
    select c.no, c.name from asset_count c where c.state in ('counting', 'review') and c.deleted_at is null and exists (
      select from asset_count_line l join asset a on a.id = l.asset_id where l.count_id = c.id and l.is_expected and ${inScope(scope)})
    order by c.id desc limit 1`.execute(unit.db)
  return rows[0] === undefined ? null : problemOf('asset.countRunning', rows[0].no, rows[0].name)
}

/** The snapshot: everything on the books in the scope, in whatever state somebody could find it. */
async function snapshot(unit: UnitOfWork, plan: Plan): Promise<void> {
  await refuseUncountable(unit, chosenIn(plan))
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into asset_count_line (count_id, asset_id, label, is_expected, book_room_id, created_at)
      select ${plan.id}::bigint, a.id, a.asset_no, true, a.room_id, ${unit.clock.now()}::timestamptz from asset a
      where ${inScope(plan)} order by a.asset_no limit ${MAX_EXPECTED + 1} returning 1)
    select count(*)::int as count from added`.execute(unit.db)
  const count = rows[0]?.count ?? 0
  if (count === 0) throw new ValidationError({ deptIds: [{ key: 'asset.nothingToCount' }] })
  if (count > MAX_EXPECTED)
    throw new ValidationError({ deptIds: [{ key: 'asset.tooMuchToCount', params: [MAX_EXPECTED] }] })
}

async function move(unit: UnitOfWork, id: number, state: string, more = sql``): Promise<void> {
  await sql`
    update asset_count set state = ${state}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
}

/** What was not found is missing from now on; scans that are still under way are taken until the count is applied. */
async function submit(unit: UnitOfWork, id: number): Promise<void> {
  const count = await lockCount(unit, id)
  const { rows } = await sql`select 1 from asset_count_scan where count_id = ${id} limit 1`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('asset.nothingCounted')
  await move(unit, id, 'review', sql`, submitted_at = ${unit.clock.now()}::timestamptz`)
  unit.notify({
    to: (await unit.usersWithRole('assetManager')).filter((person) => !count.counterIds.includes(person)),
    contentType: 'REMIND',
    title: { key: 'asset.countSubmitted', params: [count.no, count.name] },
    link: `/stockmanage/asset?tab=counts&id=${id}`,
  })
}

async function apply(unit: UnitOfWork, id: number, access: Access): Promise<void> {
  const count = await lockCount(unit, id)
  if (count.counterIds.includes(access.userId)) throw new RuleError('asset.countOwn')
  if (count.sheetId === null) throw new RuleError('asset.countUnsigned')
  await applyLines(unit, access, count)
  await move(unit, id, 'applied', sql`, approver_id = ${access.userId}, applied_at = ${unit.clock.now()}::timestamptz`)
}

const figure = (condition: string): string =>
  `(select count(*)::int from asset_count_line l where l.count_id = r.id and ${condition})`

export const countServer: RecordServer = {
  computed: {
    expected: figure('l.is_expected'),
    counted: figure('l.is_expected and l.found_at is not null'),
    elsewhere: figure(`l.result = 'elsewhere'`),
    unexpected: figure(`l.result = 'unexpected'`),
    unknown: figure(`l.result = 'unknown'`),
    missing: figure(`l.result = 'missing'`),
  },
  pickable: (access) => sql`r.deleted_at is null and ${access.userId} = any(r.counter_ids)`,
  question: sameScope,
  async beforeCreate(values, unit) {
    return { ...values, no: await nextDocumentNo(unit, 'PD'), state: 'counting' }
  },
  async afterWrite(row, unit, _access, before) {
    if (before !== null) return
    const plan = row as unknown as Plan
    await snapshot(unit, plan)
    unit.notify({
      to: [...plan.counterIds],
      contentType: 'REMIND',
      title: { key: 'asset.countAssigned', params: [plan.no, plan.name] },
      link: `/scan?count=${plan.id}`,
    })
  },
  actions: {
    submit: (row, _values, unit) => submit(unit, row.id),
    // What was signed no longer holds when counting goes on; the sheet stays in the register.
    reopen: (row, values, unit) =>
      move(unit, row.id, 'counting', sql`, comment = ${String(values.comment)}, sheet_id = null`),
    apply: (row, _values, unit, access) => apply(unit, row.id, access),
    cancel: (row, values, unit) => move(unit, row.id, 'cancelled', sql`, comment = ${String(values.comment)}`),
  },
}
