/** `npm start`: the demo on the embedded database, from an empty clone, on loopback. */
import { runServer } from './server.mjs'

await runServer('demo')
