/** 我的被装: sizes, entitlements and what a person was issued (10.3). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { addDays } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, ValidationError } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import type { CardLoan, OwnClothing, OwnIssue, PersonalCardData } from './clothing.types.ts'
import { entitledOf, RENEW_BEFORE_DAYS } from './entitled.server.ts'
import { noSizes, SIZE_KINDS, SIZE_RANGES, sizesOf, writeSizes } from './sizes.server.ts'

/** What items of the stock are called. */
async function namesOf(unit: UnitOfWork, ids: readonly number[]) {
  const items = await unit.service(stockLedger).items([...new Set(ids)])
  return (id: number) => {
    const item = items.find((one) => one.id === id)
    return { name: item?.name ?? '', spec: item?.spec ?? '', unit: item?.unit ?? '' }
  }
}

export async function clothingOf(unit: UnitOfWork, userId: number): Promise<OwnClothing> {
  const { rows } = await sql<Omit<OwnIssue, 'name' | 'spec' | 'unit'> & { readonly stockItemId: number }>`
    select c.id, c.item_id as stock_item_id, c.size, c.qty, c.qty - c.returned_qty - c.ended_qty as held, c.reason_type, (c.at at time zone 'Asia/Shanghai')::date as at,
      c.next_due_at, c.ticket_id, t.no as ticket_no
    from clothing_issue c left join shared_ticket t on t.id = c.ticket_id
    where c.user_id = ${userId} order by c.at desc, c.id desc`.execute(unit.db)
  const names = await namesOf(
    unit,
    rows.map(({ stockItemId }) => stockItemId),
  )
  const soon = addDays(unit.clock.today(), RENEW_BEFORE_DAYS)
  const entitled = await entitledOf(unit, [userId], null)
  return {
    sizes: (await sizesOf(unit, [userId])).get(userId) ?? noSizes,
    entitlements: entitled.map(({ itemId, itemName, kind, qty, years, issued, pending, left, nextDueAt }) => ({
      itemId,
      itemName,
      kind,
      qty,
      years,
      issued,
      pending,
      left,
      nextDueAt,
      isDue: left > 0 && (nextDueAt === null || nextDueAt <= soon),
    })),
    issues: rows.map(({ stockItemId, ...row }) => ({ ...row, ...names(stockItemId) })),
  }
}

/** 90 A.5: what stands on the personal card beside clothing. */
async function cardOf(unit: UnitOfWork, userId: number, language: Language): Promise<PersonalCardData> {
  const day = unit.clock.today()
  const { rows: people } = await sql<PersonalCardData['person'] & { readonly nameEn: string; readonly deptEn: string }>`
    select u.name, u.name_en, u.emp_no, d.name as dept, d.name_en as dept_en, u.person_type from shared_app_user u join shared_department d on d.id = u.dept_id where u.id = ${userId}`.execute(
    unit.db,
  )
  const [found] = people
  if (!found) throw notFound()
  const { nameEn: _nameEn, deptEn, ...person } = found
  const { rows } = await sql<Omit<CardLoan, 'name' | 'unit'> & { readonly itemId: number }>`
    select r.id, r.item_id, (r.qty - r.returned_qty)::float8 as qty, r.due_at, coalesce(r.due_at < ${day}::date, false) as is_late
    from supply_return r where r.user_id = ${userId} and r.kind = 'loan' and r.state <> 'returned' order by r.due_at, r.id`.execute(
    unit.db,
  )
  const names = await namesOf(
    unit,
    rows.map(({ itemId }) => itemId),
  )
  const loans = rows.map(({ itemId, ...row }): CardLoan => {
    const { name, unit } = names(itemId)
    return { ...row, name, unit }
  })
  return {
    day,
    person: { ...person, name: nameIn(language, found), dept: nameIn(language, { name: person.dept, nameEn: deptEn }) },
    assets: await unit.service(assetLedger).heldCards(userId),
    loans,
  }
}

const numbered = (kind: string) => {
  const [from = 0, to = 0] = SIZE_RANGES[kind] ?? []
  return z
    .string()
    .refine((text) => /^\d{2,3}$/.test(text) && Number(text) >= from && Number(text) <= to)
    .nullable()
    .optional()
}
const coded = z.string().overwrite(trimText).min(1).max(20).nullable().optional()
const body = z.strictObject({
  height: numbered('height'),
  hat: numbered('hat'),
  shirt: coded,
  trousers: coded,
  shoe: numbered('shoe'),
})

export const ownClothingRoutes = [
  route({
    method: 'GET',
    url: '/api/clothing/own/',
    permission: 'signedIn',
    handle: ({ unit, access }) => clothingOf(unit, access.userId),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/own/card/',
    permission: 'signedIn',
    handle: ({ unit, access, language }) => cardOf(unit, access.userId, language),
  }),
  route({
    method: 'PUT',
    url: '/api/clothing/own/sizes/',
    permission: 'signedIn',
    operation: { text: 'supplies.confirmSizes' },
    // Each measure is judged below, so that its message names its range.
    body: z
      .strictObject(Object.fromEntries(SIZE_KINDS.map((kind) => [kind, z.unknown().optional()])))
      .refine((sizes) => Object.keys(sizes).length > 0),
    async handle({ unit, access, body: given }) {
      const read = body.safeParse(given)
      if (!read.success)
        throw new ValidationError(
          Object.fromEntries(
            read.error.issues.map(({ path: [kind] }) => [
              String(kind),
              [{ key: 'supplies.sizeRange', params: [...(SIZE_RANGES[String(kind)] ?? [])] }],
            ]),
          ),
        )
      const sizes = Object.fromEntries(Object.entries(read.data).filter(([, size]) => size !== undefined))
      await writeSizes(unit, new Map([[access.userId, sizes]]), true)
      return (await sizesOf(unit, [access.userId])).get(access.userId) ?? noSizes
    },
  }),
]
