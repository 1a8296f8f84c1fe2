import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { FolderLockedError, lockFolder } from '#src/server/database/lock.ts'
import { identifyProcess } from '#src/server/database/process.ts'
import { bundle } from '#tests/harness/child.ts'

describe('the lock beside the data folder', () => {
  let root: string
  let path: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lock-'))
    path = join(root, 'database.lock')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const leave = (holder: object) => writeFileSync(path, JSON.stringify({ token: 'left', ...holder }))

  it('is refused to a second taker in the same process and free after release', () => {
    const lock = lockFolder(path)
    expect(() => lockFolder(path)).toThrow(FolderLockedError)
    lock.release()
    lockFolder(path).release()
    expect(readdirSync(root)).toEqual([])
  })

  it('is taken over from a process that is gone', () => {
    leave({ ...identifyProcess(process.pid), pid: 2 ** 22 + 1 })
    const lock = lockFolder(path)
    expect(readdirSync(root)).toEqual(['database.lock'])
    lock.release()
  })

  it('is taken over when the pid was given to another process since', () => {
    leave({ ...identifyProcess(process.pid), started: 'another boot/1' })
    lockFolder(path).release()
  })

  it('is left alone when it belongs to another host, with the way out in the message', () => {
    leave({ ...identifyProcess(process.pid), host: 'elsewhere' })
    expect(() => lockFolder(path)).toThrow(/host elsewhere; if that host no longer runs it, delete .*database\.lock/)
  })

  it('is not guessed about when its file is unreadable', () => {
    writeFileSync(path, 'half a l')
    expect(() => lockFolder(path)).toThrow(/not readable; delete it if no server runs/)
  })

  it('has one winner when eight processes find it left by a dead one', async () => {
    const taker = await bundle('tests/database/taker.ts')
    onTestFinished(() => taker.remove())
    leave({ ...identifyProcess(process.pid), started: 'another boot/1' })
    const children = Array.from({ length: 8 }, () => taker.run(path))
    const answers = await Promise.all(
      children.map(async (child) => {
        const lines = createInterface({ input: child.stdout ?? process.stdin })
        const [line] = await once(lines, 'line')
        return String(line)
      }),
    )
    for (const child of children) {
      child.kill('SIGKILL')
    }
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'FolderLockedError')).toHaveLength(7)
  })
})
