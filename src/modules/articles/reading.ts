/** Articles as their readers get them (10.4). Titles are in the reader's language, times are `yyyy-MM-dd HH:mm:ss`. */
import type { PageOf } from '#src/define/answers/answers.ts'

/** A row of GET /api/article/published/. */
export interface ArticleLine {
  readonly id: number
  readonly title: string
  readonly category: string
  readonly summary: string
  /** Department of the author. */
  readonly deptName: string
  readonly publishAt: string
  readonly isPinned: boolean
  /** Published within the last 7 days. */
  readonly isNew: boolean
  readonly isUnread: boolean
  /** People who have opened it (ART-02). */
  readonly readCount: number
}

export interface ArticleRef {
  readonly id: number
  readonly title: string
}

/** GET /api/article/published/{id}/ */
export interface ArticleText extends Omit<ArticleLine, 'summary'> {
  /** Markdown. */
  readonly body: string
  readonly authorName: string
  /** File ids. */
  readonly coverFile: readonly number[]
  readonly attachments: readonly number[]
  /** In the order of the list by time, pinned or not. */
  readonly newer: ArticleRef | null
  readonly older: ArticleRef | null
}

export const PUBLISHED = '/api/article/published/'

/** All that strangers learn of an article. */
export interface Announcement {
  readonly title: string
  /** `yyyy-MM-dd`. */
  readonly publishedOn: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/article/published/': PageOf<ArticleLine>
    'GET /api/article/published/:id/': ArticleText
    'POST /api/article/published/:id/read/': null
    'GET /api/article/announcements/': readonly Announcement[]
  }
}
