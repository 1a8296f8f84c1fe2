/** A visit whose work is a ticket of another type: filed inside the transaction, then waited for. */
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { Kit } from '../machine.ts'
import { rejections, within } from './open.ts'

/** `staffing` lasts until the server has filed it; in `open` only its end is possible. */
export function filing(kit: Kit, workflow: Workflow, state: StateDefinition) {
  const { params, allowed, change } = within(state)
  return {
    staffing: kit.createStateConfig({
      entry: { type: 'fileChildOf', params },
      on: { child: { ...allowed, target: 'open', actions: change('childFiled') } },
    }),
    open: kit.createStateConfig({
      always: [{ guard: { type: 'isPassed', params }, target: 'left' }, ...rejections(workflow, state)],
      on: { child: { ...allowed, actions: change('childEnded') } },
    }),
  }
}
