/** The build as it is installed where there are no sources. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { runServer } from '#tests/harness/server.ts'

it('the built server runs without the sources: embedded engine, migrations, pages', async () => {
  const root = projectRoot()
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  try {
    for (const part of ['dist', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    cpSync(await seededFolder(), join(folder, 'data'), { recursive: true })
    const server = await runServer({ dataDir: join(folder, 'data'), folder })
    try {
      const answers = await Promise.all(
        ['/readiness', '/login', '/api/init/settings/'].map(async (path) => (await fetch(server.url + path)).status),
      )
      expect(answers).toEqual([200, 200, 200])
    } finally {
      await server.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
