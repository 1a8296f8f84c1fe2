import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { projectRoot } from '#src/server/database/root.ts'
import { parserFile } from './parserFile.ts'

/** Bundles the parsing process, which Node cannot run from its sources. */
export default async function setup(): Promise<void> {
  const bundle = await rolldown({
    input: join(projectRoot(), 'src/server/uploads/process/main.ts'),
    platform: 'node',
    // Packages are found where they are installed.
    external: /^[^.#/]/,
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  await mkdir(dirname(parserFile), { recursive: true })
  // Two runs at once read and write whole files.
  const fresh = `${parserFile}.${process.pid}`
  await writeFile(fresh, output[0].code)
  await rename(fresh, parserFile)
}
