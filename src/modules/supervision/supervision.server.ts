import { sql } from 'kysely'
import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { supervisionOffers } from './contract.ts'
import { seedSupervision } from './demo/supervision-seed.server.ts'
import { dueAgenda } from './home/agenda.server.ts'
import { dueRoute } from './home/due.server.ts'
import { manyRoutes } from './items/many.server.ts'
import { supervisionItemServer, supervisionMilestoneServer } from './items/record.server.ts'
import { supervisionJobs } from './jobs/jobs.server.ts'
import { noticeRoute } from './notices/noticeSheet.server.ts'
import { supervisionNoticeServer } from './notices/notices.server.ts'
import { createOffers, supervisionOfferServer } from './offers/offers.server.ts'
import { ticketRoutes } from './offers/tickets.server.ts'

export default defineModuleServer({
  services: [provideService(supervisionOffers, createOffers)],
  assigns: (userId) =>
    sql`exists (select from shared_supervised_ticket s where s.ticket_id = t.id and s.handler_id = ${userId})`,
  records: {
    supervisionItem: supervisionItemServer,
    supervisionMilestone: supervisionMilestoneServer,
    supervisionOffer: supervisionOfferServer,
    supervisionNotice: supervisionNoticeServer,
  },
  routes: [...ticketRoutes, ...manyRoutes, dueRoute, noticeRoute],
  jobs: supervisionJobs,
  agenda: dueAgenda,
  seedDemo: seedSupervision,
})
