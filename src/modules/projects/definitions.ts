import type { Definitions } from '#src/define/module.ts'
import { project } from './project.ts'
import { projectExec, projectMilestone, projectReport, projectReview, projectRevision } from './project-parts.ts'

/** What the pages of the module are made of. */
export default {
  records: [project, projectExec, projectReview, projectRevision, projectMilestone, projectReport],
  applications: [],
} satisfies Definitions
