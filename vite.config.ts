import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin as PostcssPlugin } from 'postcss'
import postcssRTLCSS from 'postcss-rtlcss'
import { Mode } from 'postcss-rtlcss/options'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The browser build must never contain server code. */
const noServerCode: Plugin = {
  name: 'no-server-code',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (/\.server\.ts$|^#src\/server\//.test(source)) {
      throw new Error(`${source} is server code and was imported by ${importer ?? 'the entry'} in the client build`)
    }
    return null
  },
}

const rightToLeft = postcssRTLCSS({ mode: Mode.override })
/** Blueprint's styles have physical sides and are mirrored for right-to-left; those of the product have logical ones. */
const mirrorBlueprint: PostcssPlugin = {
  ...rightToLeft,
  Once: (sheet, helpers) =>
    sheet.source?.input.file?.endsWith('.blueprint.scss') ? rightToLeft.Once?.(sheet, helpers) : undefined,
}

/** Below this many bytes packing gains nothing on the line. */
const WORTH_PACKING = 1024
const pack = promisify(brotliCompress)

/** Scripts and styles are packed once, as tightly as Brotli can; the server sends the packed file instead of packing at every request. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const write = async (name: string): Promise<void> => {
      const file = join(dir ?? '', name)
      const content = await readFile(file)
      if (content.length >= WORTH_PACKING) await writeFile(`${file}.br`, await pack(content))
    }
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => /\.(js|css)$/.test(name))
        .map(write),
    )
  },
}

/** What runs beside the server in a process or a thread of its own has an entry beside the server's, in every build of it. */
const besideServer: Plugin = {
  name: 'beside-server',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: at('./src/server/uploads/process/main.ts'), fileName: 'parser.js' })
    this.emitFile({
      type: 'chunk',
      id: at('./src/server/database/embedded/embedded.worker.mjs'),
      fileName: 'embedded.worker.mjs',
    })
  },
}

/** The worker that lets a page load without a network has an address that stays. */
const scanWorker: Plugin = {
  name: 'scan-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: at('./src/modules/asset/scan/offlineWorker.client.ts'),
      fileName: 'scan-worker.js',
    })
  },
}

const earlyEntry = at('./src/client/early/main.ts')
/** The start calls leave while the program that takes their answers is on its way. */
const earlyCalls: Plugin = {
  name: 'early-calls',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: earlyEntry, name: 'early' })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle }) => {
      const files = Object.values(bundle ?? {})
      const early = files.find((one) => one.type === 'chunk' && one.moduleIds.includes(earlyEntry))
      if (early === undefined) throw new Error('the build has no early calls')
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head' }]
    },
  },
}

/** The programs of the server build, `dist/server/<name>.js`. */
const serverPrograms = { main: at('./src/server/app/main.ts'), supervisor: at('./src/server/supervisor/main.ts') }

const serverPort = process.env.PORT ?? '3000'
const toServer = { target: `http://127.0.0.1:${serverPort}` }

/** What starts the client, and the fields and notices that stand on the sign-in page and behind it: neither page loads the other's file for them. */
const onEveryPage =
  /src\/client\/(main|pages\/login\/(fields\/(Check|Password|Text)Field|SessionRefusal)|app\/layout\/navigation\/Brand|components\/(ui\/(afterPaint|Avatar)|table\/useGrowing))\.tsx?$/

/** What every page behind the sign-in needs before it shows anything: the frame, the table of pages, and the pages that say why there is none. */
const onEverySignedInPage =
  /src\/client\/(app\/(layout\/Shell|pageRoutes|pages)|platform\/(Queries|parts\/index)|pages\/status\/(Menu|Unknown)Page)\.tsx?$/

/** What is fetched once the first screen stands and nothing else is to be done. */
const whenIdle =
  /src\/client\/(components\/ui\/popups\/(toaster|ConfirmAlert)|platform\/(release\/index|errorReporting\/report)|app\/layout\/LockScreen)\.tsx?$/

/**
 * Projects that run one after the other without a pause between them. One file more than there are cores, since a test
 * waits for its database and the database for its test; two more where a screen waits for its server, too, or a test
 * for a killed server.
 */
const ofSources = { maxWorkers: 3, sequence: { groupOrder: 0 } }
const ofBuild = { maxWorkers: 4, sequence: { groupOrder: 1 } }
/** On the slowest machines a browser or a killed server may miss a deadline once or twice; a test that fails three times has failed. */
const retry = process.env.CI ? 2 : 0

