import { addDays, dayOf } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from '../bureau.server.ts'
import type { Colleague, Course, Story } from '../story.ts'

interface Piece {
  readonly type: string
  readonly name: string
  readonly spec: string
  readonly reason: string
  readonly qty: number
  /** In yuan; none for what is printed in the house. */
  readonly price?: number
  /** What the store gives for it. */
  readonly paper?: readonly [item: string, qty: number]
}

const envelopes: Piece = {
  type: 'document',
  name: '单位信封',
  spec: '5号信封 单色',
  reason: '对外发函使用的信封用完',
  qty: 40,
  paper: ['信封', 40],
}
const folders: Piece = {
  type: 'document',
  name: '案卷档案袋封面',
  spec: '档案袋 单色',
  reason: '案卷归档需要统一封面',
  qty: 20,
  paper: ['档案袋', 20],
}
const signs: Piece = {
  type: 'signage',
  name: '科室门牌',
  spec: '亚克力 30×12厘米',
  reason: '办公室调整后更换门牌',
  qty: 12,
}
const brochures: Piece = {
  type: 'brochure',
  name: '防范电信诈骗宣传册',
  spec: 'A5 彩色 24页 骑马钉',
  reason: '社区宣传活动使用',
  qty: 300,
  price: 4,
}
const boards: Piece = {
  type: 'board',
  name: '交通安全宣传展板',
  spec: '120×80厘米 KT板',
  reason: '交通安全进校园活动使用',
  qty: 6,
  price: 85,
}
const banner: Piece = {
  type: 'banner',
  name: '安全生产月横幅',
  spec: '8×0.7米 红底白字',
  reason: '安全生产月宣传使用',
  qty: 3,
  price: 90,
}

interface Given {
  /** Items of the store by name, a vendor that prints, and the line that pays in a year. */
  readonly items: ReadonlyMap<string, number>
  readonly printer: number
  readonly lineOf: (unit: string, year: number) => number
}

/** Writes stories of prints (23.11): in the house and by a vendor, delivered, undone and under way. */
export function printStories(bureau: Bureau, { items, printer, lineOf }: Given): readonly Story[] {
  const { chance, people, person, files } = bureau
  const stories: Story[] = []
  const officers = ['yang15', 'zhu16'].map(person)
  const staff = people.filter(
    ({ isDeptLeader, dept, username }) => !isDeptLeader && username !== 'pan42' && ['D10', 'D11', 'D13'].includes(dept),
  )

  const add = (piece: Piece, daysAgo: number, course: Course, more: { applicant?: Colleague } = {}): void => {
    const applicant = more.applicant ?? chance.pick(staff)
    const createdAt = bureau.moment(bureau.workdayBefore(daysAgo))
    const day = dayOf(createdAt)
    const isPutUp = piece.type === 'board' || piece.type === 'banner'
    const isVendor = piece.price !== undefined
    const line = isVendor ? lineOf(applicant.unit, Number(day.slice(0, 4))) : null
    const total = piece.qty * (piece.price ?? 0)
    const papers = piece.paper ? [{ itemId: items.get(piece.paper[0]) ?? 0, qty: piece.paper[1] }] : []
    const contentFile = [files.take(applicant.id, `${piece.name}.pdf`, createdAt)]
    // Either of them may make the proof.
    const proofs = new Map(officers.map(({ id }) => [id, files.take(id, `${piece.name}（校样）.pdf`, createdAt)]))
    stories.push({
      type: 'printingPublicity',
      applicant,
      createdAt,
      course,
      pace: 2,
      form: {
        reason: piece.reason,
        printType: piece.type,
        jobs: [
          {
            name: piece.name,
            spec: piece.spec,
            pages: piece.type === 'brochure' ? 24 : 1,
            colour: isVendor ? 'colour' : 'mono',
            sides: piece.type === 'brochure' ? 'double' : 'single',
            qty: piece.qty,
            unitPrice: `${piece.price ?? 0}.00`,
          },
        ],
        contentFile,
        external: isVendor,
        secretLevel: 'none',
        needAt: addDays(day, 30),
        ...(isPutUp && { installPlace: '办公楼前广场', removeAt: addDays(day, 60) }),
        channel: isVendor ? 'vendor' : 'inHouse',
        ...(isVendor && { vendorId: printer, budgetLineId: line }),
      },
      ...(line !== null && { charge: { line, cents: total * 100 } }),
      fills: (state, _day, by): FormData =>
        state === 'proof'
          ? { proofFile: [proofs.get(by.id) ?? 0], papers }
          : state === 'proofConfirm'
            ? { proofResult: 'confirmed' }
            : state === 'deliver'
              ? { deliveredQty: piece.qty, ...(isVendor && { actualAmount: `${total}.00` }) }
              : {},
    })
  }

  add(envelopes, 90, { to: 'end' })
  add(folders, 45, { to: 'end' })
  add(signs, 30, { to: 'end' })
  add(brochures, 60, { to: 'end' })
  add(boards, 40, { to: 'end' })
  add(banner, 25, { to: 'end' })
  add(signs, 70, { to: 'void' })
  add(boards, 50, { to: 'again', at: 'logisticsReview' })
  // Under way.
  add(folders, 8, { to: 'wait', at: 'proof' })
  add(brochures, 12, { to: 'wait', at: 'proofConfirm' })
  add(banner, 14, { to: 'wait', at: 'deliver' })
  add(brochures, 4, { to: 'wait', at: 'contentReview' })
  add(envelopes, 3, { to: 'wait', at: 'logisticsReview' })
  add(
    signs,
    2,
    { to: 'wait', at: 'deptLeader' },
    { applicant: staff.find(({ dept }) => dept !== 'D10') ?? person('yun40') },
  )
  add(folders, 1, { to: 'draft' })
  add(boards, 6, { to: 'return', at: 'logisticsReview' })
  add(banner, 33, { to: 'reject', at: 'deptLeader' })
  add(signs, 20, { to: 'withdraw', at: 'deptLeader' })
  return stories
}
