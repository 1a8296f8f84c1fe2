import { modules } from '#src/modules.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import type { Template } from './engines.ts'
import { sourceHash } from './sourceHash.ts'

/** The tables of the product without a row: what tests copy that need no person in them. */
export const migratedDatabase: Template = {
  key: `migrated ${sourceHash()}`,
  prepare: async (database) => void (await migrate(database, migrationFolders(modules.map(({ name }) => name)))),
}
