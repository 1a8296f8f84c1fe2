/** A bounded queue that serves senders in turn: whoever sends many files waits behind those who send one. */

export interface QueueLimits {
  /** Jobs that wait in all. */
  readonly waiting: number
  /** Jobs of one sender that wait. */
  readonly waitingPerSender: number
}

/** Why a job is not taken in. */
export type QueueRefusal = 'full' | 'ownFull'

export class FairQueue<Job extends { readonly sender: number }> {
  readonly #limits: QueueLimits
  /** Jobs by sender; the sender whose turn is next comes first. */
  readonly #waiting = new Map<number, Job[]>()
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Takes the job in; a refusal leaves the queue as it was. */
  add(job: Job): QueueRefusal | null {
    const own = this.#waiting.get(job.sender) ?? []
    if (own.length >= this.#limits.waitingPerSender) return 'ownFull'
    if (this.#size >= this.#limits.waiting) return 'full'
    own.push(job)
    this.#waiting.set(job.sender, own)
    this.#size += 1
    return null
  }

  /** The next job of the first sender that may start one; that sender goes to the end. */
  take(mayStart: (sender: number) => boolean): Job | undefined {
    for (const [sender, jobs] of this.#waiting) {
      if (!mayStart(sender)) continue
      const job = jobs.shift()
      this.#waiting.delete(sender)
      if (jobs.length > 0) this.#waiting.set(sender, jobs)
      if (job !== undefined) this.#size -= 1
      return job
    }
    return undefined
  }

  /** Takes a job out that has not started. */
  remove(job: Job): void {
    const jobs = this.#waiting.get(job.sender)
    const at = jobs?.indexOf(job) ?? -1
    if (jobs === undefined || at < 0) return
    jobs.splice(at, 1)
    this.#size -= 1
    if (jobs.length === 0) this.#waiting.delete(job.sender)
  }

  /** Takes everything out. */
  clear(): readonly Job[] {
    const jobs = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return jobs
  }
}
