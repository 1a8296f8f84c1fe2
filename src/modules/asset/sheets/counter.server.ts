/** At the counter: many assets signed for at once, and all that somebody holds handed over in one go (90 A 1). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { cancelBookingsOf } from '../bookings/booking-moves.server.ts'
import { closeAllocations } from '../cards/asset-ledger.server.ts'
import { changeAssets, lockAssets } from '../cards/asset-moves.server.ts'
import { moveAsset } from '../cards/transfers.server.ts'
import type { HeldAsset, HeldByPerson } from './sheet.types.ts'
import { addSheet, strokesSchema, TERMS_VERSION, wording } from './sheets.server.ts'

interface Person {
  readonly userId: number
  readonly name: string
  readonly deptId: number
  readonly dept: string
}

/** Signed papers name people in Chinese in every language of the page. */
async function personOf(unit: UnitOfWork, userId: number, language: Language = 'zhHans'): Promise<Person> {
  const { rows } = await sql<Person & { readonly nameEn: string; readonly deptEn: string }>`
    select u.id as user_id, u.name, u.name_en, u.dept_id, d.name as dept, d.name_en as dept_en from shared_app_user u join shared_department d on d.id = u.dept_id where u.id = ${userId} and u.deleted_at is null`.execute(
    unit.db,
  )
  const [person] = rows
  if (person === undefined) throw notFound()
  const { nameEn, deptEn, ...known } = person
  return { ...known, name: nameIn(language, person), dept: nameIn(language, { name: known.dept, nameEn: deptEn }) }
}

async function assetsOf(unit: UnitOfWork, userId: number): Promise<readonly HeldAsset[]> {
  const { rows } = await sql<HeldAsset>`
    select l.id as allocation_id, a.id as asset_id, a.asset_no, a.name, a.model, a.sn, a.state, r.name as room, l.until, l.confirmed_at is not null as is_confirmed
    from asset_allocation l join asset a on a.id = l.asset_id left join asset_room r on r.id = a.room_id
    where l.holder_id = ${userId} and l.closed_at is null order by a.asset_no`.execute(unit.db)
  return rows
}

