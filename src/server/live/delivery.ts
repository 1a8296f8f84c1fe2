import type { LiveFrame } from '#src/define/answers/live.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { Services } from '#src/server/app/services.ts'
import { coalesce } from '#src/server/coalesce.ts'
import { type Listener, type RenderedMessage, recordBody, render } from './audience.ts'
import { type Announcement, createFeed } from './feed.ts'
import type { Hub } from './hub.ts'
import type { Line } from './line.ts'
import { TOGETHER } from './outbox.ts'
import { createRecent } from './recent.ts'
import { countUnread } from './unread.ts'

/** Sends what stands in the outbox to the lines of this node. */
export interface Delivery {
  /** Looks again, now or as soon as the present look is over. Never rejects. */
  wake(): Promise<void>
  /** Sends a new line the changes of the last so many milliseconds, which its page may have read too early to see. */
  catchUp(line: Line, milliseconds: number): void
  /** The last line of the person is gone. */
  forget(userId: number): void
}

/** Milliseconds by which a page may have begun to read before its own count, and the line be heard of after it. */
const TRAVEL_MS = 5_000

const isMessage = (announcement: Announcement): boolean => announcement.record === null

/** People whose unread count this announcement changes. */
const whoseBell = (announcement: Announcement): readonly number[] => {
  if (isMessage(announcement)) return announcement.recipients ?? []
  return announcement.record === 'notice' && announcement.recordId !== null ? [announcement.recordId] : []
}

/** The reader's notices have changed. */
const BELL = `${recordBody('notice', null)}}`
/** What changed is no longer known: everything is to be read again. */
const MISSED = JSON.stringify({ contentType: 'MISSED', content: '' } satisfies LiveFrame)

export function createDelivery(services: Services, hub: Hub): Delivery {
  const { database, directory, texts } = services
  const feed = createFeed(database.db)
  const definitions = new Map<string, RecordDefinition>(
    services.modules.flatMap((module) => module.records.map((record) => [record.name, record])),
  )
  const unread = new Map<number, number>()
  const recent = createRecent()
  // What was read stays here until it is sent: a fault in between must not lose it.
  const pending: Announcement[] = []

  const listenerOf = (line: Line): Listener => ({
    userId: line.userId,
    language: line.language,
    holds: (roleId) => directory.holds(line.userId, roleId),
    scope: (permission) => directory.grantsOf(line.userId, line.departmentId).scopes.get(permission),
  })

  /** Takes in the counts that changed and those of people who came since the last time. */
  const recount = async (announcements: readonly Announcement[]): Promise<void> => {
    if (announcements.length === 0) return
    const changed = new Set(announcements.flatMap(whoseBell))
    const recipients = hub.users().filter((user) => changed.has(user) || !unread.has(user))
    if (recipients.length === 0) return
    for (const [user, n] of await countUnread(database.db, recipients)) unread.set(user, n)
  }

  const audience = ({ recipients, register, record }: Announcement): Iterable<Line> =>
    recipients !== null && register === null && record === null
      ? recipients.flatMap((user) => [...hub.linesOf(user)])
      : hub.lines()

  const renderedOf = (announcement: Announcement): RenderedMessage =>
    render(announcement, announcement.record === null ? undefined : definitions.get(announcement.record), texts.say)

  const deliver = async (announcement: Announcement): Promise<void> => {
    // Before the lines are looked up: one that joins meanwhile finds it here.
    recent.add(announcement)
    const rendered = renderedOf(announcement)
    await hub.each(audience(announcement), (line) => {
      const body = rendered.bodyFor(listenerOf(line))
      if (body !== null) line.send(`${body},"unread":${unread.get(line.userId) ?? 0}}`)
    })
  }

  const look = async (): Promise<void> => {
    pending.push(...(await feed.next()))
    await recount(pending)
    for (let next = pending[0]; next !== undefined; next = pending[0]) {
      await deliver(next)
      pending.shift()
    }
  }

  return {
    wake: coalesce(
      look,
      (error) => services.log.error({ err: error }, 'announcements could not be delivered'),
      TOGETHER,
    ),
    catchUp(line, milliseconds) {
      const missed = recent.within(milliseconds, TRAVEL_MS)
      if (missed === null) return line.send(MISSED)
      const listener = listenerOf(line)
      // A message is in the bell; it does not pop up a second time.
      if (missed.some((one) => isMessage(one) && one.recipients?.includes(line.userId))) line.send(BELL)
      const bodies = missed.filter((one) => !isMessage(one)).map((one) => renderedOf(one).bodyFor(listener))
      for (const body of new Set(bodies)) if (body !== null) line.send(`${body}}`)
    },
    forget: (userId) => void unread.delete(userId),
  }
}