/** Milliseconds. A deadline ends what hangs; the slowest machine on which the suite passed took three times as long as a usual one. */
const SHOWN_MS = 60_000
const TEST_MS = 900_000
const deadlines = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: SHOWN_MS } } }

/** How test files are ordered; not there in a build without the tests. */
const { LongestFirst } = process.env.VITEST ? await import(at('./tests/harness/longestFirst.mjs')) : {}

export default defineConfig(({ isSsrBuild, command }) => ({
  ...(isSsrBuild || process.env.VITEST ? {} : { root: at('./src/client') }),
  plugins: isSsrBuild ? [besideServer] : [react(), noServerCode, scanWorker, earlyCalls, packed],
  build: isSsrBuild
    ? {
        ssr: true,
        rolldownOptions: { input: serverPrograms },
        outDir: at('./dist/server'),
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        sourcemap: true,
      }
    : {
        outDir: at('./dist/client'),
        emptyOutDir: true,
        target: 'es2022',
        sourcemap: false,
        manifest: true,
        chunkSizeWarningLimit: 700,
        // What the sign-in page needs comes as one file, and what every page behind it needs as a second: forty small ones cost more to ask for and to pack.
        rolldownOptions: {
          // What the router advises its developers.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce'] },
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            codeSplitting: {
              groups: [
                { name: 'early', test: /src\/client\/early\//, priority: 6 },
                { name: 'start', test: onEveryPage, priority: 5 },
                { name: 'first', test: /src\/client\/pages\/login\/LoginPage\.tsx$/, priority: 4 },
                { name: 'frame', test: onEverySignedInPage, priority: 3 },
                { name: 'tables', test: /src\/client\/tickets\/queue\/TicketList\.tsx$/, priority: 2 },
                { name: 'menus', test: /src\/client\/app\/layout\/navbar\/NavbarTools\.tsx$/, priority: 1 },
                { name: 'idle', test: whenIdle, priority: 1 },
                // A picture is half a kilobyte, less than asking for it.
                { name: 'icons', test: /@blueprintjs\/icons\/lib\/esm\/generated\/components\//, priority: 0 },
              ],
            },
          },
        },
      },
  css: {
    postcss: { plugins: [mirrorBlueprint] },
    preprocessorOptions: {
      scss: {
        loadPaths: [at('./node_modules')],
        // Blueprint's sources are written with `@import`.
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin'],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PAGE_PORT ?? 5173),
    fs: { allow: [at('.')] },
    proxy: { '/api': toServer, '/token': toServer, '/ws': { ...toServer, ws: true } },
  },
  define: command === 'build' && !isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  test: {
    ...(LongestFirst && { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          setupFiles: [at('./tests/harness/properties.setup.ts')],
          // Files share the loaded sources, which hold nothing that a test changes.
          isolate: false,
          ...ofSources,
          ...deadlines,
          include: ['tests/{models,fields,rules}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          setupFiles: [at('./tests/harness/properties.setup.ts')],
          ...ofSources,
          ...deadlines,
          include: ['tests/client/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: [at('./tests/harness/properties.setup.ts')],
          include: ['tests/{database,http,access,records,tickets,infrastructure,modules,journeys}/**/*.test.ts'],
          // Files share the loaded server and the compiled embedded engine; what a file changes is in its own database.
          isolate: false,
          ...ofSources,
          globalSetup: [at('./tests/harness/postgres.setup.ts'), at('./tests/harness/parser.setup.ts')],
          ...deadlines,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // Files share the loaded server, by which they look at what a killed one has left.
          isolate: false,
          ...ofBuild,
          retry,
          globalSetup: [at('./tests/harness/postgres.setup.ts'), at('./tests/harness/seed.setup.ts')],
          ...deadlines,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          // Files share the loaded modules and a browser; each has a server of its own.
          isolate: false,
          ...ofBuild,
          globalSetup: [
            at('./tests/harness/postgres.setup.ts'),
            at('./tests/harness/parser.setup.ts'),
            at('./tests/harness/seed.setup.ts'),
          ],
          retry,
          ...deadlines,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.bench.ts'],
          // What measures time runs after all others, one file at a time.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          globalSetup: [at('./tests/harness/postgres.setup.ts'), at('./tests/harness/seed.setup.ts')],
          testTimeout: 900_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
}))
