/** `npm run audit`: checks the audit logs of the database and prints a verdict; exits with 0 when they are as written, 1 when they were tampered with, 2 when they could not be checked (docs/operations.md). */
import { ensureBuilt, ensureInstalled, run } from './setup.mjs'

ensureInstalled()
ensureBuilt()
run(process.execPath, ['--enable-source-maps', 'dist/server/main.js', 'audit', ...process.argv.slice(2)])