export async function heldBy(unit: UnitOfWork, userId: number, language: Language): Promise<HeldByPerson> {
  const [person, assets] = [await personOf(unit, userId, language), await assetsOf(unit, userId)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from asset_booking where user_id = ${userId} and state = 'booked'`.execute(unit.db)
  return { ...person, assets, bookings: rows[0]?.count ?? 0 }
}

/** Data scope (INV-11): whom the caller may hand over to and take back from. */
function refuseOutOfScope(access: Access, permission: 'asset:Allocate' | 'asset:Transfer', deptId: number): void {
  const scope = access.scope(permission)
  if (scope !== 'all' && !scope.departments.includes(deptId)) throw notFound()
}

export const heldAssets = route({
  method: 'GET',
  url: '/api/assets/held/:userId/',
  permission: 'asset:Allocate',
  params: z.object({ userId: z.coerce.number().int().positive() }),
  async handle({ unit, access, params, language }) {
    const person = await heldBy(unit, params.userId, language)
    refuseOutOfScope(access, 'asset:Allocate', person.deptId)
    return person
  },
})

const lineText = (asset: HeldAsset, index: number): string =>
  [`${index + 1}.`, asset.assetNo, asset.name, asset.model, asset.sn, asset.room ?? '', asset.until ?? '']
    .filter((part) => part !== '')
    .join('  ')

/** The chosen ones of what a person holds. @throws RuleError asset.notHeldBy for one that is not theirs */
function chosenOf(all: readonly HeldAsset[], assetIds: readonly number[], name: string): readonly HeldAsset[] {
  const chosen = all.filter(({ assetId }) => assetIds.includes(assetId))
  if (chosen.length !== new Set(assetIds).size) throw new RuleError('asset.notHeldBy', name).at('assetIds')
  return chosen
}

const assetIds = z.array(z.number().int().positive()).min(1).max(500)

export const signReceipt = route({
  method: 'POST',
  url: '/api/assets/receipts/',
  permission: 'asset:Allocate',
  operation: operation('asset.receipt'),
  body: z.object({ userId: z.number().int().positive(), assetIds, strokes: strokesSchema }),
  async handle({ unit, access, body }) {
    const person = await personOf(unit, body.userId)
    refuseOutOfScope(access, 'asset:Allocate', person.deptId)
    if (person.userId === access.userId) throw new RuleError('asset.ownReceipt').at('userId')
    const rows = await lockAssets(unit, body.assetIds)
    const chosen = chosenOf(await assetsOf(unit, person.userId), body.assetIds, person.name)
    const open = chosen.filter(({ isConfirmed }) => !isConfirmed)
    const now = unit.clock.now()
    await sql`
      update asset_allocation set confirmed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
      where id = any(${open.map(({ allocationId }) => allocationId)}::bigint[]) and closed_at is null and confirmed_at is null`.execute(
      unit.db,
    )
    const isOpen = new Set(open.map(({ assetId }) => assetId))
    const sheet = await addSheet(unit, {
      kind: 'receipt',
      bodyOf: (no) =>
        [
          wording(unit, 'assetSheets.receiptHead', no),
          wording(unit, 'assetSheets.receiver', person.name, person.dept, unit.clock.today()),
          '',
          ...chosen.map(lineText),
          '',
          wording(unit, 'assetSheets.pieces', chosen.length),
          wording(unit, 'assetSheets.receiptTerms', TERMS_VERSION),
        ].join('\n'),
      strokes: body.strokes,
      signerId: person.userId,
      deptId: person.deptId,
      witnessId: access.userId,
      assetIds: body.assetIds,
    })
    await changeAssets(
      { unit, userId: access.userId, ticketId: null },
      rows.filter(({ id }) => isOpen.has(id)),
      'confirm',
      sql`is_unconfirmed = false`,
      sheet.no,
    )
    unit.changed('assetAllocation', null)
    return { ...sheet, confirmed: open.length }
  },
})

export const handOver = route({
  method: 'POST',
  url: '/api/assets/handovers/',
  permission: 'asset:Transfer',
  operation: operation('asset.handover'),
  body: z.object({
    userId: z.number().int().positive(),
    /** Null: back to the store. */
    successorId: z.number().int().positive().nullable(),
    assetIds,
    reason: z.string().overwrite(trimText).min(2).max(300),
    strokes: strokesSchema,
  }),
  async handle({ unit, access, body }) {
    const person = await personOf(unit, body.userId)
    refuseOutOfScope(access, 'asset:Transfer', person.deptId)
    if (person.userId === access.userId) throw new RuleError('asset.ownReceipt').at('userId')
    const successor = body.successorId === null ? null : await personOf(unit, body.successorId)
    if (successor?.userId === person.userId) throw new RuleError('asset.successorSame').at('successorId')
    // What leaves the department needs both leaders, which the transfer asks for.
    if (successor !== null && successor.deptId !== person.deptId)
      throw new RuleError('asset.successorOfOtherDept', successor.name).at('successorId')
    const rows = await lockAssets(unit, body.assetIds)
    const all = await assetsOf(unit, person.userId)
    const chosen = chosenOf(all, body.assetIds, person.name)
    const mover = { unit, userId: access.userId, ticketId: null }
    for (const row of rows)
      if (row.state === 'repairing') await closeAllocations(mover, [row.id], 'repairing', body.reason)
      else if (successor === null) await closeAllocations(mover, [row.id], 'idle', body.reason)
      else
        await moveAsset(
          mover,
          row.id,
          { deptId: successor.deptId, holderId: successor.userId, roomId: row.roomId },
          body.reason,
        )
    if (chosen.length === all.length) await cancelBookingsOf(unit, person.userId, body.reason)
    const sheet = await addSheet(unit, {
      kind: 'handover',
      bodyOf: (no) =>
        [
          wording(unit, 'assetSheets.handoverHead', no),
          wording(unit, 'assetSheets.giver', person.name, person.dept, unit.clock.today()),
          successor === null
            ? wording(unit, 'assetSheets.toStore')
            : wording(unit, 'assetSheets.successor', successor.name, successor.dept),
          '',
          ...chosen.map(lineText),
          '',
          wording(unit, 'assetSheets.pieces', chosen.length),
          wording(unit, 'assetSheets.reason', body.reason),
          wording(unit, 'assetSheets.handoverTerms', TERMS_VERSION),
        ].join('\n'),
      strokes: body.strokes,
      signerId: person.userId,
      deptId: person.deptId,
      witnessId: access.userId,
      assetIds: body.assetIds,
    })
    if (successor !== null)
      unit.notify({
        to: [successor.userId],
        contentType: 'SYSTEM',
        title: { key: 'asset.handedToYou', params: [person.name, chosen.length] },
        link: '/personal-center?tab=assets',
      })
    return { ...sheet, moved: chosen.length }
  },
})
