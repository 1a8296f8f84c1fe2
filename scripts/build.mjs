/** `npm run build`: browser and server bundles, when stale. */
import { ensureBuilt, ensureInstalled } from './setup.mjs'

ensureInstalled()
ensureBuilt()
