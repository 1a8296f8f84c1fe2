/** Brings a fresh clone to the point where the product can run: packages, builds, and for tests the machine's programs. Plain Node, since nothing is installed yet. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the project; a failure ends this process with its exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

export const tool = (name) => join(root, 'node_modules', '.bin', name)

function newestChange(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path}:${info.size}:${info.mtimeMs}\n`)
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

function upToDate(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Installs the packages of the lock file when they are missing or of another lock file. A linked folder belongs to somebody else: installing would empty it under them. */
export function ensureInstalled() {
  const packages = join(root, 'node_modules')
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  const stamp = join(packages, '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (upToDate(stamp, wanted)) return
  console.log('Installing packages ...')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** Builds browser and server bundles when a source file changed since the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.built')
  const wanted = newestChange([
    'src',
    'machines',
    'docs/api.md',
    'docs/api.zh.md',
    'vite.config.ts',
    'package-lock.json',
  ])
  if (upToDate(stamp, wanted)) return
  console.log('Building ...')
  // Any other NODE_ENV, such as the server's `demo`, would build pages that call what React has only while developing.
  const options = { env: { ...process.env, NODE_ENV: 'production' } }
  run(tool('vite'), ['build', '--logLevel', 'warn'], options)
  run(tool('vite'), ['build', '--ssr', '--logLevel', 'warn'], options)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

const chromiumPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
]
/** Chromium without a window: it draws the same and takes a third less of the machine. Newer Debians have it. */
const LIGHT_CHROMIUM = 'chromium-headless-shell'
const isPackage = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
const hasPostgres = () => existsSync('/usr/lib/postgresql') || Boolean(process.env.DATABASE_URL)
const hasChromium = () => Boolean(process.env.CHROMIUM_PATH) || chromiumPlaces.some(existsSync)
const hasChineseFont = () => spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' }).stdout?.trim()

/** For the tests: Chromium, a Chinese font and PostgreSQL from Debian's packages where they are missing and may be installed. */
export function ensureTestPrograms() {
  const missing = []
  if (!hasChromium()) missing.push('chromium')
  if (!hasChineseFont()) missing.push('fonts-noto-cjk')
  if (!hasPostgres()) missing.push('postgresql')
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests need ${missing.join(', ')}. Install them (Debian: apt-get install ${missing.join(' ')}), or set CHROMIUM_PATH and DATABASE_URL.`,
    )
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], { env })
  const packages = missing.map((name) => (name === 'chromium' && isPackage(LIGHT_CHROMIUM) ? LIGHT_CHROMIUM : name))
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
