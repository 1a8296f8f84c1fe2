import { defineMessages } from '#src/define/messages.ts'

export const articlesMessages = defineMessages(
  {
    records: {
      article: {
        title: '公示文章',
        fields: {
          title: '标题',
          titleEn: '英文标题',
          category: '栏目',
          summary: '摘要',
          body: '正文（Markdown）',
          coverFile: '封面',
          attachments: '附件',
          targetDeptIds: '发布范围（不选为全体）',
          isPublic: '登录页公示',
          pinnedUntil: '置顶至',
          publishAt: '发布时间',
          expireAt: '失效时间',
          state: '状态',
          isPinned: '置顶',
          withdrawReason: '撤回原因',
        },
        actions: { publish: '发布', pin: '置顶', unpin: '取消置顶', withdraw: '撤回' },
      },
    },
    rules: {
      'rule.ART-05': '同一栏目最多置顶{0}篇文章',
      'article.publicForAll': '登录页公示的文章不能限定发布范围',
      'article.expiresLater': '失效时间必须晚于发布时间',
    },
    pages: { '/publicarticles': '公示文章' },
  },
  {
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
          targetDeptIds: 'Audience (empty: everybody)',
          isPublic: 'On the sign-in page',
          pinnedUntil: 'Pinned until',
          publishAt: 'Publish time',
          expireAt: 'Expires',
          state: 'State',
          isPinned: 'Pinned',
          withdrawReason: 'Reason of the withdrawal',
        },
        actions: { publish: 'Publish', pin: 'Pin', unpin: 'Unpin', withdraw: 'Withdraw' },
      },
    },
    rules: {
      'rule.ART-05': 'At most {0} articles of one category are pinned',
      'article.publicForAll': 'What stands on the sign-in page is for everybody and has no audience',
      'article.expiresLater': 'It must expire after it is published',
    },
    pages: { '/publicarticles': 'Articles' },
  },
)
