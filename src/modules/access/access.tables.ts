// Derived from the migrated schema by `npm run contract`.
import type { ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Extensions of grants by later applications, and whether these were voided (CAN-32). */
    access_extension: {
      extendedAt: Date
      extendedBy: number
      grantId: number
      id: WithDefault<number>
      ticketId: number
      undoneAt: Date | null
      validBefore: string
      validTo: string
    }

    /** Temporary access and dining of people from outside: one row for each person of an approved application (23.10). */
    access_grant: {
      activatedAt: Date | null
      activatedBy: number | null
      applicantId: number
      areas: readonly string[]
      budgetLineId: number | null
      cardNo: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      expiryNoticedAt: Date | null
      extensions: WithDefault<number>
      grantKind: string
      hostId: number
      id: WithDefault<number>
      idTail4: string
      idType: string
      lineNo: number
      meals: readonly string[] | null
      mobile: string
      name: string
      org: string
      passCode: string
      payer: string | null
      photo: readonly number[] | null
      remark: string | null
      revokeReason: string | null
      revokedAt: Date | null
      revokedBy: number | null
      state: WithDefault<'pending' | 'active' | 'expired' | 'revoked'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      validFrom: string
      validTo: string
      version: WithDefault<number>
      visitorType: string
    }

    /** Who came in and left, with the real time of each, also when it is written down later. */
    access_visit: {
      area: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      dueAt: Date
      enteredAt: Date
      enteredBy: number
      entryMethod: string
      grantId: number
      hostId: number
      id: WithDefault<number>
      lateNoticedAt: Date | null
      leftAt: Date | null
      leftBy: number | null
      name: string
      org: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      visitorType: string
    }

    /** Grants as others read them: who may eat in the canteen, on which days, and who pays. */
    shared_access_grant: {
      budgetLineId: ReadOnly<number | null>
      cardNo: ReadOnly<string | null>
      deptId: ReadOnly<number>
      grantKind: ReadOnly<string>
      hostId: ReadOnly<number>
      id: ReadOnly<number>
      meals: ReadOnly<readonly string[] | null>
      name: ReadOnly<string>
      org: ReadOnly<string>
      passCode: ReadOnly<string>
      payer: ReadOnly<string | null>
      revokedAt: ReadOnly<Date | null>
      state: ReadOnly<'pending' | 'active' | 'expired' | 'revoked'>
      ticketId: ReadOnly<number>
      validFrom: ReadOnly<string>
      validTo: ReadOnly<string>
    }
  }
}
