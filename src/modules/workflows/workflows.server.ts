import { defineModuleServer } from '#src/define/server.ts'
import { policyServer } from './policy.server.ts'

export default defineModuleServer({ records: { workflowPolicy: policyServer } })
