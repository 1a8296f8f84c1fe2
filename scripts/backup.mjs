/** `npm run backup -- [FOLDER] [--copy FOLDER] [--keep N]`, `npm run verify-backup -- FILE`, `npm run restore -- FILE` (docs/operations.md). */
import { ensureBuilt, ensureInstalled, run } from './setup.mjs'

const [command, ...parameters] = process.argv.slice(2)
if (command !== 'backup' && parameters.length !== 1) {
  console.error(`usage: npm run ${command} -- FILE`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
run(process.execPath, ['--enable-source-maps', 'dist/server/main.js', command, ...parameters])
