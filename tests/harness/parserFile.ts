import { join } from 'node:path'
import { projectRoot } from '#src/server/database/root.ts'

/** The bundled parsing process of the sources that are tested; `parser.setup.ts` makes it before the tests. */
export const parserFile = join(projectRoot(), 'node_modules/.cache/upload-parser/parser.mjs')
