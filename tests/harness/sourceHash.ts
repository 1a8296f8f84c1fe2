import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#src/server/database/root.ts'

/** What decides how a seeded database looks: migrations, seeds, the definitions that are published into it, and the engine that decides its tickets. */
const decisive = /\.sql$|\/(catalogue|demo)\/|\/server\/app\/seed|\/modules\/|\/server\/tickets\/|\/machines\/ticket\//

/** A hash over the decisive sources, so that a changed seed makes a new image. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (decisive.test(path)) hash.update(path).update(readFileSync(path))
    }
  }
  for (const folder of ['src', 'machines']) visit(join(projectRoot(), folder))
  return hash.digest('hex')
}
