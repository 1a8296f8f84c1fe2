/** PRC-14, PRC-45: vendors that share a legal representative, a phone or a bank account are one bidder, also by way of a third. */
import type { UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'

interface Traits {
  readonly id: number
  readonly legalPerson: string
  readonly mobile: string
  readonly bankAccount: string
}

/** The bidder each vendor belongs to, by the id of one of its vendors. Pure. */
export function biddersOf(vendors: readonly Traits[]): ReadonlyMap<number, number> {
  const parent = new Map(vendors.map(({ id }) => [id, id]))
  const rootOf = (id: number): number => {
    let root = id
    while (parent.get(root) !== root) root = parent.get(root) ?? root
    return root
  }
  const first = new Map<string, number>()
  for (const { id, legalPerson, mobile, bankAccount } of vendors)
    for (const [trait, value] of Object.entries({ legalPerson, mobile, bankAccount })) {
      const text = value.trim()
      if (text === '') continue
      const other = first.get(`${trait} ${text}`)
      if (other === undefined) first.set(`${trait} ${text}`, id)
      else parent.set(rootOf(id), rootOf(other))
    }
  return new Map(vendors.map(({ id }) => [id, rootOf(id)]))
}

/** The bidder that each vendor of the register belongs to: two may be related by a vendor that does not bid. */
export async function biddersIn(unit: UnitOfWork): Promise<ReadonlyMap<number, number>> {
  const vault = unit.service(secrets)
  const rows = await unit.db
    .selectFrom('vendor')
    .select(['id', 'legalPerson', 'mobile', 'bankAccount'])
    .where('deletedAt', 'is', null)
    .execute()
  return biddersOf(rows.map((row) => ({ ...row, bankAccount: vault.open(row.bankAccount) })))
}

/** How many of these vendors are independent of each other. */
export async function independentAmong(unit: UnitOfWork, ids: readonly number[]): Promise<number> {
  const bidders = await biddersIn(unit)
  return new Set(ids.map((id) => bidders.get(id) ?? id)).size
}

/** Names of those among these vendors that are banned, suspended or removed. */
export async function unfitAmong(unit: UnitOfWork, ids: readonly number[]): Promise<readonly string[]> {
  const rows = await unit.db
    .selectFrom('vendor')
    .select(['name', 'state', 'deletedAt'])
    .where('id', 'in', ids.length === 0 ? [0] : [...ids])
    .orderBy('name')
    .execute()
  return rows.filter(({ state, deletedAt }) => state !== 'active' || deletedAt !== null).map(({ name }) => name)
}
