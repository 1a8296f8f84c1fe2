import { defineModuleServer } from '#src/define/server.ts'

export default defineModuleServer({
  applications: {
    otherBusiness: {
      async warnings(form) {
        return typeof form.amount === 'string' && Number(form.amount) > 0 ? [{ key: 'affairs.useFinance' }] : []
      },
    },
  },
})
