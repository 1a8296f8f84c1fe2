/** `npm run bench`: figures as ratios against a baseline of the same run. Names as arguments run only those, e.g. `npm run bench -- decisions`; `size` counts the sources and runs nothing. */
import { ensureBuilt, ensureInstalled, ensureTestPrograms, run, tool } from './setup.mjs'

if (process.argv[2] === 'size') await import('./size.mjs')
else measure()

function measure() {
  ensureInstalled()
  ensureTestPrograms()
  ensureBuilt()
  run(tool('vitest'), ['run', '--project', 'bench', '--silent=false', '--reporter=dot', ...process.argv.slice(2)], {
    env: { ...process.env, TEST_FSYNC: 'on' },
  })
}
