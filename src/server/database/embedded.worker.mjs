// The embedded engine in its own thread: bytes of the PostgreSQL wire protocol in, bytes out.
// Plain JavaScript, because Node 20 cannot load TypeScript in a worker.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @type {{ dataDir: string | null, template: string | null, timeZone: string, code: WebAssembly.Module }} */
const { dataDir, template, timeZone, code } = workerData

const INPUT_OUTPUT_ERROR = 29
const RESPONSE_CHUNK = 1 << 20

/** The file system of the host with the fsync that the stock one leaves out. */
class DurableNodeFS extends NodeFS {
  fsyncs = 0

  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const install = (mod) => {
      mod.NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd === undefined) {
            syncPath(mod.NODEFS.realPath(stream.node))
          } else {
            fs.fsyncSync(stream.nfd)
          }
          this.fsyncs += 1
          return 0
        } catch (error) {
          report(error)
          throw new mod.FS.ErrnoError(INPUT_OUTPUT_ERROR)
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } }
  }
}

function syncPath(target) {
  const handle = fs.openSync(target, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function syncTree(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      syncTree(target)
    } else {
      syncPath(target)
    }
  }
  syncPath(folder)
}

function report(error) {
  parentPort.postMessage({ type: 'fault', message: String(error?.message ?? error) })
}

const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
const common = ['-c', `TimeZone=${timeZone}`]
const engine = { extensions: { btree_gist }, pgliteWasmModule: code }

async function openMemory() {
  const loadDataDir = template === null ? undefined : new Blob([fs.readFileSync(template)])
  return PGlite.create({
    dataDir: 'memory://',
    ...engine,
    startParams: [...PGlite.defaultStartParams, ...common],
    initDbStartParams: ['--wal-segsize=1'],
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  })
}

// A kill during creation must not leave half a database: it is made beside its place and moved there whole.
async function createFolder() {
  const making = `${dataDir}.creating`
  fs.rmSync(making, { recursive: true, force: true })
  fs.mkdirSync(making, { recursive: true, mode: 0o700 })
  const pg = await PGlite.create({ fs: new NodeFS(making), ...engine })
  await pg.close()
  syncTree(making)
  fs.renameSync(making, dataDir)
  syncPath(path.dirname(dataDir))
}

async function openFolder() {
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    await createFolder()
  }
  files = new DurableNodeFS(dataDir)
  return PGlite.create({
    fs: files,
    ...engine,
    startParams: [...PGlite.defaultStartParams.filter((part) => part !== '-F'), ...durable, ...common],
  })
}

/** @type {DurableNodeFS | undefined} */
let files
const pg = await (dataDir === null ? openMemory() : openFolder())
await proveDurability()

// A commit that leaves only WAL behind must reach the disk before it is acknowledged.
async function proveDurability() {
  if (files === undefined) {
    return
  }
  const before = files.fsyncs
  await pg.query("select pg_logical_emit_message(true, 'durability', '')")
  if (files.fsyncs === before) {
    await pg.close()
    throw new Error('the embedded database refuses to start: a commit caused no fsync')
  }
}

/** Runs whole protocol messages and answers their bytes; `last` tells that the engine is idle again. */
async function run(bytes) {
  let parts = []
  let size = 0
  const flush = (last) => {
    const joined = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      joined.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    parentPort.postMessage({ type: 'data', bytes: joined, last }, [joined.buffer])
  }
  const onRawData = (data) => {
    parts.push(data.slice())
    size += data.length
    if (size >= RESPONSE_CHUNK) {
      flush(false)
    }
  }
  if (bytes[0] === 0) {
    onRawData(await pg.execProtocolRaw(bytes, { syncToFs: false }))
  } else {
    await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
  }
  flush(true)
}

// One session serves every connection in turn, so each new one starts from a clean session.
async function reset() {
  if (pg.isInTransaction()) {
    await pg.exec('rollback')
  }
  await pg.exec('discard all')
}

async function handle(message) {
  if (message instanceof Uint8Array) {
    await run(message)
    return
  }
  if (message.type === 'reset') {
    await reset()
  } else if (message.type === 'dump') {
    const dump = await pg.dumpDataDir('none')
    fs.writeFileSync(message.path, new Uint8Array(await dump.arrayBuffer()))
  } else if (message.type === 'close') {
    await pg.close()
  }
  parentPort.postMessage({ type: 'answer', id: message.id, fsyncs: files?.fsyncs ?? 0 })
}

// Messages are handled strictly one after the other; a failure here means that the engine itself is broken.
let queue = Promise.resolve()
parentPort.on('message', (message) => {
  queue = queue.then(() => handle(message))
})
parentPort.postMessage({ type: 'ready' })
