import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './zhHans.ts'

export default {
  records: {
    article: {
      title: 'Articles',
      fields: {
        title: 'Title',
        titleEn: 'English title',
        category: 'Category',
        summary: 'Summary',
        body: 'Body (Markdown)',
        coverFile: 'Cover',
        attachments: 'Attachments',
        targetDeptIds: 'Audience (empty for everyone)',
        isPublic: 'Show on sign-in page',
        pinnedUntil: 'Pinned until',
        publishAt: 'Publish time',
        expireAt: 'Expires',
        state: 'Status',
        isPinned: 'Pinned',
        withdrawReason: 'Reason for withdrawal',
      },
      actions: { publish: 'Publish', pin: 'Pin', unpin: 'Unpin', withdraw: 'Withdraw' },
    },
  },
  rules: {
    'rule.ART-05': 'At most {0} articles per category can be pinned',
    'article.publicForAll': 'Articles shown on the sign-in page cannot have a limited audience',
    'article.expiresLater': 'Expiry must be after publication',
  },
  articles: {
    read: 'Read',
    manage: 'Manage',
    list: 'Articles',
    empty: 'No articles',
    pinned: 'Pinned',
    isNew: 'New',
    unread: 'Unread',
    unreadOnly: 'Unread only',
    category: 'Category',
    dept: 'Department',
    publishAt: 'Published',
    clear: 'Clear filters',
    readCount: { one: 'Read by {count} person', other: 'Read by {count} people' },
    attachments: 'Attachments',
    back: 'Back to the list',
    newer: 'Newer',
    older: 'Older',
    neighbours: 'Newer and older articles',
  },
  pages: { '/publicarticles': 'Articles', '/publicarticles/{id}': 'Article' },
} satisfies SameKeys<typeof zhHans>
