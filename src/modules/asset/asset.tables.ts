// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Asset cards (50.5). */
    asset: {
      assetNo: string
      brand: string | null
      buyDate: string
      category: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      depreciated: WithDefault<Decimal>
      depreciatedTo: string | null
      depreciatesFrom: string | null
      depreciatesTo: string | null
      deptId: number
      disposedOn: string | null
      gbCode: string | null
      holderId: number | null
      id: WithDefault<number>
      inspectDue: ReadOnly<string | null>
      inspectMonths: number | null
      inspectTold: string | null
      inspectedOn: string | null
      isNominal: WithDefault<boolean>
      isPool: WithDefault<boolean>
      isUnconfirmed: WithDefault<boolean>
      itemId: number | null
      lifeEnd: ReadOnly<string | null>
      lifeYears: number
      method: WithDefault<string>
      model: string
      monthly: Decimal | null
      name: string
      netValue: ReadOnly<Decimal | null>
      openingDepreciation: Decimal | null
      openingMonth: string | null
      overCapDoc: string | null
      parentId: number | null
      photos: readonly number[] | null
      planBefore: Decimal | null
      planTotal: Decimal | null
      price: Decimal
      purchaseNo: string | null
      remark: string | null
      reservedTicketId: number | null
      residualRate: WithDefault<Decimal>
      roomId: number | null
      secretLevel: WithDefault<'none' | 'internal'>
      serviceUntil: string | null
      sn: WithDefault<string>
      snKey: string | null
      source: string
      startDate: string
      startYear: ReadOnly<number | null>
      state: WithDefault<'draft' | 'idle' | 'inUse' | 'repairing' | 'pendingScrap' | 'scrapped' | 'lost'>
      updatedAt: Date
      updatedBy: number | null
      vendor: string | null
      vendorId: number | null
      version: WithDefault<number>
      warrantyTo: string | null
      workOrderId: number | null
    }

    /** Who holds or held an asset. */
    asset_allocation: {
      assetId: number
      closeNote: WithDefault<string>
      closedAt: Date | null
      closedBy: number | null
      confirmedAt: Date | null
      createdAt: ReadOnly<Date | null>
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      holderId: number
      id: WithDefault<number>
      openedAt: Date
      openedBy: number | null
      reason: WithDefault<string>
      remark: string | null
      remindedAt: Date | null
      roomId: number | null
      state: ReadOnly<string | null>
      ticketId: number | null
      ticketType: string | null
      until: string | null
      updatedAt: Date | null
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Periods for which pool equipment is booked; two for one piece never overlap. */
    asset_booking: {
      assetId: number
      cancelReason: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      during: ReadOnly<string | null>
      endsAt: Date
      id: WithDefault<number>
      no: string
      outAt: Date | null
      outBy: number | null
      purpose: string
      remark: string | null
      remindedAt: Date | null
      returnNote: string | null
      returnedAt: Date | null
      returnedBy: number | null
      startsAt: Date
      state: WithDefault<'booked' | 'out' | 'returned' | 'cancelled'>
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      userId: number
      version: WithDefault<number>
    }

    /** Classes of GB/T 14885 by our categories: what cards without a code are given, and what the finance bureau is reported. */
    asset_class: {
      category: string
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      isDefault: WithDefault<boolean>
      name: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      words: WithDefault<string>
    }

    /** Counts of assets: their scope, period and counters. Nothing is locked while they run (E5). */
    asset_count: {
      appliedAt: Date | null
      approverId: number | null
      assets: Json | null
      category: string | null
      comment: string | null
      counterIds: readonly number[]
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptIds: readonly number[] | null
      dueOn: string
      id: WithDefault<number>
      name: string
      no: string
      remark: string | null
      roomId: number | null
      sheetId: number | null
      startOn: string
      startedAt: Date | null
      state: WithDefault<'counting' | 'review' | 'applied' | 'cancelled'>
      submittedAt: Date | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What a count expects and what it found: one line for each asset and each unknown label. */
    asset_count_line: {
      assetId: number | null
      bookRoomId: number | null
      condition: string | null
      countId: number
      createdAt: Date
      decision: 'keep' | 'move' | 'lose' | 'find' | null
      foundAt: Date | null
      foundBy: number | null
      foundRoomId: number | null
      id: WithDefault<number>
      isExpected: boolean
      label: string
      method: 'scan' | 'typed' | 'tick' | 'parent' | null
      note: string | null
      outcome: 'kept' | 'moved' | 'lost' | 'found' | 'newer' | null
      photos: readonly number[] | null
      reason: WithDefault<string>
      remark: string | null
      result: ReadOnly<string | null>
    }

    /** Every scan of a count as it arrived, those included that changed nothing. */
    asset_count_scan: {
      assetId: number | null
      at: Date
      byUser: number
      clientId: string
      code: string
      condition: string | null
      countId: number
      createdAt: ReadOnly<Date | null>
      id: WithDefault<number>
      method: string
      note: string | null
      photos: readonly number[] | null
      receivedAt: Date
      remark: string | null
      result: 'found' | 'elsewhere' | 'unexpected' | 'unknown' | 'already' | 'late'
      roomId: number | null
    }

    /** Depreciation by month; a month is charged once (E1). */
    asset_depreciation: {
      accumulated: Decimal
      amount: Decimal
      assetId: number
      at: Date
      createdAt: ReadOnly<Date | null>
      deptId: number
      id: WithDefault<number>
      month: string
      netValue: Decimal
      remark: string | null
    }

    /** The last number of a kind of document in a year; locked while the next is taken (E10). */
    asset_document_number: {
      code: string
      last: number
      year: number
    }

    /** Items of the standards that somebody keeps at the front of the catalogue. */
    asset_favourite: {
      createdAt: Date
      itemId: number
      userId: number
    }

    /** Periodic inspections and calibrations of assets. */
    asset_inspection: {
      assetId: number
      at: Date
      byUser: number | null
      createdAt: ReadOnly<Date | null>
      id: WithDefault<number>
      inspectedOn: string
      nextDue: string | null
      note: string | null
      remark: string | null
      report: readonly number[] | null
      result: 'passed' | 'failed'
    }

    /** What happened to assets, with the values before and after. */
    asset_log: {
      action: string
      after: Json
      assetId: number
      at: Date
      before: Json
      byUser: number | null
      createdAt: ReadOnly<Date | null>
      id: WithDefault<number>
      note: WithDefault<string>
      remark: string | null
      ticketId: number | null
      workOrderId: number | null
    }

    /** The last asset number given in a year; locked while the next is taken, so that none is left out (E10). */
    asset_number: {
      last: number
      year: number
    }

    /** Pieces that open tickets ask for, counted against the standards until they are handed over. */
    asset_pending: {
      deptId: number
      id: WithDefault<number>
      itemId: number
      qty: number
      roomId: number | null
      ticketId: number
      userId: number | null
      versionId: number | null
    }

    /** The open procedure of an asset, kept by the tables of transfers and of requests to scrap. */
    asset_procedure: {
      assetId: number
      kind: 'transfer' | 'scrap'
      procedureId: number
    }

    /** Rooms that assets stand in, with the code on their labels. */
    asset_room: {
      areaM2: Decimal | null
      building: string | null
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      name: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Requests to scrap assets, their approvals and disposals. */
    asset_scrap: {
      assetId: number
      condition: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      disposedOn: string | null
      fileNo: string | null
      financeBy: number | null
      headBy: number | null
      id: WithDefault<number>
      income: Decimal | null
      managerBy: number | null
      mediumProof: readonly number[] | null
      method: string | null
      proof: readonly number[] | null
      reason: string
      receiver: string | null
      refusal: string | null
      refusedBy: number | null
      remark: string | null
      requestedBy: number
      reviewDeptId: number
      state: WithDefault<'requested' | 'reviewed' | 'approved' | 'disposed' | 'refused' | 'cancelled'>
      treasuryReceipt: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Sheets that people signed: receipts, handovers and results of counts, as text with signature and hash. */
    asset_sheet: {
      at: Date
      body: string
      createdAt: ReadOnly<Date | null>
      deptId: number
      hash: string
      id: WithDefault<number>
      kind: 'receipt' | 'handover' | 'count'
      no: string
      pieces: number
      remark: string | null
      signerId: number
      strokes: Json
      terms: number
      witnessId: number
    }

    /** The assets on a signed sheet. */
    asset_sheet_line: {
      assetId: number
      sheetId: number
    }

    /** Assets on their way to another department or holder, confirmed by both leaders. */
    asset_transfer: {
      assetId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      fromDeptId: number
      fromHolderId: number | null
      id: WithDefault<number>
      reason: string
      receivedAt: Date | null
      receivedBy: number | null
      releasedAt: Date | null
      releasedBy: number | null
      remark: string | null
      roomId: number | null
      state: WithDefault<'requested' | 'released' | 'done' | 'refused' | 'cancelled'>
      toDeptId: number
      toHolderId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      waitsDeptId: number
    }

    /** Assets as other modules read them. */
    shared_asset: {
      assetNo: ReadOnly<string>
      category: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      holderId: ReadOnly<number | null>
      id: ReadOnly<number>
      model: ReadOnly<string>
      name: ReadOnly<string>
      roomId: ReadOnly<number | null>
      state: ReadOnly<'draft' | 'idle' | 'inUse' | 'repairing' | 'pendingScrap' | 'scrapped' | 'lost'>
    }

    /** Rooms as other modules read them. */
    shared_asset_room: {
      building: ReadOnly<string | null>
      code: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      name: ReadOnly<string>
    }
  }
}
