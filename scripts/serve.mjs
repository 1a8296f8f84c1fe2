/** `npm run serve`: production. Its variables stand in docs/operations.md. `npm run serve -- --first-administrators` makes the accounts of a new bureau and ends. */
import { runServer } from './server.mjs'

await runServer('production', process.argv.slice(2))
