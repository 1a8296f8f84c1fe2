import { addDays } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Bureau } from './bureau.server.ts'
import type { Colleague, Course, Story } from './story.ts'

/** What the stores, the standards and the people have before the stories begin. */
export interface Stores {
  /** Stock items of parts and clothing, and items of the standards, by name. */
  readonly items: ReadonlyMap<string, number>
  readonly standards: ReadonlyMap<string, number>
  /** Idle assets by the item of the standards; the last ones are there to be handed out. */
  readonly idle: ReadonlyMap<string, readonly number[]>
  /** The asset of this name that the person holds; 0 for none. */
  held(person: number, name: string): number
  /** Entitled to it, and issued nothing since their last cycle ended. */
  isUnissued(person: number, name: string): boolean
}

type StoreType = 'electronicPartsAndConsumables' | 'equipmentClothing' | 'officeElectronicEquipment' | 'officeFurniture'

/** They have lists of their own to show, or hand out what others ask for. */
const busy = new Set(['he20', 'zhang23', 'kong24', 'shi22', 'you18', 'yang15', 'zhu16'])

/** Writes stories of parts, clothing, devices and furniture (23.2, 23.3, 23.6, 23.7): in every status and at every desk. */
export function storeStories(bureau: Bureau, stores: Stores): readonly Story[] {
  const { people } = bureau
  const stories: Story[] = []
  // D10 keeps its entitlements and holdings for visitors who try the forms.
  const staff = people.filter(
    ({ isDeptLeader, dept, username }) => !isDeptLeader && dept !== 'D10' && dept !== 'D01' && !busy.has(username),
  )
  const take = turns()
  const idle = new Map([...stores.idle].map(([name, ids]) => [name, [...ids]]))
  const add = (
    type: StoreType,
    applicant: Colleague,
    daysAgo: number,
    course: Course,
    form: FormData,
    fills: NonNullable<Story['fills']>,
    pace = 2,
  ): void => {
    const createdAt = bureau.moment(bureau.workdayBefore(daysAgo))
    stories.push({ type, applicant, createdAt, course, pace, form: { mobile: applicant.mobile, ...form }, fills })
  }
  const received = (state: string): FormData => (state === 'receiptSign' ? { receiptResult: 'received' } : {})

  parts()
  clothing()
  equipment('officeElectronicEquipment', '台式计算机', ['扫描仪', '碎纸机'])
  equipment('officeFurniture', '办公椅', ['会议桌', '文件柜'])
  return stories

  /** The colleagues by turns, so that one person files few of a type. */
  function turns(): (isMeant?: (person: Colleague) => boolean) => Colleague {
    let turn = 0
    return (isMeant = () => true) => {
      for (let tried = 0; tried < staff.length; tried += 1) {
        turn += 1
        const person = staff[turn % staff.length]
        if (person && isMeant(person)) return person
      }
      throw new Error('no colleague is left for a story')
    }
  }

  function parts(): void {
    const type = 'electronicPartsAndConsumables'
    const ask = (daysAgo: number, course: Course, item: string, qty: number): void => {
      const applicant = take(({ id }) => stores.held(id, '台式计算机') > 0)
      const isDisk = item === '固态硬盘'
      add(
        type,
        applicant,
        daysAgo,
        course,
        {
          reason: isDisk ? '硬盘故障，更换后继续使用' : '设备配件老化，影响日常办公',
          acceptShortage: false,
          assetId: stores.held(applicant.id, '台式计算机'),
          lines: [{ itemId: stores.items.get(item) ?? 0, qty }],
          oldPartReturn: isDisk ? 'yes' : 'na',
          ...(isDisk && { oldPartSn: `DEMO-SSD-${applicant.id}` }),
        },
        (state) => (state === 'issue' && isDisk ? { oldPartReceived: true } : received(state)),
      )
    }
    ask(2, { to: 'draft' }, '内存条', 1)
    ask(2, { to: 'wait', at: 'deptLeader' }, '鼠标', 1)
    ask(1, { to: 'wait', at: 'deptLeader' }, '固态硬盘', 1)
    ask(4, { to: 'wait', at: 'issue' }, '网线', 2)
    ask(5, { to: 'wait', at: 'issue' }, '固态硬盘', 1)
    ask(4, { to: 'wait', at: 'receiptSign' }, '键盘', 1)
    ask(6, { to: 'return', at: 'deptLeader' }, '内存条', 2)
    ask(16, { to: 'reject', at: 'deptLeader' }, '键盘', 3)
    ask(21, { to: 'withdraw', at: 'deptLeader' }, '鼠标', 1)
    ask(26, { to: 'void' }, '网线', 5)
    for (const [days, item] of [
      [18, '固态硬盘'],
      [33, '内存条'],
      [47, '网线'],
      [58, '鼠标'],
    ] as const)
      ask(days, { to: 'end' }, item, 1)
  }

  function clothing(): void {
    const type = 'equipmentClothing'
    const applied = new Set<string>()
    const isFree =
      (item: string) =>
      ({ id }: Colleague): boolean =>
        !applied.has(`${id} ${item}`) && stores.isUnissued(id, item)
    const ask = (
      daysAgo: number,
      course: Course,
      item: string,
      size: string,
      { qty = 1, form = {} as FormData, fills = received } = {},
    ): void => {
      const applicant = take(isFree(item))
      applied.add(`${applicant.id} ${item}`)
      add(
        type,
        applicant,
        daysAgo,
        course,
        {
          reason: '按配发周期领用被装',
          acceptShortage: false,
          receiveFor: 'self',
          reasonType: 'periodic',
          lines: [{ itemId: stores.items.get(item) ?? 0, sizeCode: size, qty }],
          ...form,
        },
        fills,
      )
    }
    ask(2, { to: 'draft' }, '长袖衬衣', '175')
    ask(2, { to: 'wait', at: 'deptLeader' }, '长袖衬衣', '170', { qty: 2 })
    ask(3, { to: 'wait', at: 'equipReview' }, '短袖衬衣', '175')
    ask(4, { to: 'wait', at: 'equipReview' }, '长袖衬衣', '180')
    ask(5, { to: 'wait', at: 'issue' }, '长袖衬衣', '175', { qty: 2 })
    ask(5, { to: 'wait', at: 'issue' }, '短袖衬衣', '170')
    ask(6, { to: 'wait', at: 'receiptSign' }, '长袖衬衣', '165')
    ask(7, { to: 'return', at: 'equipReview' }, '短袖衬衣', '180')
    ask(14, { to: 'reject', at: 'deptLeader' }, '长袖衬衣', '185')
    ask(19, { to: 'withdraw', at: 'deptLeader' }, '短袖衬衣', '165')
    ask(28, { to: 'void' }, '长袖衬衣', '170')
    ask(24, { to: 'end' }, '长袖衬衣', '175')
    ask(37, { to: 'end' }, '短袖衬衣', '185', { qty: 2 })
    ask(52, { to: 'end' }, '长袖衬衣', '180', { form: { reason: '新录用人员配发被装', reasonType: 'newcomer' } })
  }

  /** Devices and furniture: `spare` is in store, the others have to be bought. */
  function equipment(
    type: 'officeElectronicEquipment' | 'officeFurniture',
    spare: string,
    missing: readonly string[],
  ): void {
    const isDevice = type === 'officeElectronicEquipment'
    const [buy = '', other = ''] = missing
    // What D12 has is a fixture (70.4).
    const isMeant = ({ dept }: Colleague): boolean => dept !== 'D12'
    const ask = (
      daysAgo: number,
      course: Course,
      item: string,
      { isSpare = false, form = {} as FormData, buys = false, person = take(isMeant) } = {},
    ): void => {
      const assetId = isSpare ? idle.get(item)?.pop() : undefined
      if (isSpare && assetId === undefined) throw new Error(`no ${item} is left in store`)
      add(
        type,
        person,
        daysAgo,
        course,
        {
          reason: isDevice ? '工作需要配备办公设备' : '新增工位需要配备家具',
          applyKind: 'new',
          lines: [{ itemId: stores.standards.get(item) ?? 0, qty: 1, userId: person.id }],
          overReason: '承担专项任务，现有配备不能满足工作需要',
          ...form,
        },
        (state) =>
          state !== 'assetReview' || form.applyKind === 'return'
            ? {}
            : buys
              ? { needPurchase: true, estimate: '3600.00' }
              : { assetIds: assetId === undefined ? [] : [{ assetId }] },
      )
    }
    /** The holder returns an asset. */
    const giveBack = (daysAgo: number, course: Course, name: string): void => {
      const person = take((one) => isMeant(one) && stores.held(one.id, name) > 0)
      const form = { applyKind: 'return', overReason: '', oldAssets: [{ assetId: stores.held(person.id, name) }] }
      ask(daysAgo, course, name, { person, form: { ...form, reason: '岗位调整，不再使用', lines: [] } })
    }
    ask(2, { to: 'draft' }, buy)
    ask(2, { to: 'wait', at: 'deptLeader' }, buy)
    ask(1, { to: 'wait', at: 'deptLeader' }, spare)
    ask(4, { to: 'wait', at: 'assetReview' }, spare)
    ask(5, { to: 'wait', at: 'logisticsHead' }, other, { buys: true })
    // Kept for the ticket, and waiting for what has to be bought.
    ask(5, { to: 'wait', at: 'handover' }, spare, { isSpare: true })
    ask(9, { to: 'wait', at: 'handover' }, buy, { buys: true })
    ask(6, { to: 'wait', at: 'receiptSign' }, spare, { isSpare: true })
    ask(8, { to: 'return', at: 'assetReview' }, other)
    ask(15, { to: 'reject', at: 'deptLeader' }, spare)
    ask(20, { to: 'withdraw', at: 'deptLeader' }, buy)
    ask(27, { to: 'void' }, other, { buys: true })
    ask(31, { to: 'end' }, spare, { isSpare: true })
    giveBack(38, { to: 'end' }, isDevice ? '执法记录仪' : '文件柜')
    giveBack(3, { to: 'wait', at: 'assetReview' }, isDevice ? '执法记录仪' : '文件柜')
    if (isDevice)
      ask(29, { to: 'end' }, '对讲机', {
        isSpare: true,
        form: {
          applyKind: 'borrow',
          reason: '大型活动安保借用',
          borrowUntil: addDays(bureau.today, 20),
        },
      })
    else ask(43, { to: 'end' }, '文件柜', { isSpare: true })
  }
}
