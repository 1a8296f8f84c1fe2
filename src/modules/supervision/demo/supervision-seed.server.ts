/** Supervision items of the demo bureau: 36, of which five are late (70). */
import { sql } from 'kysely'
import { addDays, parseMoment } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { nextNo } from '../items/items.server.ts'
import { lightOf } from '../items/light.ts'
import { syncMilestones } from '../items/milestones.server.ts'
import { type Matter, matters } from './matters-seed.server.ts'

interface Names {
  readonly dept: ReadonlyMap<string, { readonly id: number; readonly leaderId: number }>
  readonly user: ReadonlyMap<string, number>
}

async function readNames(unit: UnitOfWork): Promise<Names> {
  const depts = await sql<{ key: string; id: number; leaderId: number }>`
    select key, id, leader_id from shared_department where leader_id is not null`.execute(unit.db)
  const users = await sql<{ username: string; id: number }>`select username, id from shared_app_user`.execute(unit.db)
  return {
    dept: new Map(depts.rows.map((row) => [row.key, row])),
    user: new Map(users.rows.map(({ username, id }) => [username, id])),
  }
}

/** What the handlers reported, by how far they are. */
const reportOf = (progress: number): string =>
  progress >= 100
    ? '各项任务已全部完成，整改资料已归档，申请办结。'
    : progress >= 50
      ? '主要工作已完成，正在落实剩余问题的整改。'
      : '已制定工作方案并明确责任分工，正按计划推进。'

const basis = { meeting: '局长办公会议纪要', leader: '局领导批示件' } as const

const at = (day: string, time: string): Date => parseMoment(`${day} ${time}`) ?? new Date(0)

async function insertMatter(
  unit: UnitOfWork,
  names: Names,
  matter: Matter,
  parentId: number | null = null,
): Promise<number> {
  const today = unit.clock.today()
  const day = (days: number): string => addDays(today, days)
  const { source, state, progress, closed } = matter
  const dept = names.dept.get(matter.dept)
  const leaderId = names.user.get(matter.leader)
  if (dept === undefined || leaderId === undefined) throw new Error(`demo: ${matter.dept}, ${matter.leader}`)
  const beganAt = at(day(Math.min(matter.start, 0)), '09:00:00')
  const firstDueDate = day(matter.due)
  const dueDate = day(matter.due + (matter.extendedBy ?? 0))
  const isAssigned = state !== 'draft'
  const isSigned = isAssigned && state !== 'assigned'
  const closedOn = closed === undefined ? null : day(closed[0])
  const light = lightOf(state, dueDate, today)
  const repliedOn = progress === 0 ? null : (closedOn ?? day(Math.max(-2, matter.start + 1)))
  const repliedAt = repliedOn === null ? null : at(repliedOn, '09:20:00')
  const handlerId = dept.leaderId
  const row = await unit.db
    .insertInto('supervision_item')
    .values({
      no: await nextNo(unit),
      title: matter.title,
      source,
      sourceDoc: source === 'meeting' || source === 'leader' ? basis[source] : null,
      content: `${matter.title}，按期完成并报送书面材料。`,
      urgency: matter.urgent ? 'urgent' : 'normal',
      leadDeptId: dept.id,
      handlerId,
      leaderId,
      officerId: isAssigned ? (names.user.get('feng08') ?? null) : null,
      coDeptIds: matter.coDepts?.map((key) => names.dept.get(key)?.id ?? 0) ?? null,
      startDate: day(matter.start),
      dueDate,
      firstDueDate,
      milestones: JSON.stringify(
        (matter.milestones ?? []).map(([name, due, weight]) => ({ name, dueDate: day(due), weight })),
      ),
      isYearly: matter.yearly === true,
      parentId,
      state,
      progress,
      light,
      wasOverdue: light === 'red' || (closedOn !== null && closedOn > dueDate),
      assignedAt: isAssigned ? beganAt : null,
      signDue: isAssigned ? addDays(day(matter.start), 3) : null,
      signedAt: isSigned ? beganAt : null,
      cycleSince: isSigned && closedOn === null && state !== 'replied' ? (repliedOn ?? day(matter.start)) : null,
      lastReply: repliedAt === null ? null : reportOf(progress),
      lastReplyAt: repliedAt,
      repliedAt: state === 'replied' || state === 'closed' ? repliedAt : null,
      extensionCount: matter.extendedBy === undefined ? 0 : 1,
      askedDueDate: state === 'extending' ? addDays(dueDate, 15) : null,
      closedAt: closedOn === null ? null : at(closedOn, '09:40:00'),
      closedLate: closedOn === null ? null : closedOn > dueDate,
      closedLateFirst: closedOn === null ? null : closedOn > firstDueDate,
      score: closed?.[1] ?? null,
      endReason: state === 'terminated' ? '并入资产处置工作统一办理' : null,
      createdAt: beganAt,
      createdBy: names.user.get('feng08') ?? null,
      updatedAt: repliedAt ?? beganAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertParts(unit, names, matter, { id: row.id, handlerId, leaderId, dueDate, firstDueDate, beganAt, repliedAt })
  return row.id
}

interface Inserted {
  readonly id: number
  readonly handlerId: number
  readonly leaderId: number
  readonly dueDate: string
  readonly firstDueDate: string
  readonly beganAt: Date
  readonly repliedAt: Date | null
}

/** Replies, extensions, milestones and items of departments of a matter. */
async function insertParts(unit: UnitOfWork, names: Names, matter: Matter, item: Inserted): Promise<void> {
  const today = unit.clock.today()
  if (item.repliedAt !== null)
    await unit.db
      .insertInto('supervision_reply')
      .values({
        itemId: item.id,
        at: item.repliedAt,
        byUser: item.handlerId,
        kind: matter.state === 'closed' || matter.state === 'replied' ? 'result' : 'lead',
        progress: matter.progress,
        content: reportOf(matter.progress),
        nextStep: matter.progress < 100 ? '加快推进，按期办结' : null,
      })
      .execute()
  const isPending = matter.state === 'extending'
  if (isPending || matter.extendedBy !== undefined)
    await unit.db
      .insertInto('supervision_extension')
      .values({
        itemId: item.id,
        askedBy: item.handlerId,
        fromDate: item.firstDueDate,
        toDate: isPending ? addDays(item.dueDate, 15) : item.dueDate,
        reason: '外部单位配合进度推迟，需延长办理时间',
        state: isPending ? 'pending' : 'approved',
        decidedAt: isPending ? null : item.beganAt,
        decidedBy: isPending ? null : item.leaderId,
        createdAt: item.beganAt,
        createdBy: item.handlerId,
        updatedAt: item.beganAt,
      })
      .execute()
  if (matter.milestones !== undefined) {
    await syncMilestones(unit, { id: item.id })
    for (const [name, due, , isDone] of matter.milestones)
      if (isDone)
        await unit.db
          .updateTable('supervision_milestone')
          .set({ doneOn: addDays(today, due), doneBy: item.handlerId, proof: [], light: 'over' })
          .where('itemId', '=', item.id)
          .where('name', '=', name)
          .execute()
  }
  for (const [dept, due, progress] of matter.parts ?? [])
    await insertMatter(unit, names, { ...matter, dept, due, progress, parts: [] }, item.id)
}

export async function seedSupervision(unit: UnitOfWork): Promise<void> {
  const names = await readNames(unit)
  for (const matter of matters) await insertMatter(unit, names, matter)
}
