/** Articles that come from the business of other modules. */
import { token } from './services.ts'

/** What a module announces to people: an article in force from now until it expires. */
export interface Announcement {
  readonly category: 'notice' | 'publicity'
  readonly title: string
  readonly titleEn: string
  /** Markdown. */
  readonly body: string
  /** Whose people read it, with the departments below; empty for everybody. */
  readonly deptIds: readonly number[]
  readonly expireAt: Date
  readonly byUser: number
  /** What it announces, `intention:12`: its own page alone takes it back then (ART-06). */
  readonly source?: string
}

/** Publishes announcements as articles. */
export interface Announcements {
  /** Publishes it and sends its readers a message (ART-03); answers the article. */
  publish(given: Announcement): Promise<number>
  /** Changes what a published article says, and sends its readers a message again (ART-03). */
  revise(articleId: number, given: Pick<Announcement, 'title' | 'titleEn' | 'body' | 'byUser'>): Promise<void>
  /** Keeps it as a draft for those who write articles, who are notified of it; answers the article. */
  draft(given: Omit<Announcement, 'expireAt' | 'source'>): Promise<number>
}

export const announcements = token<Announcements>('announcements')
