/** Which release a browser should run: the build this server hands out, and the newest published version (60.11). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PublishedVersion } from '#src/define/answers/browsers.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { projectRoot } from '#src/server/database/root.ts'

/** Name of the page's first script, which changes with every line of the client. */
const entry = /<script[^>]+src="[^"]*\/assets\/([\w-]+)\.js"/

/** The build in `dist/client`, read anew each time: files may be replaced under a running server. Null without one. */
export async function currentBuild(): Promise<string | null> {
  try {
    return entry.exec(await readFile(join(projectRoot(), 'dist/client/index.html'), 'utf8'))?.[1] ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The newest published version whose time has come; null when there is none (SYS-112). */
export async function publishedVersion(unit: UnitOfWork): Promise<PublishedVersion | null> {
  const { rows } = await sql<PublishedVersion>`
    select semver as version, title, notes, force, reset_config from app_version
    where state = 'published' and publish_at <= ${unit.clock.now()} and deleted_at is null
    order by string_to_array(semver, '.')::int[] desc limit 1`.execute(unit.db)
  return rows[0] ?? null
}
