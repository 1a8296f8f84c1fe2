/** What the live connection sends (97-api): one shape for each content type. `content` is a text for the person; it is empty where only the page is told. `unread` counts the person's notices; what is sent again to a new connection carries none. */

interface FrameBase {
  readonly content: string
  readonly unread?: number
}

/** A notice; `link` is a path of this site, or empty. */
export interface NoticeFrame extends FrameBase {
  readonly contentType: 'SYSTEM' | 'REMIND' | 'ARTICLE'
  readonly link: string
}

/** What is known of the ticket that a frame is about; null in a notice about several. */
export interface TicketFacts {
  readonly ticketId: number | null
  readonly no: string | null
  readonly status: string | null
  readonly version: number | null
}

/** A ticket has changed (`content` is empty), or a notice about it. */
export interface TicketFrame extends FrameBase, TicketFacts {
  readonly contentType: 'TICKET'
  readonly link: string
}

/** A record has changed: its name, and the row where the reader may know which. */
export interface RecordFrame extends FrameBase {
  readonly contentType: 'RECORD'
  readonly record: string
  readonly id: number | null
}

/** A release was published (`VERSION`), or so much was missed that everything has to be read again (`MISSED`). */
export interface SignalFrame extends FrameBase {
  readonly contentType: 'VERSION' | 'MISSED'
}

/** A message of the server. */
export type LiveFrame = NoticeFrame | TicketFrame | RecordFrame | SignalFrame

declare module './answers.ts' {
  interface Answers {
    /** Opens the live connection; each of its messages is one. */
    'GET /ws/:token/': LiveFrame
  }
}
