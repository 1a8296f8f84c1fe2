import { defineModule } from '#src/define/module.ts'
import { article } from './article.ts'
import { articlesMessages } from './articles.messages.ts'

/** Articles of the bureau; those meant for everybody also stand on the plain sign-in page. */
export const articles = defineModule({
  name: 'articles',
  messages: articlesMessages,
  records: [article],
  applications: [],
  pages: [
    {
      path: '/publicarticles',
      catalogue: 'supervision',
      sort: 20,
      icon: 'manual',
      permissions: ['article:Create'],
      shell: { record: 'article' },
    },
  ],
  permissions: [
    {
      resource: 'article',
      actions: {
        Create: ['articleEditor', 'logisticsOfficer'],
        Update: ['articleEditor', 'logisticsOfficer'],
        Delete: ['articleEditor'],
        Export: ['articleEditor'],
        Publish: ['articleEditor'],
        Withdraw: ['articleEditor'],
        Pin: ['articleEditor'],
      },
    },
  ],
})
