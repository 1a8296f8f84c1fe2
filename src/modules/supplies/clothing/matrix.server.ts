/** Entitlements of a department as person x item, what is due by size, and the renewal plan of a season (23.3). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { addDays } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { sheets, ticketDrafts } from '#src/define/services.ts'
import { type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { MAX_LINES } from '../forms/fields.ts'
import type { ClothingMatrix, MatrixCell, RenewalPlan } from './clothing.types.ts'
import { entitledOf, RENEW_BEFORE_DAYS } from './entitled.server.ts'
import { noSizes, sizeFor, sizesOf } from './sizes.server.ts'

interface Member extends BilingualName {
  readonly id: number
  readonly empNo: string
  readonly personType: string
}

async function membersOf(unit: UnitOfWork, deptId: number): Promise<readonly Member[]> {
  const { rows } = await sql<Member>`
    select id, name, name_en, emp_no, person_type from shared_app_user where dept_id = ${deptId} and state and deleted_at is null order by emp_no`.execute(
    unit.db,
  )
  return rows
}

/** The items of the stock that stand for items of the standards, the first of each. */
async function stockOf(
  unit: UnitOfWork,
  standardIds: readonly number[],
): Promise<ReadonlyMap<number, StockItemFigures>> {
  const items = await unit.service(stockLedger).forStandards(standardIds)
  return new Map(items.toReversed().map((item) => [item.standardItemId ?? 0, item]))
}

/** What members of a department are due, with the stock item and size of each. */
async function dueOf(unit: UnitOfWork, deptId: number) {
  const members = await membersOf(unit, deptId)
  const ids = members.map(({ id }) => id)
  const entitled = await entitledOf(unit, ids, null, { withGear: false })
  const stock = await stockOf(unit, [...new Set(entitled.map(({ itemId }) => itemId))])
  const sizes = await sizesOf(unit, ids)
  const soon = addDays(unit.clock.today(), RENEW_BEFORE_DAYS)
  const standings = entitled.map((one) => ({
    ...one,
    isDue: one.left > 0 && (one.nextDueAt === null || one.nextDueAt <= soon),
  }))
  const due = standings.flatMap((one) => {
    const item = stock.get(one.itemId)
    const member = members.find(({ id }) => id === one.userId)
    if (!one.isDue || !item || !member || (member.personType === 'auxiliary' && !item.auxiliary)) return []
    const size = item.sizeList.length === 0 ? '' : sizeFor(item, sizes.get(one.userId) ?? noSizes)
    return [{ userId: one.userId, item, size, qty: one.left }]
  })
  return { members, standings, sizes, due }
}

const availableOf = (item: StockItemFigures, size: string | null): number =>
  size === null ? 0 : (item.sizes.find((one) => one.size === size)?.available ?? 0)

async function matrixOf(unit: UnitOfWork, language: Language, deptId: number): Promise<ClothingMatrix> {
  const { members, standings, sizes, due } = await dueOf(unit, deptId)
  const items = [...new Map(standings.map(({ itemId, itemName }) => [itemId, itemName]))].map(([id, name]) => ({
    id,
    name,
  }))
  const totals = new Map<string, ClothingMatrix['totals'][number]>()
  for (const { item, size, qty } of due) {
    const key = `${item.id}/${size}`
    totals.set(key, {
      itemId: item.id,
      name: item.name,
      size,
      qty: (totals.get(key)?.qty ?? 0) + qty,
      available: availableOf(item, size),
    })
  }
  return {
    deptId,
    items,
    people: members.map(({ id, empNo, ...named }) => ({
      id,
      name: nameIn(language, named),
      empNo,
      sizes: sizes.get(id) ?? noSizes,
      cells: items.map((item): MatrixCell | null => {
        const one = standings.find((standing) => standing.userId === id && standing.itemId === item.id)
        return one
          ? { qty: one.qty, issued: one.issued, pending: one.pending, nextDueAt: one.nextDueAt, isDue: one.isDue }
          : null
      }),
    })),
    totals: [...totals.values()].sort(
      (one, other) => one.itemId - other.itemId || (one.size ?? '').localeCompare(other.size ?? ''),
    ),
  }
}

