import { defineModuleServer } from '#src/define/server.ts'
import { supervisionItemServer, supervisionMilestoneServer } from './items/record.server.ts'
import { supervisionJobs } from './jobs/jobs.server.ts'

export default defineModuleServer({
  records: { supervisionItem: supervisionItemServer, supervisionMilestone: supervisionMilestoneServer },
  jobs: supervisionJobs,
})
