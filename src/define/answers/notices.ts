/** Answers of messages; names as in the specification, titles in the reader's language. */
import type { PageOf } from './answers.ts'

/** A message as its recipient gets it. */
export interface Notice {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string | null
  /** Null: the product itself. */
  readonly sender: number | null
  readonly senderName: string
  readonly is_read: boolean
  readonly read_datetime: string | null
  readonly create_datetime: string
  /** The ticket it is about. */
  readonly ticket: number | null
  /** It asks its recipient to act. */
  readonly asks: boolean
  /** Messages of that ticket, and how many of them are unread. */
  readonly count: number
  readonly unread: number
}

export type SendingState = 'waiting' | 'sent' | 'recalled'
/** A message as its sender sees it. */
export interface SentNotice {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  /** Code of dictionary noticeTarget. */
  readonly targetType: number
  readonly targets: readonly number[]
  readonly targetNames: readonly string[]
  readonly sentCount: number
  readonly readCount: number
  readonly link: string | null
  readonly state: SendingState
  readonly mayRecall: boolean
  /** When it is to be sent; null for at once. */
  readonly send_datetime: string | null
  readonly sent_datetime: string | null
  readonly create_datetime: string
}

export interface NoticeTarget {
  readonly id: number
  readonly name: string
}
/** To whom a message may be written beside single people. */
export type NoticeTargets = Readonly<Record<'roles' | 'departments', readonly NoticeTarget[]>>

declare module './answers.ts' {
  interface Answers {
    'GET /api/v1/sms/notice/get_self_receive/': PageOf<Notice>
    'GET /api/v1/sms/notice/get_self_send/': PageOf<SentNotice>
    'GET /api/v1/sms/notice/mark_all_read/': null
    'GET /api/v1/sms/notice/mark_all_unread/': null
    'GET /api/v1/sms/notice/targets/': NoticeTargets
    'GET /api/v1/sms/notice/:id/': Notice
    'POST /api/v1/sms/notice/ticket/:id/read/': null
    'DELETE /api/v1/sms/notice/ticket/:id/': null
    'DELETE /api/v1/sms/notice/:id/': null
    'POST /api/v1/sms/notice/send/': { readonly id: number; readonly sent: number }
    'POST /api/v1/sms/notice/:id/recall/': { readonly recalled: number }
    'POST /api/v1/sms/notice/remind_me/': null
  }
}
