import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder that holds package.json, found by walking up from this file: the same for the sources and for the
 * bundled server. Throws when there is none.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) {
      throw new Error('no package.json above the running server')
    }
    folder = parent
  }
  return folder
}
