import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { projects } from './contract.ts'
import { projectJobs } from './project-jobs.server.ts'
import { createProjects } from './project-moves.server.ts'
import { milestoneRecord, projectExecRecord, projectRecord, reportRecord } from './project-record.server.ts'
import { seedProjects } from './projects-seed.server.ts'
import { bankRoutes } from './spending/bank.server.ts'

export default defineModuleServer({
  services: [provideService(projects, createProjects)],
  records: {
    project: projectRecord,
    projectExec: projectExecRecord,
    projectMilestone: milestoneRecord,
    projectReport: reportRecord,
  },
  routes: bankRoutes,
  jobs: projectJobs,
  seedDemo: seedProjects,
})
