import { defineModuleServer } from '#src/define/server.ts'
import { announcementsService, announceScheduled } from './announce.server.ts'
import { announcementsRoute } from './announcements.server.ts'
import { articleServer, unpinPassed } from './article.server.ts'
import { seedArticles } from './articles-seed.server.ts'
import { readingRoutes } from './reading-routes.server.ts'

export default defineModuleServer({
  records: { article: articleServer },
  routes: [announcementsRoute, ...readingRoutes],
  services: [announcementsService],
  jobs: [unpinPassed, announceScheduled],
  seedDemo: seedArticles,
})
