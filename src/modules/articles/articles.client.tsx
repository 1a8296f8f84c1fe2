import { ArticlePage } from './ArticlePage.client.tsx'
import { ArticlesPage } from './ArticlesPage.client.tsx'

export default {
  pages: {
    '/publicarticles': ArticlesPage,
    '/publicarticles/{id}': ArticlePage,
  },
}
