/** How much of each shipped chart generated paths walk, and where: `npm run bench -- coverage`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { modules } from '#src/modules.ts'
import { openPathBureau, type PathBureau } from '#tests/journeys/pathBureau.ts'
import { onScreen } from '#tests/journeys/pathCharts.ts'
import { runPath, shortestPathsCoveringTransitions, transitionCoverage, transitionIds } from '#tests/models/model.ts'

let bureau: PathBureau
beforeAll(async () => {
  bureau = await openPathBureau({ bureau: 'quiet' })
})
afterAll(() => bureau.app.close())

it('transitions of each shipped chart that generated paths take', { timeout: 600_000 }, () => {
  const rows = modules
    .flatMap(({ applications }) => applications)
    .map(({ key, workflow }) => {
      const scenarios = bureau.scenarios.filter(({ type }) => type === key)
      const machine = compileWorkflow(workflow)
      const coverage = transitionCoverage(machine)
      for (const scenario of scenarios) {
        for (const path of shortestPathsCoveringTransitions(machine, bureau.optionsOf(scenario)))
          coverage.add(runPath(machine, path))
      }
      const all = transitionIds(machine).length
      const walked = all - coverage.missing().length
      return { key, all, walked, isOnScreen: onScreen.some((type) => type === key) }
    })
  for (const { key, all, walked, isOnScreen } of rows)
    console.log(
      `${key}: ${all} transitions, on the server ${Math.round((100 * walked) / all)} %${isOnScreen ? ', the same on screen but for calling others in' : ''}`,
    )
  expect(rows.filter(({ isOnScreen, walked }) => isOnScreen && walked === 0)).toEqual([])
})
