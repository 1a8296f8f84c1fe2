/** 70.3: the assets under repair, each with the work order that its holder's report led to. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { openOrder, takeStep } from './orders/orders.server.ts'

const REPAIRING = 12
/** Every so many cards one is under repair, so that they are of many departments. */
const EVERY = 30

/** What breaks, and of which kind of repair it is. */
const faults: Readonly<Record<string, readonly [category: string, description: string]>> = {
  文件柜: ['furniture', '文件柜柜门铰链脱落，无法关闭'],
  办公桌: ['furniture', '办公桌抽屉滑轨断裂，抽屉拉不出'],
  办公椅: ['furniture', '办公椅气杆失效，座面不能升降'],
  A4黑白打印机: ['electric', '打印机频繁卡纸，搓纸轮磨损'],
  台式计算机: ['electric', '台式计算机不能开机，电源无反应'],
  执法记录仪: ['electric', '执法记录仪充电后续航不足一小时'],
  对讲机: ['network', '对讲机通话断续，天线接口松动'],
}
const unknownFault = ['other', '使用中发现损坏，需要检修'] as const

interface Broken {
  readonly id: number
  readonly name: string
  readonly deptId: number
  readonly holderId: number
  readonly holder: string
  readonly mobile: string
  readonly roomId: number
  readonly room: string
}

/** Two workers in turn; the latest report is of yesterday. */
export async function seedAssetRepairs(unit: UnitOfWork): Promise<void> {
  const { rows: assets } = await sql<Broken>`
    select a.id, a.name, a.dept_id, a.holder_id, u.name as holder, p.mobile, a.room_id, r.name as room
    from (select *, row_number() over (order by id) as place from shared_asset where state = 'inUse') a
      join shared_app_user u on u.id = a.holder_id join shared_app_user_personal p on p.id = u.id join shared_asset_room r on r.id = a.room_id
    where a.place % ${EVERY} = 8 order by a.id limit ${REPAIRING}`.execute(unit.db)
  const { rows: workers } = await sql<{ id: number }>`
    select id from shared_app_user where username in ('zou34', 'yu35') order by username desc`.execute(unit.db)
  for (const [index, asset] of assets.entries()) {
    const day = addDays(unit.clock.today(), -1 - (index % 3))
    const then: UnitOfWork = {
      ...unit,
      clock: { now: () => new Date(`${day}T${index % 2 === 0 ? '09:20' : '14:40'}:00+08:00`), today: () => day },
    }
    const [category, description] = faults[asset.name] ?? unknownFault
    const workerId = workers[index % workers.length]?.id ?? null
    const opened = await openOrder(then, {
      source: 'internal',
      ticketId: null,
      category,
      roomId: asset.roomId,
      location: asset.room,
      assetId: asset.id,
      description,
      urgency: 'normal',
      photos: [],
      applicantId: asset.holderId,
      deptId: asset.deptId,
      contactName: asset.holder,
      mobile: asset.mobile,
      workerId,
      vendorId: null,
      planAt: null,
      estimate: null,
      roundId: null,
      byUser: asset.holderId,
    })
    const accepted = await takeStep(then, opened, 'accept', { byUser: workerId })
    if (index % 3 > 0) await takeStep(then, accepted, 'start', { byUser: workerId })
  }
}
