import { defineModuleServer } from '#src/define/server.ts'
import { affairsJobs } from './supervision.server.ts'

export default defineModuleServer({
  jobs: affairsJobs,
  applications: {
    otherBusiness: {
      async warnings(form) {
        return typeof form.amount === 'string' && Number(form.amount) > 0 ? [{ key: 'affairs.useFinance' }] : []
      },
    },
  },
})
