// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** What the canteen keeps besides food: tableware, kitchenware, cleaning, packaging, gas; with a cycle its safety is checked. */
    canteen_material: {
      category: string
      checkCycleDays: number | null
      checkState: 'ok' | 'due' | 'overdue' | 'fault' | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      holderArea: string | null
      id: WithDefault<number>
      isUsed: WithDefault<boolean>
      lastCheckedOn: string | null
      lastInAt: Date | null
      lastOutAt: Date | null
      location: string | null
      minStock: number
      name: string
      nextCheckOn: string | null
      remark: string | null
      remindedFor: string | null
      reusable: WithDefault<boolean>
      stockItemId: number | null
      unit: string
      unitPrice: Decimal
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The dish library: what one portion is made of and which allergens it contains. */
    dish: {
      allergens: readonly string[] | null
      calories: number | null
      category: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      ingredients: Json | null
      name: string
      photo: readonly number[] | null
      remark: string | null
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Samples that are kept of served dishes; an entry is never changed, a wrong one is struck with its reason. */
    dish_sample: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      discardAt: Date
      discardTold: WithDefault<boolean>
      discardedAt: Date | null
      discardedBy: number | null
      dishId: number
      id: WithDefault<number>
      menuId: number
      photo: readonly number[] | null
      place: string
      remark: string | null
      sampleWeight: number
      sampledAt: Date
      sampledBy: number
      storeTemp: Decimal
      strikeReason: string | null
      struckAt: Date | null
      struckBy: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Meters of gas, electricity and water of the canteen. */
    energy_meter: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      kind: string
      location: string | null
      meterNo: string | null
      name: string
      remark: string | null
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Consumption of each meter by month, and for each portion that was eaten. */
    energy_month: {
      consumption: ReadOnly<Decimal | null>
      id: ReadOnly<number | null>
      kind: ReadOnly<string | null>
      meals: ReadOnly<number | null>
      meterId: ReadOnly<number | null>
      month: ReadOnly<string | null>
      perMeal: ReadOnly<Decimal | null>
    }

    /** Readings of meters, each after the one before; a wrong one is struck with its reason. */
    energy_reading: {
      consumption: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      finalReading: Decimal | null
      id: WithDefault<number>
      isReplaced: WithDefault<boolean>
      meterId: number
      note: string | null
      readOn: string
      reading: Decimal
      remark: string | null
      startReading: Decimal | null
      strikeReason: string | null
      struckAt: Date | null
      struckBy: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Ingredients of the canteen: the master data that dishes and the store refer to (50.2). */
    ingredient: {
      category: string
      createdAt: Date
      createdBy: number | null
      defaultVendorId: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      maxStock: Decimal
      minStock: Decimal
      name: string
      openedDays: number | null
      remark: string | null
      shelfLifeDays: number
      spec: string | null
      stockItemId: number | null
      storage: string
      traceRequired: WithDefault<boolean>
      unit: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Batches of ingredients: the ledger keeps them, the canteen says of what. */
    ingredient_batch: {
      batchNo: ReadOnly<string | null>
      category: ReadOnly<string>
      expireDate: ReadOnly<string | null>
      holdReason: ReadOnly<string | null>
      id: ReadOnly<number>
      ingredientId: ReadOnly<number | null>
      isEmpty: ReadOnly<boolean | null>
      openedOn: ReadOnly<string | null>
      produceDate: ReadOnly<string | null>
      qty: ReadOnly<Decimal | null>
      receivedOn: ReadOnly<string | null>
      useBy: ReadOnly<string | null>
      value: ReadOnly<Decimal | null>
    }

    /** Counts of batches of the canteen: the difference at the moment of the count, posted at once or after a second person agreed. */
    ingredient_count: {
      approvedAt: Date | null
      approverId: number | null
      bookValue: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      difference: Decimal
      id: WithDefault<number>
      lines: Json
      note: string | null
      remark: string | null
      state: 'review' | 'posted' | 'rejected'
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Movements of ingredients in the order of the ledger. */
    ingredient_entry: {
      at: ReadOnly<Date | null>
      batchNo: ReadOnly<string | null>
      byUser: ReadOnly<number | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      ingredientId: ReadOnly<number | null>
      qty: ReadOnly<Decimal | null>
      qtyAfter: ReadOnly<Decimal | null>
      reason: ReadOnly<string | null>
      type: ReadOnly<string | null>
      value: ReadOnly<Decimal | null>
    }

    ingredient_issue: {
      amount: ReadOnly<Decimal>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'issue' | 'waste'>
      lines: ReadOnly<Json>
      menuId: ReadOnly<number | null>
      note: ReadOnly<string | null>
      photo: ReadOnly<readonly number[] | null>
      reason: ReadOnly<string | null>
      remark: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      version: ReadOnly<number>
      wasteReason: ReadOnly<string | null>
    }

    /** Cost of the ingredients by month, from the ledger. */
    ingredient_month: {
      closing: ReadOnly<Decimal | null>
      cost: ReadOnly<Decimal | null>
      counted: ReadOnly<Decimal | null>
      id: ReadOnly<number | null>
      inValue: ReadOnly<Decimal | null>
      issued: ReadOnly<Decimal | null>
      month: ReadOnly<string | null>
      opening: ReadOnly<Decimal | null>
      waste: ReadOnly<Decimal | null>
    }

    /** Ingredients that left the store of the canteen: issued for a menu or with a reason, or thrown away. */
    ingredient_out: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      docNo: string | null
      id: WithDefault<number>
      kind: 'issue' | 'waste'
      lines: Json
      menuId: number | null
      note: string | null
      photo: readonly number[] | null
      reason: string | null
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      wasteReason: string | null
    }

    /** Deliveries of ingredients as two people checked them; what was accepted stands in the stock document. */
    ingredient_receipt: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveredAt: Date
      docNo: string | null
      id: WithDefault<number>
      lines: Json
      receiver2Id: number
      receiverId: number
      rejected: number
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number
      version: WithDefault<number>
    }

    ingredient_waste: {
      amount: ReadOnly<Decimal>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'issue' | 'waste'>
      lines: ReadOnly<Json>
      menuId: ReadOnly<number | null>
      note: ReadOnly<string | null>
      photo: ReadOnly<readonly number[] | null>
      reason: ReadOnly<string | null>
      remark: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      version: ReadOnly<number>
      wasteReason: ReadOnly<string | null>
    }

    /** Breakage of reusable materials by month in percent of the average holding (CAN-22). */
    material_breakage: {
      average: ReadOnly<Decimal | null>
      closing: ReadOnly<number | null>
      id: ReadOnly<number | null>
      materialId: ReadOnly<number | null>
      month: ReadOnly<string | null>
      opening: ReadOnly<number | null>
      rate: ReadOnly<Decimal | null>
      scope: ReadOnly<string | null>
      scrapped: ReadOnly<number | null>
    }

    /** Safety checks of materials; one that was passed begins the next cycle (CAN-24). */
    material_check: {
      checkedBy: number
      checkedOn: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      materialId: number
      note: string | null
      photo: readonly number[] | null
      remark: string | null
      result: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Materials whose safety is checked in a cycle. */
    material_check_item: {
      category: ReadOnly<string>
      checkCycleDays: ReadOnly<number | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      id: ReadOnly<number>
      lastCheckedOn: ReadOnly<string | null>
      location: ReadOnly<string | null>
      name: ReadOnly<string>
      nextCheckOn: ReadOnly<string | null>
      remark: ReadOnly<string | null>
      state: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    material_count: {
      amount: ReadOnly<Decimal>
      area: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'receipt' | 'issue' | 'return' | 'scrap' | 'count'>
      lines: ReadOnly<Json>
      note: ReadOnly<string | null>
      origin: ReadOnly<string | null>
      personId: ReadOnly<number | null>
      photo: ReadOnly<readonly number[] | null>
      remark: ReadOnly<string | null>
      scrapReason: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    /** Receipts, issues, scrapping and counts of materials; what moved in the store stands in the stock document. */
    material_doc: {
      amount: Decimal
      area: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      docNo: string | null
      id: WithDefault<number>
      kind: 'receipt' | 'issue' | 'return' | 'scrap' | 'count'
      lines: Json
      note: string | null
      origin: string | null
      personId: number | null
      photo: readonly number[] | null
      remark: string | null
      scrapReason: string | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number | null
      version: WithDefault<number>
    }

    /** Movements of materials in the order of the ledger; the cost is what was used, scrapped or missing. */
    material_entry: {
      at: ReadOnly<Date | null>
      byUser: ReadOnly<number | null>
      category: ReadOnly<string>
      cost: ReadOnly<Decimal | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      materialId: ReadOnly<number | null>
      qty: ReadOnly<number | null>
      qtyAfter: ReadOnly<number | null>
      reason: ReadOnly<string | null>
      type: ReadOnly<string | null>
      value: ReadOnly<Decimal | null>
    }

    material_issue: {
      amount: ReadOnly<Decimal>
      area: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'receipt' | 'issue' | 'return' | 'scrap' | 'count'>
      lines: ReadOnly<Json>
      note: ReadOnly<string | null>
      origin: ReadOnly<string | null>
      personId: ReadOnly<number | null>
      photo: ReadOnly<readonly number[] | null>
      remark: ReadOnly<string | null>
      scrapReason: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    material_receipt: {
      amount: ReadOnly<Decimal>
      area: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'receipt' | 'issue' | 'return' | 'scrap' | 'count'>
      lines: ReadOnly<Json>
      note: ReadOnly<string | null>
      origin: ReadOnly<string | null>
      personId: ReadOnly<number | null>
      photo: ReadOnly<readonly number[] | null>
      remark: ReadOnly<string | null>
      scrapReason: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    material_return: {
      amount: ReadOnly<Decimal>
      area: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'receipt' | 'issue' | 'return' | 'scrap' | 'count'>
      lines: ReadOnly<Json>
      note: ReadOnly<string | null>
      origin: ReadOnly<string | null>
      personId: ReadOnly<number | null>
      photo: ReadOnly<readonly number[] | null>
      remark: ReadOnly<string | null>
      scrapReason: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    material_scrap: {
      amount: ReadOnly<Decimal>
      area: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      docNo: ReadOnly<string | null>
      id: ReadOnly<number>
      kind: ReadOnly<'receipt' | 'issue' | 'return' | 'scrap' | 'count'>
      lines: ReadOnly<Json>
      note: ReadOnly<string | null>
      origin: ReadOnly<string | null>
      personId: ReadOnly<number | null>
      photo: ReadOnly<readonly number[] | null>
      remark: ReadOnly<string | null>
      scrapReason: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      vendorId: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    /** Reusable materials in use by area; never negative (CAN-21). */
    material_use: {
      area: string
      materialId: number
      qty: number
    }

    /** What came to an area and what was scrapped there, whose sum is material_use. */
    material_use_entry: {
      area: string
      at: Date
      byUser: number
      docNo: string | null
      id: WithDefault<number>
      isReturn: WithDefault<boolean>
      materialId: number
      onDay: string
      qty: number
    }

    /** What a person owes for the meals of a month; a person with a grant of access has a bill of their own beside their host. */
    meal_bill: {
      amount: ReadOnly<Decimal | null>
      breakfast: Decimal
      budgetLineId: number | null
      chargedAt: Date | null
      corrected: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      dinner: Decimal
      grantId: number | null
      guestName: string | null
      id: WithDefault<number>
      lunch: Decimal
      month: string
      payer: string
      personId: number
      remark: string | null
      settlementId: number
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What is charged or given back beside the meals themselves, with the settlement that comes next. */
    meal_correction: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      kind: 'charge' | 'refund'
      personId: number
      reason: string
      remark: string | null
      settlementId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Limits on ordering ahead that the canteen lifted; meals missed before that count no more (CAN-45). */
    meal_limit_lift: {
      id: WithDefault<number>
      liftedAt: Date
      liftedBy: number
      personId: number
      reason: string
    }

    /** Meals that people ordered, ate or missed; each has the price of the day it was ordered. */
    meal_order: {
      amount: ReadOnly<Decimal | null>
      cancelReason: string | null
      cancelledAt: Date | null
      cancelledBy: number | null
      channel: string
      code: string | null
      createdAt: Date
      createdBy: number | null
      date: string
      deletedAt: Date | null
      deptId: number
      grantId: number | null
      guestName: string | null
      id: WithDefault<number>
      kind: 'staff' | 'guest' | 'reception' | 'duty'
      mealType: string
      menuId: number
      noShowAt: Date | null
      note: string | null
      personId: number
      portions: number
      price: Decimal
      reason: string | null
      remark: string | null
      settlementId: number | null
      state: WithDefault<'ordered' | 'cancelled' | 'verified' | 'noShow' | 'settled'>
      takeaway: WithDefault<boolean>
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      verifiedAt: Date | null
      verifiedBy: number | null
      verifyMethod: string | null
      version: WithDefault<number>
    }

    /** What a person must not eat, as they said themselves; the kitchen reads it beside the dishes. */
    meal_profile: {
      allergens: WithDefault<readonly string[]>
      updatedAt: Date
      userId: number
    }

    /** Ratings of meals, one for each order that was verified (CAN-05). */
    meal_rating: {
      comment: string | null
      createdAt: Date
      createdBy: number | null
      date: string
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      mealType: string
      menuId: number
      orderId: number
      personId: number
      remark: string | null
      score: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Months whose meals are settled, each once (CAN-47). */
    meal_settlement: {
      id: WithDefault<number>
      month: string
      settledAt: Date
      settledBy: number
    }

    /** Standing orders: which meals a person orders on which days of every week. */
    meal_standing_order: {
      isOn: boolean
      meals: Json
      personId: number
      since: Date
      updatedAt: Date
    }

    /** Who waits for a portion of a full meal, in the order of their ids; rows end with an order, a refusal or the deadline. */
    meal_waiting: {
      id: WithDefault<number>
      joinedAt: Date
      menuId: number
      personId: number
    }

    /** What is served at one meal of one day, how many portions there are and how many are booked. */
    menu_plan: {
      booked: WithDefault<number>
      capacity: number
      createdAt: Date
      createdBy: number | null
      date: string
      deletedAt: Date | null
      dishes: Json | null
      id: WithDefault<number>
      mealType: string
      note: string | null
      price: Decimal
      publishedAt: Date | null
      publishedBy: number | null
      remark: string | null
      samplesTold: WithDefault<boolean>
      state: WithDefault<'draft' | 'published' | 'closed'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Checks of food safety as they were done, and those that were missed; an entry is never changed. */
    safety_check: {
      checkedBy: number | null
      checkedOn: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      note: string | null
      photo: readonly number[] | null
      remark: string | null
      result: string
      safetyId: number
      updatedAt: Date
      updatedBy: number | null
      validTo: string | null
      value: Decimal | null
      version: WithDefault<number>
    }

    /** What is checked for food safety: health and certificates of the staff, disinfection, temperatures, and rounds of a day, week or month. */
    safety_item: {
      checkState: 'ok' | 'due' | 'overdue' | 'fault'
      createdAt: Date
      createdBy: number | null
      cycleDays: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      isUsed: WithDefault<boolean>
      kind: 'health' | 'certificate' | 'disinfection' | 'temperature' | 'inspection'
      lastCheckedOn: string | null
      location: string | null
      maxValue: Decimal | null
      minValue: Decimal | null
      missed: WithDefault<number>
      name: string
      nextCheckOn: string | null
      remark: string | null
      remindedDays: number | null
      remindedFor: string | null
      updatedAt: Date
      updatedBy: number | null
      validTo: string | null
      version: WithDefault<number>
      workdaysOnly: WithDefault<boolean>
    }
  }
}
