/** 70.3: 20 selections in every state, with quotes that differ by line; two wait for score sheets and one for its award. */
import { sql } from 'kysely'
import { addDays, parseMoment } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { addMoney, fromCents, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { nextPurchaseNo } from '../purchases/rows.server.ts'
import { awardSelection } from './award.server.ts'
import { submitScores } from './scores.server.ts'

interface Item {
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly qty: number
  /** Usual price of one in yuan. */
  readonly price: number
}
type Subject = readonly [subject: string, items: readonly Item[]]
const subjects: readonly [Subject, ...Subject[]] = [
  [
    '执法记录仪配件',
    [
      { name: '执法记录仪电池', spec: '3000mAh', unit: '块', qty: 60, price: 180 },
      { name: '充电底座', spec: '8口', unit: '台', qty: 6, price: 1250 },
    ],
  ],
  [
    '会议室音视频设备',
    [
      { name: '会议话筒', spec: '无线一拖四', unit: '套', qty: 2, price: 3600 },
      { name: '投影幕布', spec: '150英寸', unit: '块', qty: 1, price: 2400 },
      { name: '安装调试', spec: '含线材', unit: '项', qty: 1, price: 3000 },
    ],
  ],
  [
    '训练场地垫',
    [
      { name: '柔道垫', spec: '1m×2m×6cm', unit: '块', qty: 40, price: 420 },
      { name: '沙袋', spec: '1.2m', unit: '个', qty: 8, price: 560 },
    ],
  ],
  [
    '值班室空调清洗维护',
    [
      { name: '壁挂机清洗', spec: '含消毒', unit: '台', qty: 48, price: 110 },
      { name: '柜机清洗', spec: '含消毒', unit: '台', qty: 16, price: 180 },
    ],
  ],
]
type State = 'draft' | 'inviting' | 'opened' | 'awarded' | 'aborted'
/** One selection each: its state, and for a weighted one how many sheets are in. */
const plan: readonly (readonly [state: State, sheets?: number])[] = [
  ...Array.from({ length: 8 }, () => ['awarded'] as const),
  ['awarded', 3],
  ['aborted'],
  ['aborted'],
  ['opened'],
  ['opened', 3],
  ['opened', 1],
  ['opened', 0],
  ['inviting'],
  ['inviting'],
  ['inviting'],
  ['draft'],
  ['draft'],
]
const INVITED = 4
/** Percent of the usual price that each invited vendor asks for. */
const PRICE_PERCENTS = [98, 93, 101, 96] as const
const WEIGHTS = { priceWeight: 40, qualityWeight: 30, deliveryWeight: 15, serviceWeight: 15 }

interface People {
  readonly officer: number
  readonly second: number
  readonly deptId: number
  readonly panel: readonly number[]
}

async function peopleOf(unit: UnitOfWork): Promise<People> {
  const rows = await unit.db
    .selectFrom('shared_app_user')
    .select(['id', 'username', 'deptId'])
    .where('username', 'in', ['shui37', 'dou38', 'xi44', 'zhang39'])
    .execute()
  const of = (username: string) => {
    const found = rows.find((row) => row.username === username)
    if (found === undefined) throw new Error(`no user ${username}`)
    return found
  }
  const officer = of('shui37')
  const panel = [officer.id, of('xi44').id, of('zhang39').id]
  return { officer: officer.id, second: of('dou38').id, deptId: officer.deptId, panel }
}

/** A moment by the clock of the bureau, `HH:mm`. @throws RangeError where there is none */
function momentOn(day: string, time: string): Date {
  const moment = parseMoment(`${day} ${time}:00`)
  if (moment === null) throw new RangeError(`no moment ${day} ${time}`)
  return moment
}

interface Round {
  readonly selectionId: number
  readonly items: readonly Item[]
  readonly bidders: readonly number[]
  readonly receivedOn: string
}

const envelopeOf = (selectionId: number, index: number): string => `BJ-${selectionId}-${index + 1}`

async function seedReceipts(
  unit: UnitOfWork,
  { officer }: People,
  { selectionId, bidders, receivedOn }: Round,
): Promise<void> {
  const receipts = bidders.map((vendorId, index) => ({
    selectionId,
    round: 1,
    vendorId,
    envelopeNo: envelopeOf(selectionId, index),
    sealPhoto: [],
    receivedAt: momentOn(receivedOn, `1${index}:20`),
    receivedBy: officer,
  }))
  if (receipts.length > 0) await unit.db.insertInto('selection_receipt').values(receipts).execute()
}

/** Quotes of the bidders: the last one leaves out an item, and its total is what it priced. */
async function seedQuotes(
  unit: UnitOfWork,
  { deptId }: People,
  { selectionId, items, bidders }: Round,
  openedAt: Date,
): Promise<void> {
  const quotes = bidders.map((vendorId, index) => {
    const isPartial = index === INVITED - 1
    const prices = items.map(({ name, price }, line) => ({
      item: name,
      price:
        isPartial && line > 0 ? null : fromCents(BigInt(price * ((PRICE_PERCENTS[index] ?? 100) + ((line * 3) % 5)))),
    }))
    return {
      selectionId,
      deptId,
      round: 1,
      vendorId,
      envelopeNo: envelopeOf(selectionId, index),
      amount: sumMoney(prices.map(({ price }, line) => timesMoney(price ?? '0.00', items[line]?.qty ?? 0))),
      deliveryDays: 10 + index * 5,
      warrantyMonths: 12 + (index % 3) * 12,
      prices: JSON.stringify(prices),
      quoteFile: [],
      fileHash: '',
      isValid: !isPartial,
      invalidReason: isPartial ? '缺项报价，未响应全部采购清单' : null,
      openedAt,
      createdAt: openedAt,
      updatedAt: openedAt,
    }
  })
  await unit.db.insertInto('selection_quote').values(quotes).execute()
}

/** Ranks the valid quotes by their amount; those of a scored selection are ranked once all sheets are in. */
const rankByAmount = (unit: UnitOfWork, selectionId: number) =>
  sql`
    update selection_quote q set rank = ranked.rank from (
      select id, rank() over (order by amount, id) as rank from selection_quote where selection_id = ${selectionId} and is_valid) ranked
    where q.id = ranked.id`.execute(unit.db)

async function seedOne(unit: UnitOfWork, index: number, people: People, vendors: readonly number[]): Promise<void> {
  const [state, sheets] = plan[index] ?? ['draft']
  const [subject, items] = subjects[index % subjects.length] ?? subjects[0]
  const today = unit.clock.today()
  const isOpened = state === 'opened' || state === 'awarded' || state === 'aborted'
  const deadlineOn = isOpened ? addDays(today, index - 24) : addDays(today, 2 + (index % 5))
  const createdAt = momentOn(addDays(today, index - 32), '09:00')
  const openedAt = isOpened ? momentOn(deadlineOn, '10:30') : null
  const usual = sumMoney(items.map(({ price, qty }) => timesMoney(fromCents(BigInt(price * 100)), qty)))
  const { id } = await unit.db
    .insertInto('selection')
    .values({
      no: await nextPurchaseNo(unit, 'BX'),
      subject,
      category: subject.endsWith('维护') ? 'services' : 'goods',
      method: 'comparison',
      ceiling: addMoney(usual, '1500.00'),
      items: JSON.stringify(items.map(({ price: _price, ...item }) => item)),
      invitations: JSON.stringify(vendors.slice(0, INVITED).map((vendorId) => ({ vendorId }))),
      panel: [...people.panel],
      deadline: momentOn(deadlineOn, '10:00'),
      deptId: people.deptId,
      ownerId: people.officer,
      state: state === 'awarded' ? 'opened' : state,
      abortReason: state === 'aborted' ? '采购需求调整，本次比选终止' : null,
      scoring: sheets === undefined ? 'lowest' : 'weighted',
      ...(sheets !== undefined && WEIGHTS),
      invitedAt: state === 'draft' ? null : createdAt,
      ...(openedAt !== null && {
        openedAt,
        openedBy: people.officer,
        confirmedBy: people.second,
        minutes: '报价截止后由两人当场拆封录入，密封完好，金额两次录入一致。',
      }),
      createdAt,
      createdBy: people.officer,
      updatedAt: openedAt ?? createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (state === 'draft') return
  // Of those under way the first envelopes are in.
  const bidders = vendors.slice(0, isOpened ? INVITED : index % 3)
  const round = { selectionId: id, items, bidders, receivedOn: addDays(isOpened ? deadlineOn : today, -1) }
  await seedReceipts(unit, people, round)
  if (openedAt !== null) await seedQuotes(unit, people, round, openedAt)
  if (openedAt !== null && sheets === undefined) await rankByAmount(unit, id)
  for (const [place, userId] of people.panel.slice(0, sheets ?? 0).entries()) {
    const scores = bidders.slice(0, INVITED - 1).map((vendorId, bidder) => ({
      vendorId,
      quality: `${22 + ((place + bidder * 2) % 7)}.5`,
      delivery: `${11 + ((place + bidder) % 4)}.0`,
      service: `${10 + ((place * 2 + bidder) % 5)}.5`,
    }))
    await submitScores(unit, { userId }, id, scores)
  }
  if (state === 'awarded') await awardSelection(unit, id, {}, { userId: people.officer })
}

export async function seedSelections(unit: UnitOfWork): Promise<void> {
  const people = await peopleOf(unit)
  const rows = await unit.db
    .selectFrom('vendor')
    .select('id')
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(12)
    .execute()
  const vendors = rows.map(({ id }) => id)
  for (const index of plan.keys()) {
    const from = (index * INVITED) % vendors.length
    await seedOne(unit, index, people, [...vendors.slice(from), ...vendors.slice(0, from)])
  }
}
