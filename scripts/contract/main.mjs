/** `npm run contract`: writes what each call answers, as the document of the API describes it. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readAnswers, textOf } from './answers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
writeFileSync(new URL('../../src/server/documentation/answers.json', import.meta.url), textOf(readAnswers(root)))
