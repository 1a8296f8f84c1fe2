/** Tries a backup in a process of its own: the command `verify-backup` under the variables of the server. */
import { spawn } from 'node:child_process'

const MAX_OUTPUT = 4_000

/** @throws Error with the last line of the command, or the reason of the signal */
export async function proveInProcess(program: string, file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, ['--enable-source-maps', program, 'verify-backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT)
  })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (code !== 0) throw new Error(output.trim().split('\n').at(-1) || `verify-backup ended with exit code ${code}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
