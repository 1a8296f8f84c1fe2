/** The way between a server and its PostgreSQL, which can be cut, held, or made to lose an answer. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  /** Where the database is reached over this way. */
  readonly url: string
  /** Nothing arrives any more on either side, and nobody is told. */
  hold(): void
  /** What was held arrives, and everything after it. */
  release(): void
  /** The next commit reaches the database; its answer does not come back, the connection is gone instead. Resolves when that has happened. */
  loseCommit(): Promise<void>
  close(): Promise<void>
}

const COMMIT = Buffer.from('commit\0')
const COMMITTED = Buffer.from('COMMIT\0')

/** Lays a way to the database at `databaseUrl`. */
export async function layWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isHeld = false
  let lose: (() => void) | undefined

  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port || 5432) })
    const pair = [near, far] as const
    pairs.add(pair)
    let isLost = false
    const end = (): void => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    near.on('data', (bytes: Buffer) => {
      if (lose !== undefined && bytes.includes(COMMIT)) {
        isLost = true
        const notify = lose
        lose = undefined
        // Answers to what was sent before it may come first; the one that says it is done is heard by nobody.
        let answers = Buffer.alloc(0)
        far.on('data', (answer: Buffer) => {
          answers = Buffer.concat([answers, answer])
          if (!answers.includes(COMMITTED)) return
          end()
          notify()
        })
      }
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (!isLost) near.write(bytes)
    })
    for (const socket of pair) socket.on('close', end).on('error', end)
    if (isHeld) for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const each = (action: (socket: Socket) => void): void => {
    for (const pair of pairs) for (const socket of pair) action(socket)
  }
  return {
    url: url.href,
    hold() {
      isHeld = true
      each((socket) => socket.pause())
    },
    release() {
      isHeld = false
      each((socket) => socket.resume())
    },
    loseCommit: () =>
      new Promise((resolve) => {
        lose = resolve
      }),
    async close() {
      each((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
