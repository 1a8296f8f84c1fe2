/** Who is told what of an announcement. Pure: grants come from the directory, texts from the catalogues. */

import type { Scope } from '#src/define/access.ts'
import type { LiveFrame, TicketFacts } from '#src/define/answers/live.ts'
import type { Language } from '#src/define/messages.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import type { Problem } from '#src/define/problem.ts'
import { isScoped, type RecordDefinition } from '#src/define/record.ts'
import type { Announcement, MessageBody } from './feed.ts'

/** A connected person. */
export interface Listener {
  readonly userId: number
  readonly language: Language
  /** Whether the role is theirs. */
  holds(roleId: number): boolean
  /** Reach of a permission; undefined when it is not held. */
  scope(permission: Permission): Scope | undefined
}

/** Message bodies by audience, each made once: everything but the reader's own unread count. */
export interface RenderedMessage {
  /** Body for this person without its last brace; null when it is none of their business. */
  bodyFor(listener: Listener): string | null
}

const open = (frame: LiveFrame): string => JSON.stringify(frame).slice(0, -1)

/** The frame of a changed record, without its last brace. */
export const recordBody = (record: string, id: number | null): string =>
  open({ contentType: 'RECORD', content: '', record, id })

/** Their change alters what a browser may show at all (SYS-14, SYS-54): it is everybody's business, their ids are nobody's. */
const everybodys: ReadonlySet<string> = new Set(['role', 'menu', 'menuButton', 'dictionary', 'config'])

const factsOf = ({
  ticketId = null,
  no = null,
  status = null,
  version = null,
}: Partial<TicketFacts> = {}): TicketFacts => ({ ticketId, no, status, version })

function ticketBodies({ recordId, register, recipients, body }: Announcement): RenderedMessage {
  const facts = factsOf(body as Partial<TicketFacts>)
  const whole = open({ contentType: 'TICKET', content: '', link: `/workflow/ticket/${recordId}`, ...facts })
  const nameless = recordBody('ticket', null)
  const insiders = new Set(recipients)
  return {
    bodyFor(listener) {
      if (insiders.has(listener.userId)) return whole
      return register !== null && listener.scope(applicationPermission(register, 'Register')) !== undefined
        ? nameless
        : null
    },
  }
}

function messageBodies(
  { contentType, recipients, body }: Announcement,
  say: (language: Language, problem: Problem) => string,
): RenderedMessage {
  const { title, link, ticket } = body as MessageBody
  const bodyIn = (content: string): string =>
    contentType === 'TICKET'
      ? open({ contentType, content, link, ...factsOf(ticket) })
      : open({ contentType: contentType === 'RECORD' ? 'SYSTEM' : contentType, content, link })
  const to = new Set(recipients)
  const made = new Map<Language, string>()
  return {
    bodyFor({ userId, language }) {
      if (!to.has(userId)) return null
      const text = made.get(language) ?? bodyIn(say(language, title))
      made.set(language, text)
      return text
    },
  }
}

function recordBodies({ record, recordId }: Announcement, definition: RecordDefinition | undefined): RenderedMessage {
  const name = record ?? ''
  const whole = recordBody(name, recordId)
  // A published version is every browser's business (60.11).
  const nameless = record === 'appVersion' ? open({ contentType: 'VERSION', content: '' }) : recordBody(name, null)
  const isConcerned = (listener: Listener): boolean =>
    record === 'role' && recordId !== null ? listener.holds(recordId) : everybodys.has(record ?? '')
  return {
    bodyFor(listener) {
      if (record === 'appVersion') return nameless
      // Bells and roles: the row's id is the person whose notices were read, or who may do other things now (SYS-14).
      if (record === 'notice' || record === 'access') return listener.userId === recordId ? nameless : null
      if (!definition) return nameless
      if (isConcerned(listener) && listener.scope(definition.permissions.search) === undefined) return nameless
      const scope = listener.scope(definition.permissions.search)
      if (scope === undefined) return null
      // Whose rows are limited is told that something changed, not that an unseen row exists.
      return scope === 'all' || !isScoped(definition.scope) ? whole : nameless
    },
  }
}

/** The announcement as each listener gets it. */
export function render(
  announcement: Announcement,
  definition: RecordDefinition | undefined,
  say: (language: Language, problem: Problem) => string,
): RenderedMessage {
  if (announcement.record === null) return messageBodies(announcement, say)
  return announcement.record === 'ticket' && announcement.body !== null
    ? ticketBodies(announcement)
    : recordBodies(announcement, definition)
}
