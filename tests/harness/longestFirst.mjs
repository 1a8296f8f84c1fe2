// Plain JavaScript, because the configuration loads it as it is.
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** Files that take longest, longest first. `npm test` names those that belong here. */
export const longest = [
  'tests/models/ticket-form-walks.test.ts',
  'tests/models/ticket-mutants.test.ts',
  'tests/models/ticket-moves.test.ts',
  'tests/models/ticket-paths.test.ts',
  'tests/infrastructure/audit.test.ts',
  'tests/journeys/operations.test.ts',
  'tests/journeys/malformed.test.ts',
  'tests/journeys/invariants.test.ts',
  'tests/journeys/matrix.test.ts',
  'tests/journeys/turn-of-days.test.ts',
  'tests/database/embedded.test.ts',
  'tests/journeys/workflow-paths.test.ts',
  'tests/infrastructure/uploads.test.ts',
  'tests/infrastructure/first-calls.test.ts',
  'tests/tickets/moves.test.ts',
  'tests/infrastructure/operation-sentences.test.ts',
  'tests/database/transfer.test.ts',
  'tests/tickets/pages.test.ts',
  'tests/modules/procurement/leaks.test.ts',
  'tests/browser/lifecycle.test.ts',
  'tests/browser/reading.test.ts',
  'tests/browser/new-bureau.test.ts',
  'tests/browser/four-people.test.ts',
  'tests/browser/money.test.ts',
  'tests/browser/purchase.test.ts',
  'tests/browser/pages.test.ts',
  'tests/browser/forms.test.ts',
  'tests/browser/administration.test.ts',
  'tests/browser/portal.test.ts',
  'tests/browser/access.test.ts',
  'tests/browser/assets.test.ts',
  'tests/browser/session-paths.test.ts',
  'tests/browser/tags.test.ts',
  'tests/browser/lists.test.ts',
  'tests/browser/reception.test.ts',
  'tests/browser/settings.test.ts',
  'tests/browser/session.test.ts',
  'tests/browser/list-edges.test.ts',
  'tests/browser/people.test.ts',
  'tests/browser/api-docs.test.ts',
  'tests/browser/connection.test.ts',
  'tests/browser/workflow.test.ts',
  'tests/browser/undo.test.ts',
  'tests/faults/kill.test.ts',
  'tests/faults/supervisor.test.ts',
  'tests/faults/drain.test.ts',
  'tests/faults/demo-accounts.test.ts',
  'tests/faults/wire.test.ts',
  'tests/faults/two-nodes.test.ts',
]

/** Files of one project follow one another, since a worker is kept only from one such file to the next; its long files begin first, since one of them at the end would run alone, while the rest of the machine is idle. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId, project }) => {
      const place = longest.indexOf(relative(project.config.root, moduleId).replaceAll('\\', '/'))
      return place < 0 ? longest.length : place
    }
    const projects = this.ctx.projects.map(({ name }) => name)
    const order = ({ project }) => projects.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => order(a) - order(b) || rank(a) - rank(b))
  }
}
