import type { ProblemKey } from '#src/define/names.ts'
import type { ProblemParam } from '#src/define/problem.ts'

/** The file is not read on; the key is told to its sender. */
export class Unreadable extends Error {
  readonly key: ProblemKey
  readonly params: readonly ProblemParam[]
  constructor(key: ProblemKey, ...params: readonly ProblemParam[]) {
    super(key)
    this.name = 'Unreadable'
    this.key = key
    this.params = params
  }
}
