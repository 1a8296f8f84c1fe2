// Derived from the migrated schema by `npm run contract`.
import type { ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Seals of the bureau with their keepers (23.12). */
    seal: {
      backupKeeperId: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      enabledAt: string
      id: WithDefault<number>
      imprint: readonly number[] | null
      keeperId: number
      name: string
      remark: string | null
      sealType: string
      state: WithDefault<boolean>
      stateReason: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The last register number of a seal in a year. */
    seal_counter: {
      lastNo: number
      sealId: number
      year: number
    }

    /** The register of each seal: numbered without a gap by seal and year, never edited (SEA-03). */
    seal_entry: {
      applicantId: number
      copies: number
      correctsId: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      docTitle: string
      docType: string
      id: WithDefault<number>
      isOutside: boolean
      no: number
      photos: readonly number[] | null
      registerNo: string
      remark: string | null
      scanFile: readonly number[]
      scanPages: number
      sealId: number
      sendTo: string
      stampedAt: string
      stampedBy: number
      stampedCount: number
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      useId: number
      version: WithDefault<number>
      year: number
    }

    /** When seals are out of the office: of one seal no two periods overlap. */
    seal_reservation: {
      id: WithDefault<number>
      isActive: WithDefault<boolean>
      period: string
      sealId: number
      useId: number
    }

    /** Entries of the register that are struck through, and why (SEA-03). */
    seal_strike: {
      entryId: number
      reason: string
      struckAt: Date
      struckBy: number
    }

    /** Approved uses of seals, in the office or outside, and how they ended. */
    seal_use: {
      applicantId: number
      approvedOn: string
      backNote: string | null
      backPhotos: readonly number[] | null
      copies: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      docFile: readonly number[]
      docHash: string
      docTitle: string
      docType: string
      escortId: number | null
      expiresOn: string
      expiryNoticedAt: Date | null
      handedOutAt: Date | null
      handedOutBy: number | null
      id: WithDefault<number>
      isLate: WithDefault<boolean>
      lateNoticedAt: Date | null
      outPhotos: readonly number[] | null
      pages: number
      readyAt: Date | null
      receivedAt: Date | null
      remark: string | null
      returnNoticedAt: Date | null
      returnedAt: Date | null
      sealId: number
      sendTo: string
      stampedCount: WithDefault<number>
      stamps: number
      state: WithDefault<'pending' | 'stamped' | 'takenOut' | 'returned' | 'cancelled'>
      takeOut: boolean
      takeOutFrom: Date | null
      takeOutPlace: string | null
      takeOutTo: Date | null
      takenBackBy: number | null
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Seals as others read them. */
    shared_seal: {
      backupKeeperId: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      keeperId: ReadOnly<number>
      name: ReadOnly<string>
      sealType: ReadOnly<string>
      state: ReadOnly<boolean>
    }

    /** Entries of the seal registers as others read them. */
    shared_seal_entry: {
      id: ReadOnly<number>
      no: ReadOnly<number>
      registerNo: ReadOnly<string>
      scanFile: ReadOnly<readonly number[]>
      sealId: ReadOnly<number>
      stampedAt: ReadOnly<string>
      stampedCount: ReadOnly<number>
      ticketId: ReadOnly<number>
      useId: ReadOnly<number>
      year: ReadOnly<number>
    }
  }
}
