// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** What has to be bought: shortages of tickets and re-orders, each linked to one purchase at most (PRC-36). */
    purchase_demand: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number | null
      id: WithDefault<number>
      itemId: number | null
      itemName: string
      lineKey: string | null
      needAt: string | null
      no: string
      orderedAt: Date | null
      purchaseId: number | null
      qty: Decimal
      reason: string | null
      receivedQty: WithDefault<Decimal>
      remark: string | null
      size: WithDefault<string>
      source: 'ticket' | 'reorder' | 'manual'
      spec: WithDefault<string>
      state: WithDefault<'open' | 'ordered' | 'done' | 'cancelled'>
      ticketId: number | null
      unit: WithDefault<string>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Batches of the stores that modules keep; use_by is the earlier of the date on the pack and that of the opened pack. */
    shared_store_batch: {
      batchNo: ReadOnly<string>
      expireDate: ReadOnly<string | null>
      holdReason: ReadOnly<string | null>
      id: ReadOnly<number | null>
      itemId: ReadOnly<number | null>
      openedOn: ReadOnly<string | null>
      produceDate: ReadOnly<string | null>
      qty: ReadOnly<Decimal | null>
      receivedOn: ReadOnly<string>
      store: ReadOnly<string | null>
      useBy: ReadOnly<string | null>
      value: ReadOnly<Decimal>
    }

    /** Rows of the stock ledger of the stores that modules keep. */
    shared_store_entry: {
      at: ReadOnly<Date>
      batchId: ReadOnly<number | null>
      batchNo: ReadOnly<string>
      byUser: ReadOnly<number | null>
      docDate: ReadOnly<string>
      docId: ReadOnly<number>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number | null>
      itemId: ReadOnly<number>
      itemQtyAfter: ReadOnly<Decimal>
      qty: ReadOnly<Decimal>
      reason: ReadOnly<string | null>
      store: ReadOnly<string | null>
      type: ReadOnly<string>
      value: ReadOnly<Decimal>
    }

    /** Items of the stores that modules keep, with what is on hand and its value. */
    shared_store_item: {
      avgPrice: ReadOnly<Decimal | null>
      code: ReadOnly<string | null>
      id: ReadOnly<number | null>
      qty: ReadOnly<Decimal | null>
      store: ReadOnly<string | null>
      value: ReadOnly<Decimal | null>
    }

    stock_adjust: {
      approvedAt: ReadOnly<Date | null>
      approverId: ReadOnly<number | null>
      comment: ReadOnly<string | null>
      countId: ReadOnly<number | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number | null>
      docDate: ReadOnly<string>
      effectKey: ReadOnly<string | null>
      files: ReadOnly<readonly number[] | null>
      id: ReadOnly<number>
      lines: ReadOnly<Json | null>
      makerId: ReadOnly<number | null>
      no: ReadOnly<string>
      postedAt: ReadOnly<Date | null>
      postedBy: ReadOnly<number | null>
      purchaseId: ReadOnly<number | null>
      qty: ReadOnly<Decimal>
      reason: ReadOnly<string | null>
      receiptId: ReadOnly<number | null>
      receivedAt: ReadOnly<Date | null>
      receivedBy: ReadOnly<number | null>
      remark: ReadOnly<string | null>
      reversesId: ReadOnly<number | null>
      state: ReadOnly<'draft' | 'submitted' | 'approved' | 'inTransit' | 'posted' | 'voided'>
      submittedAt: ReadOnly<Date | null>
      ticketId: ReadOnly<number | null>
      toWarehouseId: ReadOnly<number | null>
      type: ReadOnly<'purchaseIn' | 'returnIn' | 'surplusIn' | 'otherIn' | 'openingIn' | 'issueOut' | 'scrapOut' | 'lossOut' | 'otherOut' | 'returnOut' | 'transfer' | 'valueAdjust'>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      value: ReadOnly<Decimal>
      vendor: ReadOnly<string | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
      voidReason: ReadOnly<string | null>
      voidedAt: ReadOnly<Date | null>
      voidedBy: ReadOnly<number | null>
      warehouseId: ReadOnly<number>
    }

    /** What is on hand and reserved of an item and size in a warehouse (E2). */
    stock_balance: {
      id: WithDefault<number>
      itemId: number
      onHand: WithDefault<Decimal>
      reserved: WithDefault<Decimal>
      size: WithDefault<string>
      warehouseId: number
    }

    /** Further barcodes of an item, each with the number of units in the pack it is printed on. */
    stock_barcode: {
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      itemId: number
      packQty: WithDefault<number>
      remark: string | null
      size: WithDefault<string>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What is on hand of an item by size, warehouse and batch; two expiry dates are two batches. */
    stock_batch: {
      batchNo: WithDefault<string>
      binId: number | null
      expireDate: string | null
      expiryTold: WithDefault<boolean>
      holdAt: Date | null
      holdBy: number | null
      holdReason: string | null
      id: WithDefault<number>
      itemId: number
      openedOn: string | null
      produceDate: string | null
      qty: WithDefault<Decimal>
      receivedOn: string
      size: WithDefault<string>
      useBy: string | null
      warehouseId: number
    }

    /** Items of which less than their minimum is available; only those that have a minimum are looked at. */
    stock_below_min: {
      available: ReadOnly<Decimal | null>
      category: ReadOnly<string | null>
      code: ReadOnly<string | null>
      id: ReadOnly<number | null>
      maxStock: ReadOnly<Decimal | null>
      minStock: ReadOnly<Decimal | null>
      name: ReadOnly<string | null>
      qtyPlaces: ReadOnly<'0' | '1' | '3' | null>
      spec: ReadOnly<string | null>
      unit: ReadOnly<string | null>
    }

    /** Shelves and bins of a warehouse, in walking order. */
    stock_bin: {
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      walkOrder: WithDefault<number>
      warehouseId: number
    }

    /** Counts of a warehouse; stock moves on while they last (E5). */
    stock_count: {
      approvedAt: Date | null
      approverId: number | null
      category: string | null
      comment: string | null
      countClass: string | null
      counterIds: readonly number[]
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      dueDate: string
      gain: WithDefault<Decimal>
      headComment: string | null
      id: WithDefault<number>
      isBlind: WithDefault<boolean>
      loss: WithDefault<Decimal>
      no: string
      remark: string | null
      secondAbove: WithDefault<Decimal>
      snapshotAt: WithDefault<Date>
      state: WithDefault<'counting' | 'review' | 'posted' | 'cancelled'>
      submittedAt: Date | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      warehouseId: number
    }

    /** Batches of a count; one that was not counted means nothing. */
    stock_count_line: {
      batchId: number
      countId: number
      firstAt: Date | null
      firstBy: number | null
      firstExpected: Decimal | null
      firstQty: Decimal | null
      id: WithDefault<number>
      reason: WithDefault<string>
      secondAt: Date | null
      secondBy: number | null
      secondExpected: Decimal | null
      secondQty: Decimal | null
      snapshotQty: Decimal
    }

    /** Documents that post to the stock ledger. */
    stock_doc: {
      approvedAt: Date | null
      approverId: number | null
      comment: string | null
      countId: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number | null
      docDate: string
      effectKey: string | null
      files: readonly number[] | null
      id: WithDefault<number>
      lines: Json | null
      makerId: number | null
      no: string
      postedAt: Date | null
      postedBy: number | null
      purchaseId: number | null
      qty: WithDefault<Decimal>
      reason: string | null
      receiptId: number | null
      receivedAt: Date | null
      receivedBy: number | null
      remark: string | null
      reversesId: number | null
      state: WithDefault<'draft' | 'submitted' | 'approved' | 'inTransit' | 'posted' | 'voided'>
      submittedAt: Date | null
      ticketId: number | null
      toWarehouseId: number | null
      type: 'purchaseIn' | 'returnIn' | 'surplusIn' | 'otherIn' | 'openingIn' | 'issueOut' | 'scrapOut' | 'lossOut' | 'otherOut' | 'returnOut' | 'transfer' | 'valueAdjust'
      updatedAt: Date
      updatedBy: number | null
      value: WithDefault<Decimal>
      vendor: string | null
      vendorId: number | null
      version: WithDefault<number>
      voidReason: string | null
      voidedAt: Date | null
      voidedBy: number | null
      warehouseId: number
    }

    /** Lines of a stock document. */
    stock_doc_line: {
      amount: WithDefault<Decimal>
      batchId: number | null
      batchNo: WithDefault<string>
      binId: number | null
      demandId: number | null
      docId: number
      expireDate: string | null
      id: WithDefault<number>
      itemId: number
      lineKey: string | null
      place: number
      price: WithDefault<Decimal>
      produceDate: string | null
      qty: Decimal
      reason: WithDefault<string>
      receivedQty: Decimal | null
      size: WithDefault<string>
    }

    stock_in: {
      approvedAt: ReadOnly<Date | null>
      approverId: ReadOnly<number | null>
      comment: ReadOnly<string | null>
      countId: ReadOnly<number | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number | null>
      docDate: ReadOnly<string>
      effectKey: ReadOnly<string | null>
      files: ReadOnly<readonly number[] | null>
      id: ReadOnly<number>
      lines: ReadOnly<Json | null>
      makerId: ReadOnly<number | null>
      no: ReadOnly<string>
      postedAt: ReadOnly<Date | null>
      postedBy: ReadOnly<number | null>
      purchaseId: ReadOnly<number | null>
      qty: ReadOnly<Decimal>
      reason: ReadOnly<string | null>
      receiptId: ReadOnly<number | null>
      receivedAt: ReadOnly<Date | null>
      receivedBy: ReadOnly<number | null>
      remark: ReadOnly<string | null>
      reversesId: ReadOnly<number | null>
      state: ReadOnly<'draft' | 'submitted' | 'approved' | 'inTransit' | 'posted' | 'voided'>
      submittedAt: ReadOnly<Date | null>
      ticketId: ReadOnly<number | null>
      toWarehouseId: ReadOnly<number | null>
      type: ReadOnly<'purchaseIn' | 'returnIn' | 'surplusIn' | 'otherIn' | 'openingIn' | 'issueOut' | 'scrapOut' | 'lossOut' | 'otherOut' | 'returnOut' | 'transfer' | 'valueAdjust'>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      value: ReadOnly<Decimal>
      vendor: ReadOnly<string | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
      voidReason: ReadOnly<string | null>
      voidedAt: ReadOnly<Date | null>
      voidedBy: ReadOnly<number | null>
      warehouseId: ReadOnly<number>
    }

    /** What was issued to whom by ticket, and what of it came back. */
    stock_issue: {
      at: Date
      batchId: number
      createdAt: ReadOnly<Date | null>
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      docId: number
      id: WithDefault<number>
      itemId: number
      keeperId: number | null
      ledgerId: number
      lineKey: string
      personId: number
      qty: Decimal
      remark: string | null
      returnDueAt: string | null
      returnedQty: WithDefault<Decimal>
      returnedValue: WithDefault<Decimal>
      size: WithDefault<string>
      ticketId: number
      ticketType: string
      updatedAt: Date
      updatedBy: number | null
      value: Decimal
      version: WithDefault<number>
      warehouseId: number
    }

    /** What is kept in stock, counted in its unit with its places. */
    stock_item: {
      auxiliary: WithDefault<boolean>
      barcode: string | null
      barcodes: Json | null
      batchManaged: WithDefault<boolean>
      category: string
      code: string
      compatibleModels: WithDefault<string>
      controlled: WithDefault<boolean>
      countClass: WithDefault<'A' | 'B' | 'C'>
      countedOn: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      expiryManaged: WithDefault<boolean>
      id: WithDefault<number>
      maxPerRequest: WithDefault<Decimal>
      maxStock: WithDefault<Decimal>
      minStock: WithDefault<Decimal>
      name: string
      oneHolder: WithDefault<boolean>
      openingAmount: Decimal | null
      openingExpireDate: string | null
      openingQty: Decimal | null
      openingWarehouseId: number | null
      packQty: number | null
      packUnit: string | null
      partKind: 'toner' | 'drum' | 'disk' | 'memory' | 'other' | null
      picture: WithDefault<readonly number[]>
      price: WithDefault<Decimal>
      qtyPlaces: WithDefault<'0' | '1' | '3'>
      ratedYield: number | null
      remark: string | null
      serialManaged: WithDefault<boolean>
      sizeKind: 'height' | 'hat' | 'shirt' | 'trousers' | 'shoe' | null
      sizeList: WithDefault<string>
      spec: WithDefault<string>
      standardItemId: number | null
      state: WithDefault<'active' | 'disabled'>
      store: string | null
      substitutes: Json | null
      unit: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Every movement of stock in posting order; rows are only added (INV-03). */
    stock_ledger: {
      at: Date
      balanceAfter: Decimal
      batchAfter: Decimal | null
      batchId: number | null
      byUser: number | null
      createdAt: ReadOnly<Date | null>
      docDate: string
      docId: number
      id: WithDefault<number>
      itemId: number
      itemQtyAfter: Decimal
      itemValueAfter: Decimal
      lineId: number
      ofId: number | null
      qty: Decimal
      remark: string | null
      seq: number
      size: WithDefault<string>
      ticketId: number | null
      type: string
      value: Decimal
      warehouseId: number
    }

    /** What came in and went out of an item by the month of the document date, transfers apart: sums of the ledger. */
    stock_month: {
      inQty: WithDefault<Decimal>
      inValue: WithDefault<Decimal>
      itemId: number
      month: string
      outQty: WithDefault<Decimal>
      outValue: WithDefault<Decimal>
    }

    /** Rows of the stock ledger as its list shows them. */
    stock_movement: {
      at: ReadOnly<Date>
      balanceAfter: ReadOnly<Decimal>
      batchId: ReadOnly<number | null>
      batchNo: ReadOnly<string>
      byUser: ReadOnly<number | null>
      docDate: ReadOnly<string>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number | null>
      itemId: ReadOnly<number>
      itemQtyAfter: ReadOnly<Decimal>
      itemValueAfter: ReadOnly<Decimal>
      qty: ReadOnly<Decimal>
      qtyPlaces: ReadOnly<'0' | '1' | '3'>
      size: ReadOnly<string>
      ticketId: ReadOnly<number | null>
      type: ReadOnly<string>
      value: ReadOnly<Decimal>
      warehouseId: ReadOnly<number>
    }

    /** The last document number given per code and day. */
    stock_number: {
      code: string
      day: string
      last: number
    }

    /** What is on hand by item, size and warehouse, with its share of the value of the item. */
    stock_on_hand: {
      available: ReadOnly<Decimal | null>
      avgPrice: ReadOnly<Decimal | null>
      category: ReadOnly<string>
      code: ReadOnly<string>
      id: ReadOnly<number | null>
      isBelowMin: ReadOnly<boolean | null>
      isEmpty: ReadOnly<boolean | null>
      itemId: ReadOnly<number | null>
      light: ReadOnly<string | null>
      maxStock: ReadOnly<Decimal>
      minStock: ReadOnly<Decimal>
      monthlyIssue: ReadOnly<Decimal | null>
      monthsOfCover: ReadOnly<Decimal | null>
      name: ReadOnly<string>
      nearestExpiry: ReadOnly<string | null>
      onHand: ReadOnly<Decimal>
      qtyPlaces: ReadOnly<'0' | '1' | '3'>
      reserved: ReadOnly<Decimal>
      size: ReadOnly<string>
      spec: ReadOnly<string>
      unit: ReadOnly<string>
      value: ReadOnly<Decimal>
      warehouseId: ReadOnly<number>
    }

    stock_out: {
      approvedAt: ReadOnly<Date | null>
      approverId: ReadOnly<number | null>
      comment: ReadOnly<string | null>
      countId: ReadOnly<number | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number | null>
      docDate: ReadOnly<string>
      effectKey: ReadOnly<string | null>
      files: ReadOnly<readonly number[] | null>
      id: ReadOnly<number>
      lines: ReadOnly<Json | null>
      makerId: ReadOnly<number | null>
      no: ReadOnly<string>
      postedAt: ReadOnly<Date | null>
      postedBy: ReadOnly<number | null>
      purchaseId: ReadOnly<number | null>
      qty: ReadOnly<Decimal>
      reason: ReadOnly<string | null>
      receiptId: ReadOnly<number | null>
      receivedAt: ReadOnly<Date | null>
      receivedBy: ReadOnly<number | null>
      remark: ReadOnly<string | null>
      reversesId: ReadOnly<number | null>
      state: ReadOnly<'draft' | 'submitted' | 'approved' | 'inTransit' | 'posted' | 'voided'>
      submittedAt: ReadOnly<Date | null>
      ticketId: ReadOnly<number | null>
      toWarehouseId: ReadOnly<number | null>
      type: ReadOnly<'purchaseIn' | 'returnIn' | 'surplusIn' | 'otherIn' | 'openingIn' | 'issueOut' | 'scrapOut' | 'lossOut' | 'otherOut' | 'returnOut' | 'transfer' | 'valueAdjust'>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      value: ReadOnly<Decimal>
      vendor: ReadOnly<string | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
      voidReason: ReadOnly<string | null>
      voidedAt: ReadOnly<Date | null>
      voidedBy: ReadOnly<number | null>
      warehouseId: ReadOnly<number>
    }

    /** Months that are closed: no document is posted with a date in them. */
    stock_period: {
      closedAt: Date | null
      closedBy: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      month: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The cost report of a closed month, frozen. */
    stock_period_line: {
      closingQty: Decimal
      closingValue: Decimal
      inQty: Decimal
      inValue: Decimal
      itemId: number
      openingQty: Decimal
      openingValue: Decimal
      outQty: Decimal
      outValue: Decimal
      periodId: number
    }

    /** What a line of a ticket asks for: what comes in is reserved for the most urgent and oldest of them. */
    stock_request: {
      at: Date
      closedAt: Date | null
      id: WithDefault<number>
      isUrgent: WithDefault<boolean>
      itemId: number
      lineKey: string
      size: WithDefault<string>
      state: WithDefault<'open' | 'closed'>
      ticketId: number
      wanted: Decimal
    }

    /** What is reserved for a line of a ticket, by warehouse. */
    stock_reservation: {
      balanceId: number
      id: WithDefault<number>
      qty: Decimal
      requestId: number
    }

    /** What may be issued in the place of an item. */
    stock_substitute: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      itemId: number
      remark: string | null
      substituteId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    stock_transfer: {
      approvedAt: ReadOnly<Date | null>
      approverId: ReadOnly<number | null>
      comment: ReadOnly<string | null>
      countId: ReadOnly<number | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number | null>
      docDate: ReadOnly<string>
      effectKey: ReadOnly<string | null>
      files: ReadOnly<readonly number[] | null>
      id: ReadOnly<number>
      lines: ReadOnly<Json | null>
      makerId: ReadOnly<number | null>
      no: ReadOnly<string>
      postedAt: ReadOnly<Date | null>
      postedBy: ReadOnly<number | null>
      purchaseId: ReadOnly<number | null>
      qty: ReadOnly<Decimal>
      reason: ReadOnly<string | null>
      receiptId: ReadOnly<number | null>
      receivedAt: ReadOnly<Date | null>
      receivedBy: ReadOnly<number | null>
      remark: ReadOnly<string | null>
      reversesId: ReadOnly<number | null>
      state: ReadOnly<'draft' | 'submitted' | 'approved' | 'inTransit' | 'posted' | 'voided'>
      submittedAt: ReadOnly<Date | null>
      ticketId: ReadOnly<number | null>
      toWarehouseId: ReadOnly<number | null>
      type: ReadOnly<'purchaseIn' | 'returnIn' | 'surplusIn' | 'otherIn' | 'openingIn' | 'issueOut' | 'scrapOut' | 'lossOut' | 'otherOut' | 'returnOut' | 'transfer' | 'valueAdjust'>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      value: ReadOnly<Decimal>
      vendor: ReadOnly<string | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
      voidReason: ReadOnly<string | null>
      voidedAt: ReadOnly<Date | null>
      voidedBy: ReadOnly<number | null>
      warehouseId: ReadOnly<number>
    }

    /** Quantity and value of an item over all warehouses, from which its average price follows (STK-53). */
    stock_value: {
      itemId: number
      lastOutOn: string | null
      lastSeq: WithDefault<number>
      qty: WithDefault<Decimal>
      value: WithDefault<Decimal>
    }

    /** Where stock is held. */
    warehouse: {
      address: WithDefault<string>
      bins: Json | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number | null
      id: WithDefault<number>
      isTransit: WithDefault<boolean>
      keeperIds: WithDefault<readonly number[]>
      name: string
      remark: string | null
      state: WithDefault<'active' | 'disabled'>
      store: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }
  }
}
