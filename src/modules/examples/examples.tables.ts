// Derived from the migrated schema by `npm run contract`.
import type { Decimal, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** The 200 rows of the example table (10.7). */
    demo_row: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptName: string
      id: WithDefault<number>
      name: string
      ownerId: number | null
      place: number
      ratio: number
      remark: string | null
      startDate: string
      state: 'draft' | 'active' | 'paused' | 'done'
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }
  }
}
