import { join, resolve } from 'node:path'
import { modules } from '#src/modules.ts'
import { connect } from './database/connect.ts'
import { migrate, migrationFolders } from './database/migrate.ts'
import { exportArchive, importArchive, type TransferResult } from './database/transfer.ts'
import type { Environment } from './environment.ts'

/** Moves a whole database through one archive file, of either engine into either: the way from the embedded database to PostgreSQL. An import wants an empty database and migrates it first. */
export async function moveDatabase(
  direction: 'export' | 'import',
  file: string,
  environment: Environment,
): Promise<TransferResult> {
  const database = await connect({
    databaseUrl: environment.databaseUrl ?? undefined,
    dataDir: join(resolve(environment.dataDir), 'database'),
  })
  try {
    if (direction === 'export') return await exportArchive(database, resolve(file))
    await migrate(database, migrationFolders(modules.map((module) => module.name)))
    return await importArchive(database, resolve(file))
  } finally {
    await database.close()
  }
}