/** The department that was asked for within the reader's scope; without one the reader's own, else the first in reach. */
function deptInReach(access: Access, asked: number | undefined): number {
  const scope = access.scope('equipmentClothing:Register')
  const wanted = asked ?? access.departmentId
  if (scope === 'all' || scope.departments.includes(wanted)) return wanted
  const [first] = asked === undefined ? scope.departments : []
  if (first === undefined) throw notFound()
  return first
}

async function departmentsInReach(unit: UnitOfWork, access: Access) {
  const scope = access.scope('equipmentClothing:RenewPlan')
  const ids = scope === 'all' ? null : scope.departments
  const { rows } = await sql<{ id: number; name: string; leaderId: number | null }>`
    select d.id, d.name, (select u.id from shared_app_user u join shared_role_holder h on h.user_id = u.id and h.role = 'deptLeader'
      where u.id = d.leader_id and u.dept_id = d.id and u.state and u.deleted_at is null) as leader_id
    from shared_department d where d.state and d.deleted_at is null and (${ids}::bigint[] is null or d.id = any(${ids}::bigint[])) order by d.sort, d.id`.execute(
    unit.db,
  )
  return rows
}

/** Drafts for what is due, in the names of the leaders, each with as many lines as a form takes. */
async function renew(unit: UnitOfWork, access: Access, only: readonly number[], season: string): Promise<RenewalPlan> {
  const drafts: RenewalPlan['drafts'][number][] = []
  const skipped: string[] = []
  const departments = (await departmentsInReach(unit, access)).filter(
    ({ id }) => only.length === 0 || only.includes(id),
  )
  for (const { id, name, leaderId } of departments) {
    const { due } = await dueOf(unit, id)
    if (due.length === 0) continue
    if (leaderId === null) {
      skipped.push(name)
      continue
    }
    for (let from = 0; from < due.length; from += MAX_LINES) {
      const part = due.slice(from, from + MAX_LINES)
      const draft = await unit.service(ticketDrafts).create(leaderId, 'equipmentClothing', {
        receiveFor: 'members',
        reasonType: 'periodic',
        reason: season,
        acceptShortage: true,
        lines: part.map(({ userId, item, size, qty }) => ({
          userId,
          itemId: item.id,
          sizeCode: size === '' ? null : size,
          qty,
        })),
      })
      const [people, pieces] = [
        new Set(part.map(({ userId }) => userId)).size,
        part.reduce((sum, { qty }) => sum + qty, 0),
      ]
      drafts.push({ ...draft, dept: name, people, pieces })
      unit.notify({
        to: [leaderId],
        contentType: 'REMIND',
        title: { key: 'supplies.renewalDraft', params: [draft.no, people, pieces] },
        link: `/workflow/receive/equipmentClothing?ticket=${draft.id}`,
      })
    }
  }
  return { drafts, skipped }
}

const deptQuery = z.object({ deptId: z.coerce.number().int().positive().optional() })

export const matrixRoutes = [
  route({
    method: 'GET',
    url: '/api/clothing/matrix/',
    permission: 'equipmentClothing:Register',
    query: deptQuery,
    handle: async ({ unit, access, query, language }) => matrixOf(unit, language, deptInReach(access, query.deptId)),
  }),
  route({
    method: 'GET',
    url: '/api/clothing/matrix/sizes/',
    permission: 'equipmentClothing:Export',
    query: deptQuery,
    async handle({ unit, access, query, language }) {
      const { totals } = await matrixOf(unit, language, deptInReach(access, query.deptId))
      const title = (key: string): string => unit.textOf(language, key) ?? key
      return unit.service(sheets).table(
        'clothing-sizes',
        [
          { title: title('records.clothingIssue.fields.itemId') },
          { title: title('records.clothingIssue.fields.size') },
          { title: title('clothing.matrix.due'), places: 0 },
          { title: title('clothing.matrix.available'), places: 0 },
        ],
        totals.map(({ name, size, qty, available }) => [
          name,
          size ?? title('clothing.matrix.sizeUnknown'),
          qty,
          available,
        ]),
      )
    },
  }),
  route({
    method: 'POST',
    url: '/api/clothing/renewal/',
    permission: 'equipmentClothing:RenewPlan',
    operation: { text: 'supplies.renew' },
    body: z.strictObject({
      deptIds: z.array(z.number().int().positive()).max(500).default([]),
      season: z.string().overwrite(trimText).min(5).max(100),
    }),
    handle: ({ unit, access, body }) => renew(unit, access, body.deptIds, body.season),
  }),
]
