/** To which moment the bureau could be restored, when that was proved, and whether that is enough (90 B.6, B1: age is part of the verdict). */
import type { KnownBackup } from './place.ts'
import { wasProved } from './records.ts'

const HOUR_MS = 3_600_000
/** Hours the newest backup may be old. */
export const MAX_AGE_HOURS = 26
/** Days the newest proof may be old. */
export const MAX_PROOF_DAYS = 8
/** Days after which a scheduled backup is proved; two nights before the verdict would turn. */
const PROVE_AFTER_DAYS = 6

export interface BackupVerdict {
  /** The newest backup that no trial found broken. */
  readonly newest: KnownBackup | null
  /** The backup whose proof is the newest, with when that was. */
  readonly proved: { readonly backup: KnownBackup; readonly at: Date; readonly minutes: number } | null
  readonly isLate: boolean
  readonly isUnproved: boolean
}

const wasBroken = ({ record }: KnownBackup): boolean => record?.trials.at(-1)?.isSound === false
const takenAt = ({ record }: KnownBackup): Date | null =>
  record === null || record.takenAt === null ? null : new Date(record.takenAt)

/** Judges backups by their records, not by the run that made them. */
export function judge(backups: readonly KnownBackup[], now: Date): BackupVerdict {
  const usable = backups.filter((backup) => takenAt(backup) !== null && !wasBroken(backup))
  const newest = usable.reduce<KnownBackup | null>(
    (best, one) => (best === null || Number(takenAt(one)) > Number(takenAt(best)) ? one : best),
    null,
  )
  let proved: BackupVerdict['proved'] = null
  for (const backup of usable) {
    const trial = backup.record?.trials.at(-1)
    if (trial === undefined || backup.record === null || !wasProved(backup.record)) continue
    const at = new Date(trial.at)
    if (proved === null || at > proved.at) proved = { backup, at, minutes: trial.minutes }
  }
  const ageOf = (at: Date | null): number =>
    at === null ? Number.POSITIVE_INFINITY : (now.getTime() - at.getTime()) / HOUR_MS
  return {
    newest,
    proved,
    isLate: ageOf(newest === null ? null : takenAt(newest)) > MAX_AGE_HOURS,
    isUnproved: ageOf(proved?.at ?? null) > MAX_PROOF_DAYS * 24,
  }
}

/** Whether the next scheduled backup is to be proved. */
export const wantsProof = ({ proved }: BackupVerdict, now: Date): boolean =>
  proved === null || now.getTime() - proved.at.getTime() > PROVE_AFTER_DAYS * 24 * HOUR_MS

/** The newest proved backup, which cannot be deleted (BKP-05). */
export const protectedBackup = (backups: readonly KnownBackup[]): KnownBackup | undefined =>
  backups.find(({ record }) => record !== null && wasProved(record))
