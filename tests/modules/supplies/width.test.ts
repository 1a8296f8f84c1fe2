/** Whether the lines of an application for items are a table at 1440 pixels. */
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '#src/define/application.ts'
import { widthNeeded, widthOf } from '#src/fields/lines/width.ts'
import { medicalSupplies } from '#src/modules/supplies/medical-supplies.ts'
import { officeSupplies } from '#src/modules/supplies/office-supplies.ts'
import { electronicParts } from '#src/modules/supplies/parts/electronic-parts.ts'
import { supplyRequest } from '#src/modules/supplies/supply-request.ts'

/** Pixels of the form. */
const ROOM = 892

describe('width of the lines of a request', () => {
  it.each([
    [officeSupplies.key, officeSupplies, 9],
    [electronicParts.key, electronicParts, 9],
    [medicalSupplies.key, medicalSupplies, 9],
    // 95.2: a line is lent or used up.
    [supplyRequest.key, supplyRequest, 10],
  ] as const)('%s fits into its form', (_key, application, columns) => {
    const { lines } = fieldsOf(application)
    if (lines?.kind !== 'lines') throw new Error('no lines')
    const shown = Object.values(lines.fields).filter(({ visibleWhen }) => visibleWhen === undefined)
    const all = shown.reduce((sum, field) => sum + widthOf(field), 0)
    expect([shown.length, widthNeeded(shown.length, all) <= ROOM]).toEqual([columns, true])
  })
})
