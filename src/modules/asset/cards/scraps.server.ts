/** Scrapping: reviewed by an asset manager and the head of logistics, from 20,000 yuan on by finance, then disposed of with proof (50.5). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { LOGISTICS_DEPARTMENT } from '#src/define/departments.ts'
import { permissionDenied, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { closeAllocations } from './asset-ledger.server.ts'
import { changeAssets, lockAssets, type Mover } from './asset-moves.server.ts'

interface ScrapRow {
  readonly id: number
  readonly assetId: number
  readonly price: string
  readonly state: string
  readonly requestedBy: number
  readonly managerBy: number | null
  readonly headBy: number | null
  readonly financeBy: number | null
}

/** Price from which finance approves as well, in yuan. */
const FINANCE_FROM = '20000.00'

async function isHead(unit: UnitOfWork, userId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from shared_department where key = ${LOGISTICS_DEPARTMENT} and leader_id = ${userId} and deleted_at is null`.execute(
      unit.db,
    )
  return rows.length > 0
}
async function holdsOne(
  unit: UnitOfWork,
  userId: number,
  roles: readonly ('assetManager' | 'financeOfficer' | 'financeLeader')[],
): Promise<boolean> {
  for (const role of roles) if ((await unit.usersWithRole(role)).includes(userId)) return true
  return false
}

/** The next open seat of this person: manager, head, finance; each person takes one. */
async function seatOf(
  scrap: ScrapRow,
  unit: UnitOfWork,
  userId: number,
): Promise<'manager_by' | 'head_by' | 'finance_by'> {
  const taken = [scrap.requestedBy, scrap.managerBy, scrap.headBy, scrap.financeBy]
  if (taken.includes(userId)) throw new RuleError('asset.scrapTwice')
  if (scrap.managerBy === null && (await holdsOne(unit, userId, ['assetManager']))) return 'manager_by'
  if (scrap.headBy === null && (await isHead(unit, userId))) return 'head_by'
  if (
    scrap.financeBy === null &&
    needsFinance(scrap) &&
    (await holdsOne(unit, userId, ['financeOfficer', 'financeLeader']))
  )
    return 'finance_by'
  throw permissionDenied()
}
const needsFinance = ({ price }: ScrapRow): boolean => compareMoney(price, FINANCE_FROM) >= 0

const mover = (unit: UnitOfWork, access: Access): Mover => ({ unit, userId: access.userId, ticketId: null })

async function approve(scrap: ScrapRow, unit: UnitOfWork, access: Access): Promise<void> {
  const seat = await seatOf(scrap, unit, access.userId)
  const { rows } = await sql<ScrapRow>`
    update asset_scrap set ${sql.id(seat)} = ${access.userId}, state = 'reviewed', updated_at = ${unit.clock.now()}, version = version + 1
    where id = ${scrap.id} returning manager_by, head_by, finance_by`.execute(unit.db)
  const now = rows[0]
  if (
    now === undefined ||
    now.managerBy === null ||
    now.headBy === null ||
    (needsFinance(scrap) && now.financeBy === null)
  )
    return
  await sql`update asset_scrap set state = 'approved' where id = ${scrap.id}`.execute(unit.db)
  const [asset] = await lockAssets(unit, [scrap.assetId])
  if (asset === undefined) return
  if (asset.holderId !== null)
    await closeAllocations(mover(unit, access), [asset.id], 'pendingScrap', '', 'approveScrap')
  else
    await changeAssets(
      mover(unit, access),
      [asset],
      'approveScrap',
      sql`state = 'pendingScrap', reserved_ticket_id = null`,
    )
}

/** A3 of 90: a computer leaves the house only with proof that its storage is destroyed. */
async function dispose(scrap: ScrapRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const [asset] = await lockAssets(unit, [scrap.assetId])
  if (asset === undefined) return
  const proof = Array.isArray(values.mediumProof) ? values.mediumProof : []
  if (asset.category === 'computer' && proof.length === 0)
    throw new RuleError('asset.mediumProofNeeded').at('mediumProof')
  await sql`
    update asset_scrap set state = 'disposed', disposed_on = ${String(values.disposedOn)}::date, method = ${String(values.method)}, income = ${String(values.income)}::numeric,
      receiver = ${String(values.receiver)}, treasury_receipt = ${values.treasuryReceipt ?? null}::text, medium_proof = ${proof}::bigint[], updated_at = ${unit.clock.now()}, version = version + 1
    where id = ${scrap.id}`.execute(unit.db)
  await changeAssets(
    mover(unit, access),
    [asset],
    'dispose',
    sql`state = 'scrapped', disposed_on = ${String(values.disposedOn)}::date`,
    String(values.receiver),
  )
}

const scrapOf = (row: { id: number } & Record<string, unknown>): ScrapRow => row as unknown as ScrapRow

export const scrapServer: RecordServer = {
  computed: {
    price: '(select a.price from asset a where a.id = r.asset_id)',
    netValue: '(select a.net_value from asset a where a.id = r.asset_id)',
    // Whole years in service when the request was made.
    usedYears:
      "(select date_part('year', age((r.created_at at time zone 'Asia/Shanghai')::date, a.start_date)) from asset a where a.id = r.asset_id)",
  },
  actions: {
    approve: (row, _values, unit, access) => approve(scrapOf(row), unit, access),
    async refuse(row, values, unit, access) {
      await seatOf(scrapOf(row), unit, access.userId)
      await sql`
        update asset_scrap set state = 'refused', refused_by = ${access.userId}, refusal = ${String(values.refusal)}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
      await changeAssets(
        mover(unit, access),
        await lockAssets(unit, [scrapOf(row).assetId]),
        'refuseScrap',
        // What came back as beyond repair is kept after all.
        sql`state = case when state = 'pendingScrap' then 'idle' else state end`,
        String(values.refusal),
      )
    },
    dispose: (row, values, unit, access) => dispose(scrapOf(row), values, unit, access),
  },
}
