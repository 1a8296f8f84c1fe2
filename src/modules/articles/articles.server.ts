import { defineModuleServer } from '#src/define/server.ts'
import { announcementsRoute } from './announcements.server.ts'
import { articleServer, unpinPassed } from './article.server.ts'
import { seedArticles } from './articles-seed.server.ts'

export default defineModuleServer({
  records: { article: articleServer },
  routes: [announcementsRoute],
  jobs: [unpinPassed],
  seedDemo: seedArticles,
})
