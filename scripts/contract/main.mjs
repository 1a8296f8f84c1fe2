/** `npm run contract`: writes what is derived and kept: what each call answers, as the document of the API describes it, the collections of field kinds, the types of tables, and what every page knows of all modules. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { readAnswers, textOf } from './answers.mjs'
import { kindFiles } from './kinds.mjs'
import { tableFiles } from './tables.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
writeFileSync(new URL('../../src/server/documentation/answers.json', import.meta.url), textOf(readAnswers(root)))

for (const [name, text] of Object.entries(kindFiles(root))) writeFileSync(`${root}src/fields/derived/${name}`, text)

const load = async (path) =>
  (await runnerImport(`${root}${path}`, { root, configFile: false, logLevel: 'error' })).module
const { modules } = await load('src/modules.ts')
const { connect } = await load('src/server/database/connect.ts')
const { migrate, migrationFolders } = await load('src/server/database/migrate.ts')
const folders = migrationFolders(modules.map((one) => one.name))
const database = await connect({})
await migrate(database, folders)
const tables = await tableFiles(async (text) => (await database.pool.query(text)).rows, folders)
for (const [path, text] of Object.entries(tables)) writeFileSync(`${root}${path}`, text)
await database.close()

const parts = `${root}src/client/platform/parts`
const { derivedFiles } = await load('src/client/platform/parts/derive.ts')
for (const [name, text] of Object.entries(derivedFiles())) writeFileSync(`${parts}/derived/${name}`, text)
