import { defineModule } from '#src/define/module.ts'
import { comingMessages } from './coming.messages.ts'
import { financeTypes } from './finance-types.ts'
import { carTypes, maintenanceTypes, procurementTypes } from './logistics-types.ts'
import { receiveTypes } from './receive-types.ts'

/** Workflows by themselves: the chains of the types whose forms come later. */
export const workflows = defineModule({
  name: 'workflows',
  messages: comingMessages,
  records: [],
  applications: [],
  coming: [...financeTypes, ...carTypes, ...maintenanceTypes, ...procurementTypes, ...receiveTypes],
  pages: [],
  permissions: [],
  dictionaries: { carPurpose: ['official', 'courier', 'emergency', 'escort', 'reception', 'inspection'] },
})
