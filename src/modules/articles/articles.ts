import { defineModule } from '#src/define/module.ts'
import { articlesMessages } from './articles.messages.ts'
import { articlesPermissions } from './articles.names.ts'
import definitions from './definitions.ts'

/** Articles of the bureau; those meant for everybody also stand on the plain sign-in page. */
export const articles = defineModule({
  name: 'articles',
  messages: articlesMessages,
  ...definitions,
  pages: [
    {
      path: '/publicarticles',
      catalogue: 'supervision',
      sort: 20,
      icon: 'manual',
      permissions: ['article:Search'],
      shell: { component: 'articles', tabs: [{ key: 'manage', record: 'article' }] },
    },
    {
      path: '/publicarticles/{id}',
      catalogue: 'supervision',
      sort: 21,
      icon: 'manual',
      permissions: ['article:Retrieve'],
      shell: { component: 'articles' },
      visible: false,
    },
  ],
  permissions: articlesPermissions,
})
