import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { ComingApplication } from '#src/define/application.ts'
import type { IconName } from '#src/define/names.ts'
import type { Fields } from '#src/fields/field.ts'

const icons: Readonly<Record<WorkflowDefinition['group'], IconName>> = {
  finance: 'dollar',
  officialCar: 'tabler-car',
  maintenance: 'tabler-tool',
  procurement: 'tabler-shopping-cart',
  receive: 'tabler-package',
}

/** A type known by its chain and the fields the chain speaks of; `amount`, where it is among them, is the ticket's amount. */
export function comingType(code: string, workflow: WorkflowDefinition, fields: Fields): ComingApplication {
  const amountField = ['amount', 'estimate'].find((name) => name in fields)
  return {
    key: workflow.key,
    group: workflow.group,
    code,
    icon: icons[workflow.group],
    ...(amountField !== undefined && { amountField }),
    sections: Object.keys(fields).length > 0 ? [{ key: 'chain', fields }] : [],
    workflow,
  }
}
