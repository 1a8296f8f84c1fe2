// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Configurations that departments choose from in a bulk purchase, each with its highest price (22.8). */
    bulk_config: {
      assetCategory: string | null
      category: 'desktop' | 'laptop' | 'printer' | 'aircon' | 'copyPaper' | 'furniture'
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      isActive: WithDefault<boolean>
      name: string
      remark: string | null
      spec: string
      standardItemId: number | null
      stockItemId: number | null
      unit: string
      unitCap: Decimal | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Bulk purchases that are under way or approved: one of a category in a month (22.8). */
    bulk_plan: {
      category: string
      isLive: boolean
      periodMonth: string
      ticketId: number
      versionId: number | null
    }

    /** Amounts of comparisons by department and category, so that no purchase is cut into pieces (PRC-13). */
    comparison_sum: {
      amount: Decimal
      category: string
      countedOn: string
      deptId: number
      isLive: boolean
      ticketId: number
    }

    /** Procurement intentions: approved, published, revoked or turned into a purchase (50.8). */
    intention: {
      amount: Decimal
      applicantId: number
      approvedAt: Date
      articleId: number | null
      budgetLineId: number | null
      category: 'goods' | 'works' | 'services'
      channelUrl: string | null
      convertedAt: Date | null
      convertedTo: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      demandSummary: string
      deptId: number
      earliestStart: string | null
      exemptReason: string | null
      expectedMonth: string
      forSme: WithDefault<boolean>
      id: WithDefault<number>
      isStale: WithDefault<boolean>
      projectId: number | null
      projectName: string
      publicNote: string | null
      publishAt: Date | null
      remark: string | null
      revokeReason: string | null
      state: WithDefault<'approved' | 'published' | 'revoked' | 'converted'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      year: number
    }

    /** Purchases, from the authorisation to the archive (50.9). */
    purchase: {
      acceptedAmount: WithDefault<Decimal>
      awardAmount: Decimal | null
      budget: Decimal
      budgetLines: WithDefault<Json>
      category: 'goods' | 'works' | 'services'
      closedAt: Date | null
      contractAmount: Decimal | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliverBy: string | null
      deliveredOn: string | null
      deptId: number
      docs: readonly number[] | null
      endReason: string | null
      id: WithDefault<number>
      intentionId: number | null
      isLate: boolean | null
      isOverdue: WithDefault<boolean>
      items: WithDefault<Json>
      method: 'direct' | 'comparison' | 'inquiry' | 'negotiation' | 'consultation' | 'publicTender' | 'single' | 'framework' | 'bulk'
      methodWaiver: readonly number[] | null
      name: string
      no: string
      ownerId: number
      panel: readonly number[] | null
      remark: string | null
      selectionId: number | null
      signedOn: string | null
      state: WithDefault<'preparing' | 'selecting' | 'contracted' | 'performing' | 'accepted' | 'closed' | 'terminated'>
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number | null
      version: WithDefault<number>
    }

    /** Acceptances of what a purchase brought, with what was taken of each item. */
    purchase_acceptance: {
      acceptedOn: string
      amount: WithDefault<Decimal>
      assetCount: WithDefault<number>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      file: readonly number[] | null
      id: WithDefault<number>
      lines: WithDefault<Json>
      note: string | null
      ownerId: number
      panel: readonly number[]
      purchaseId: number
      remark: string | null
      result: 'pass' | 'partial' | 'fail'
      stockDocId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Contracts of purchases with what their supplements changed (50.9). */
    purchase_contract: {
      advanceRate: WithDefault<Decimal>
      amount: Decimal
      changed: WithDefault<Decimal>
      contractNo: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      endsOn: string
      file: readonly number[] | null
      id: WithDefault<number>
      ownerId: number
      plan: WithDefault<Json>
      purchaseId: number
      remark: string | null
      retentionDays: WithDefault<number>
      retentionRate: WithDefault<Decimal>
      sealTicketId: number | null
      signedOn: string
      startsOn: string
      supplemented: WithDefault<Decimal>
      supplements: WithDefault<Json>
      total: ReadOnly<Decimal | null>
      updatedAt: Date
      updatedBy: number | null
      vendorId: number
      version: WithDefault<number>
    }

    /** Deliveries of a purchase, in their order. */
    purchase_delivery: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveredOn: string
      deptId: number
      file: readonly number[] | null
      id: WithDefault<number>
      note: string
      ownerId: number
      purchaseId: number
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The last number of a code in a year, taken under lock (E10). */
    purchase_number: {
      code: string
      last: number
      year: number
    }

    /** Selections of vendors by sealed quotes (50.10). */
    selection: {
      abortReason: string | null
      articleId: number | null
      awardAmount: Decimal | null
      awardReason: string | null
      awardedAt: Date | null
      category: string
      ceiling: Decimal
      confirmedBy: number | null
      createdAt: Date
      createdBy: number | null
      deadline: Date
      deletedAt: Date | null
      deliveryWeight: number | null
      deptId: number
      id: WithDefault<number>
      invitations: WithDefault<Json>
      invitedAt: Date | null
      items: WithDefault<Json>
      method: 'comparison' | 'inquiry'
      minutes: string | null
      no: string
      openedAt: Date | null
      openedBy: number | null
      opening: string | null
      ownerId: number
      panel: readonly number[]
      priceWeight: number | null
      qualityWeight: number | null
      remark: string | null
      round: WithDefault<number>
      scoredAt: Date | null
      scoring: WithDefault<'lowest' | 'weighted'>
      serviceWeight: number | null
      state: WithDefault<'draft' | 'inviting' | 'opened' | 'awarded' | 'aborted'>
      subject: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      winnerVendorId: number | null
    }

    /** Notices of the award to the bidders (PRC-46). */
    selection_notice: {
      isWinner: boolean
      selectionId: number
      text: string
      vendorId: number
      writtenAt: Date
    }

    /** Quotes as two people entered them at the opening, with the hashes of their files (50.10). */
    selection_quote: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveryDays: number
      deptId: number
      envelopeNo: string
      fileHash: string
      id: WithDefault<number>
      invalidReason: string | null
      isValid: boolean
      isWinner: WithDefault<boolean>
      openedAt: Date
      panelScore: Decimal | null
      priceScore: Decimal | null
      prices: WithDefault<Json>
      quoteFile: readonly number[]
      rank: number | null
      remark: string | null
      round: number
      selectionId: number
      totalScore: Decimal | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number
      version: WithDefault<number>
      warrantyMonths: number
    }

    /** Envelopes that were handed in, without what is in them (E3). */
    selection_receipt: {
      endedAt: Date | null
      envelopeNo: string
      id: WithDefault<number>
      receivedAt: Date
      receivedBy: number
      round: number
      sealPhoto: readonly number[]
      selectionId: number
      vendorId: number
    }

    /** Members of panels who were replaced, with the reason (E13). */
    selection_replacement: {
      cause: 'ill' | 'conflict' | 'other'
      id: WithDefault<number>
      isSheetSetAside: boolean
      memberId: number
      reason: string
      replacedAt: Date
      replacedBy: number
      round: number
      selectionId: number
      successorId: number
    }

    /** Scores of the members of a panel, each known to its member alone until all are in (E13). */
    selection_score: {
      delivery: Decimal
      memberId: number
      quality: Decimal
      round: number
      selectionId: number
      service: Decimal
      setAsideAt: Date | null
      submittedAt: Date
      vendorId: number
    }

    /** Purchases and their contracts as other modules read them. */
    shared_purchase: {
      contractAmount: ReadOnly<Decimal | null>
      contractNo: ReadOnly<string | null>
      id: ReadOnly<number | null>
      no: ReadOnly<string | null>
      signedOn: ReadOnly<string | null>
      state: ReadOnly<'preparing' | 'selecting' | 'contracted' | 'performing' | 'accepted' | 'closed' | 'terminated' | null>
      ticketId: ReadOnly<number | null>
      vendor: ReadOnly<string | null>
    }

    /** Vendors as other modules read them, without their bank accounts. */
    shared_vendor: {
      deletedAt: ReadOnly<Date | null>
      id: ReadOnly<number>
      isCanteen: ReadOnly<boolean>
      isCarRepair: ReadOnly<boolean>
      isMaintenance: ReadOnly<boolean>
      isPrint: ReadOnly<boolean>
      name: ReadOnly<string>
      nextExpiry: ReadOnly<string | null>
      qualifications: ReadOnly<Json>
      state: ReadOnly<'active' | 'suspended' | 'blacklisted'>
    }

    /** Vendors with the account on which they are paid; the account number is sealed. */
    shared_vendor_account: {
      bankAccount: ReadOnly<string>
      bankName: ReadOnly<string>
      id: ReadOnly<number>
      name: ReadOnly<string>
    }

    /** Vendors that goods and repairs are bought from (50.7). */
    vendor: {
      bankAccount: string
      bankName: string
      contact: string
      createdAt: Date
      createdBy: number | null
      creditCode: string
      deletedAt: Date | null
      id: WithDefault<number>
      isCanteen: WithDefault<boolean>
      isCarRepair: WithDefault<boolean>
      isMaintenance: WithDefault<boolean>
      isPrint: WithDefault<boolean>
      legalPerson: string
      mobile: string
      name: string
      nextExpiry: string | null
      qualifications: WithDefault<Json>
      remark: string | null
      state: WithDefault<'active' | 'suspended' | 'blacklisted'>
      stateFiles: readonly number[] | null
      stateReason: string | null
      stateUntil: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }
  }
}
