/** A start that can never succeed says so before it costs anything, and apart from one that the next attempt may help. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#src/server/app/environment.ts'
import { startServer } from '#src/server/app/start.ts'
import { isRefusedStart, preparing, UnpreparedError } from '#src/server/app/startRefusal.ts'
import { serverEnvironment } from '#tests/harness/server.ts'

const withCode = (code: string): Error => Object.assign(new Error(`what ${code} says`), { code })

describe('a failure of migrations or seed', () => {
  it.each(['23514', '42P01', '22P02'])('%s is final: it is named with its reason', async (code) => {
    const failing = preparing('the seed of the database', () => Promise.reject(withCode(code)))
    await expect(failing).rejects.toBeInstanceOf(UnpreparedError)
    await expect(failing).rejects.toThrow(`the seed of the database failed: what ${code} says`)
  })

  it('of a defect is final', async () => {
    const failing = preparing('the seed of the database', () => Promise.reject(new TypeError('a defect')))
    await expect(failing).rejects.toBeInstanceOf(UnpreparedError)
  })

  it.each(['08006', '40P01', '53100', '57P03', 'ECONNREFUSED', 'ENOSPC'])(
    '%s passes: it stays what it is',
    async (code) => {
      const error = withCode(code)
      await expect(preparing('the seed of the database', () => Promise.reject(error))).rejects.toBe(error)
    },
  )
})

describe('a port that is taken', () => {
  it('is said before a database is made', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const address = holder.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const dataDir = mkdtempSync(join(tmpdir(), 'taken-port-'))
    try {
      const environment = readEnvironment({ ...serverEnvironment({ dataDir }), HOST: '127.0.0.1', PORT: String(port) })
      const starting = startServer(environment)
      await expect(starting).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${port}`)
      await expect(starting).rejects.toSatisfy(isRefusedStart)
      expect(existsSync(join(dataDir, 'database'))).toBe(false)
    } finally {
      holder.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
