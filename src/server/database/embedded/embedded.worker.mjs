// The embedded engine in its own thread: bytes of the PostgreSQL wire protocol in, bytes out.
// Plain JavaScript, because Node 20 cannot load TypeScript in a worker.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @type {{ dataDir: string | null, template: string | null, timeZone: string, code: WebAssembly.Module, advice: string }} */
const { dataDir, template, timeZone, code, advice } = workerData

const INPUT_OUTPUT_ERROR = 29
const RESPONSE_CHUNK = 1 << 20
const MEGABYTE = 1 << 20
/** Megabytes of free disk below which the engine may not be able to start for want of them. */
const LITTLE_ROOM = 64
/** How the engine leaves a statement that failed, to go on with the next. */
const LONG_JUMP = 100

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
  // What the engine says while it starts: its error only tells that it has ended.
  const errorLines = []
  const onStderr = (line) => {
    errorLines.push(line)
    return false
  }
  try {
    return await PGlite.create({
      fs: files,
      ...engine,
      onStderr,
      startParams: [...PGlite.defaultStartParams.filter((part) => part !== '-F'), ...durable, ...common],
    })
  } catch (error) {
    throw new Error(`the embedded database in ${dataDir} does not open: ${reasonOf(errorLines, error)}; ${remedy()}`, {
      cause: error,
    })
  }
}

/** What failed, in the engine's own words without their time stamps. */
function reasonOf(errorLines, error) {
  const words = errorLines.flatMap((line) => /(?:FATAL|PANIC|DETAIL): *(.*)|^postgres: (.*)/.exec(line)?.slice(1) ?? [])
  const reasons = words.filter((part) => part !== undefined)
  return reasons.length > 0 ? reasons.join(' ') : String(error?.message ?? error)
}

/** On a full disk room helps; what is damaged has to be restored. */
function remedy() {
  const { bavail, bsize } = fs.statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  return free < LITTLE_ROOM ? `only ${free} MB of its disk are free: make room and start again` : advice
}

/** Output of the engine that is not read yet. */
const answer = {
  parts: [],
  size: 0,
  add(data) {
    answer.parts.push(data.slice())
    answer.size += data.length
    if (answer.size >= RESPONSE_CHUNK) answer.flush(false)
  },
  /** Tells it; `last` when the engine is idle again. */
  flush(last) {
    const joined = new Uint8Array(answer.size)
    let at = 0
    for (const part of answer.parts) {
      joined.set(part, at)
      at += part.length
    }
    answer.parts = []
    answer.size = 0
    parentPort.postMessage({ type: 'data', bytes: joined, last }, [joined.buffer])
  },
}

/** @type {DurableNodeFS | undefined} */
let files
const pg = await (dataDir === null ? openMemory() : openFolder())
endWithEngine(pg.Module)
await proveDurability()

// PANIC, as on a disk too full for the log or a checkpoint, and every trap end the engine, which PGlite takes for one more
// failed statement: from then on it says nothing, or turns for ever. The thread ends instead; the next one recovers the folder.
function endWithEngine(engine) {
  const loopOnce = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if (error?.status === LONG_JUMP) throw error
      // Told first: whoever hears the answer may stop this thread before it says anything else.
      report(error)
      answer.flush(false)
      process.exit(1)
    }
  }
}

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

/** Runs whole protocol messages and answers their bytes. */
async function run(bytes) {
  if (bytes[0] === 0) {
    answer.add(await pg.execProtocolRaw(bytes, { syncToFs: false }))
  } else {
    await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: answer.add })
  }
  answer.flush(true)
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
