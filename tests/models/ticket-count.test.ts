import { it } from 'vitest'
import { casts, eventsFor } from '#machines/ticket/cast.ts'
import { compileWorkflow } from '#machines/ticket/compile.ts'
import { abstractOf } from '#machines/ticket/explore.ts'
import { conditionsOf, partition } from '#machines/ticket/partition.ts'
import { shortestPaths, transitionIds } from './model.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'

it('counts', () => {
  for (const d of [leave, finance, other]) {
    const m = compileWorkflow(d)
    console.log(d.key, transitionIds(m).length)
    for (const facts of partition(conditionsOf(d), { 'config.wf.t1': 5000, 'config.wf.t2': 50000 }).cells) {
      for (const cast of casts) {
        const t = performance.now()
        const paths = shortestPaths(m, { events: (s) => eventsFor(d, cast, facts, s), tell: abstractOf, inputs: [{ applicant: 1 }] })
        console.log(cast.kind, cast.size, paths.length, Math.round(performance.now() - t))
      }
    }
  }
}, 200000)
