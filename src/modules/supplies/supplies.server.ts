import { defineModuleServer } from '#src/define/server.ts'
import { suppliesEffectsOf } from './effects.server.ts'
import { confirmShortLife, medicalServer } from './medical.server.ts'
import { officeServer } from './office.server.ts'
import { requestServer } from './request.server.ts'
import { returnJobs, returnRecord } from './returns/returns.server.ts'

export default defineModuleServer({
  effects: suppliesEffectsOf({ medicalSupplies: confirmShortLife }),
  applications: { officeSupplies: officeServer, medicalSupplies: medicalServer, supplyRequest: requestServer },
  records: { supplyReturn: returnRecord },
  jobs: returnJobs,
})
