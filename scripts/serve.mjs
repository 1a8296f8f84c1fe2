/** `npm run serve`: production. Its variables stand in docs/operations.md. */
import { runServer } from './server.mjs'

runServer('production')
