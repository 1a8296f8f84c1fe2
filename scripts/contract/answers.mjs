/** JSON Schema of what each call answers, derived from the interface `Answers` and everything its types name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { createSchemas } from './schemas.mjs'

/** Where `Answers` stands. */
const ANSWERS = 'src/define/answers/answers.ts'
const BASE_OPTIONS = { noEmit: true, incremental: false, types: [] }

function programOf(root, files) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const { tsBuildInfoFile: _, ...kept } = options
  return ts.createProgram(files, { ...kept, ...BASE_OPTIONS })
}

/** Files below `src` that add to `Answers`. */
function declaringFiles(root) {
  return ts.sys
    .readDirectory(join(root, 'src'), ['.ts'])
    .filter((path) => /\binterface Answers\b/.test(readFileSync(path, 'utf8')))
}

/**
 * `{ answers: schema by 'METHOD url', schemas: schema by the name of a type }`, both sorted by name. A type that has a name
 * stands under `schemas` and is referred to.
 */
export function readAnswers(root) {
  const program = programOf(root, declaringFiles(root))
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(join(root, ANSWERS))
  const symbol = checker
    .getExportsOfModule(checker.getSymbolAtLocation(file))
    .find(({ escapedName }) => escapedName === 'Answers')
  const { schemaOf, named } = createSchemas(checker, root)
  const calls = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
  const answers = Object.fromEntries(
    calls.map((call) => [call.name, schemaOf(checker.getTypeOfSymbol(call))]).sort(byName),
  )
  return { answers, schemas: Object.fromEntries([...named].sort(byName)) }
}

const byName = ([one], [other]) => (one < other ? -1 : 1)

/** One line for each call and each type, so that a change of one is a change of its line. */
export function textOf({ answers, schemas }) {
  const lines = (part) =>
    Object.entries(part)
      .map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
      .join(',\n')
  return `{\n  "answers": {\n${lines(answers)}\n  },\n  "schemas": {\n${lines(schemas)}\n  }\n}\n`
}
