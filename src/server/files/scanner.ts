/** The hook for a virus scanner (SYS-84): any that speaks the protocol of clamd, INSTREAM over TCP. */
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { Services } from '#src/server/app/services.ts'

export interface ScannerAddress {
  readonly host: string
  readonly port: number
}

/** What is known about a content: dictionary fileCheck. */
export type CheckState = 'typeChecked' | 'passed' | 'pending' | 'quarantined'
export interface Check {
  readonly state: CheckState
  /** What the scanner called it. */
  readonly note: string
}

export const typeChecked: Check = { state: 'typeChecked', note: '' }
const pending: Check = { state: 'pending', note: '' }

/** Milliseconds the scanner may take for anything. */
const SCAN_TIMEOUT_MS = 30_000
const MAX_NOTE = 200
const END = Buffer.alloc(4)

const lengthOf = (chunk: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

/** What the scanner says of a content: `stream: OK`, `stream: Eicar-Test-Signature FOUND`. @throws Error when it cannot be asked. */
function ask({ host, port }: ScannerAddress, content: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    let answer = ''
    const fail = (error: Error): void => {
      content.destroy()
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(SCAN_TIMEOUT_MS, () => fail(new Error('the scanner does not answer')))
    socket.on('error', fail)
    content.on('error', fail)
    socket.on('data', (part) => {
      answer += part.toString('latin1')
    })
    socket.on('end', () => resolve(answer.replaceAll('\0', '').trim()))
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      content.on('data', (chunk: Buffer) => {
        socket.write(lengthOf(chunk))
        if (!socket.write(chunk)) {
          content.pause()
          socket.once('drain', () => content.resume())
        }
      })
      content.on('end', () => socket.write(END))
    })
  })
}

/** Checks a content; a scanner that cannot be asked leaves it pending, to be asked again by the clock. */
export async function check(services: Services, content: () => Readable): Promise<Check> {
  const { scanner } = services.mode
  if (!scanner) return typeChecked
  try {
    const answer = await ask(scanner, content())
    if (/\bOK$/.test(answer)) return { state: 'passed', note: '' }
    const found = /^(?:stream: )?(.+) FOUND$/.exec(answer)?.[1]
    if (found !== undefined) return { state: 'quarantined', note: found.slice(0, MAX_NOTE) }
    throw new Error(`the scanner answered ${answer.slice(0, MAX_NOTE)}`)
  } catch (error) {
    services.log.warn({ err: error }, 'a file could not be scanned')
    return pending
  }
}
