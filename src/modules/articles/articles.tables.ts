// Derived from the migrated schema by `npm run contract`.
import type { WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Articles of the bureau (10.4). */
    article: {
      allowComment: WithDefault<boolean>
      announcedAt: Date | null
      attachments: WithDefault<readonly number[]>
      body: string
      category: string
      coverFile: WithDefault<readonly number[]>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      expireAt: Date | null
      id: WithDefault<number>
      isPublic: WithDefault<boolean>
      pinnedUntil: string | null
      publishAt: Date | null
      remark: string | null
      requireReceipt: WithDefault<boolean>
      source: string | null
      state: WithDefault<'draft' | 'published' | 'withdrawn'>
      summary: string | null
      targetDeptIds: WithDefault<readonly number[]>
      title: string
      titleEn: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      withdrawReason: string | null
    }

    /** Who has read which article (ART-02). */
    article_read: {
      articleId: number
      readAt: Date
      userId: number
    }
  }
}
