/** `npm run export -- FILE` and `npm run import -- FILE`: the whole database of either engine through one archive (docs/operations.md). */
import { ensureBuilt, ensureInstalled, run } from './setup.mjs'

const [direction, file] = process.argv.slice(2)
if (file === undefined) {
  console.error(`usage: npm run ${direction} -- FILE`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
run(process.execPath, ['--enable-source-maps', 'dist/server/main.js', direction, file])
