/** Where the time of a run of the tests went: by folder of tests, and the files that took longest. */
import { relative } from 'node:path'

/** Files that are named. */
const NAMED = 12

/**
 * Lines of a table from the files of Vitest's report (`startTime`, `endTime` in milliseconds). Files run beside each
 * other, so that the seconds of a folder are more than those of the clock.
 */
export function timesTable(testResults, root) {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
  const folders = new Map()
  for (const file of files) {
    const folder = file.name.split('/')[1]
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const sum = (list) => list.reduce((seconds, file) => seconds + file.seconds, 0)
  const line = (name, count, seconds) => `| ${name} | ${count} | ${Math.round(seconds)} |`
  return [
    '| Folder or file | Files | Seconds |',
    '|---|---|---|',
    ...[...folders]
      .sort(([, one], [, other]) => sum(other) - sum(one))
      .map(([folder, list]) => line(folder, list.length, sum(list))),
    ...files.slice(0, NAMED).map(({ name, seconds }) => line(name, 1, seconds)),
  ]
}
