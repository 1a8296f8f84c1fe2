/** `npm run contract`: writes what is derived and kept: what each call answers, as the document of the API describes it, the collections of field kinds, and what every page knows of all modules. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { readAnswers, textOf } from './answers.mjs'
import { kindFiles } from './kinds.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
writeFileSync(new URL('../../src/server/documentation/answers.json', import.meta.url), textOf(readAnswers(root)))

for (const [name, text] of Object.entries(kindFiles(root))) writeFileSync(`${root}src/fields/derived/${name}`, text)

const parts = `${root}src/client/platform/parts`
const { module } = await runnerImport(`${parts}/derive.ts`, { root, configFile: false, logLevel: 'error' })
for (const [name, text] of Object.entries(module.derivedFiles())) writeFileSync(`${parts}/derived/${name}`, text)
