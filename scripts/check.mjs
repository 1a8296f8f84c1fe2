/** `npm run check`: format, lint, types, and the rules of the house. */
import { ensureInstalled, run, tool } from './setup.mjs'

ensureInstalled()
run(tool('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn'])
run(tool('tsc'), ['-p', '.'])
run(tool('vitest'), ['run', 'tests/rules'])
