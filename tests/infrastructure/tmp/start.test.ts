import { expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { readEnvironment } from '#src/server/environment.ts'
import { startServer } from '#src/server/start.ts'
it('starts', async () => {
  const dir = mkdtempSync('/tmp/start-')
  const server = await startServer(readEnvironment({ DATA_DIR: dir, PORT: '0', CAPTCHA: 'off', LOG_LEVEL: 'info' }))
  const answer = await fetch(`${server.url}/readiness`)
  expect(answer.status).toBe(200)
  await new Promise((r) => setTimeout(r, 3000))
  await server.close()
  rmSync(dir, { recursive: true })
})
