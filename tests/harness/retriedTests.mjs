// Plain JavaScript, because the runner loads it as it is.
import { writeFileSync } from 'node:fs'

/** Writes the names of tests that passed only at a second or third try to the file RETRIED_TESTS names, as a JSON array. */
export default class RetriedTests {
  onTestRunEnd(modules) {
    const { RETRIED_TESTS: file } = process.env
    if (file === undefined) return
    const names = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    writeFileSync(file, JSON.stringify(names))
  }
}
