import { defineModule } from '#src/define/module.ts'
import { medicalSupplies } from './medical-supplies.ts'
import { officeSupplies } from './office-supplies.ts'
import { supplyReturn } from './returns/supply-return.ts'
import { suppliesMessages } from './supplies.messages.ts'
import { suppliesDictionaries, suppliesPermissions } from './supplies.names.ts'
import { supplyRequest } from './supply-request.ts'

/** Applications for items of the stock (23.1 to 23.5). */
export const supplies = defineModule({
  name: 'supplies',
  messages: suppliesMessages,
  records: [supplyReturn],
  applications: [officeSupplies, medicalSupplies, supplyRequest],
  dictionaries: suppliesDictionaries,
  pages: [
    {
      path: '/workflow/receive/officeSupplies',
      catalogue: 'receive',
      sort: 10,
      icon: 'tabler-package',
      permissions: ['officeSupplies:Create', 'officeSupplies:Register'],
      shell: { application: 'officeSupplies' },
    },
    {
      path: '/workflow/receive/medicalSupplies',
      catalogue: 'receive',
      sort: 40,
      icon: 'tabler-package',
      permissions: ['medicalSupplies:Create', 'medicalSupplies:Register'],
      shell: { application: 'medicalSupplies' },
    },
    {
      path: '/workflow/receive/supplyRequest',
      catalogue: 'receive',
      sort: 50,
      icon: 'tabler-package',
      permissions: ['supplyRequest:Create', 'supplyRequest:Register'],
      shell: { application: 'supplyRequest' },
    },
  ],
  tells: ['warehouseKeeper'],
  permissions: suppliesPermissions,
})
