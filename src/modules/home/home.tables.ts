// Derived from the migrated schema by `npm run contract`.
import type { Json, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Displays that show the board, with the hash of the token of each (10.2). */
    home_display: {
      addresses: string
      createdAt: Date
      createdBy: number
      expiresOn: string
      id: WithDefault<number>
      name: string
      revokedAt: Date | null
      revokedBy: number | null
      seenAt: Date | null
      tokenHash: string
    }

    /** Layouts of the home page: own ones of people, and those given to roles (10.2). */
    home_layout: {
      answeredAt: Date | null
      createdAt: Date
      createdBy: number
      id: WithDefault<number>
      isDefault: WithDefault<boolean>
      name: string
      ownerId: number | null
      roleKeys: WithDefault<readonly string[]>
      scope: 'personal' | 'system'
      updatedAt: Date
      updatedBy: number
      version: WithDefault<number>
      widgets: Json
    }

    /** What a layout of the home page was before its last changes, twenty at most. */
    home_layout_revision: {
      layoutId: number
      name: string
      savedAt: Date
      savedBy: number
      version: number
      widgets: Json
    }
  }
}
