import { join, resolve } from 'node:path'
import { modules } from '#src/modules.ts'
import { assertCopied, headsForCopy } from '../audit/heads.ts'
import { createAuditKeys } from '../audit/keys.ts'
import { connect } from '../database/connect.ts'
import { migrate, migrationFolders } from '../database/migrate.ts'
import { exportArchive, importArchive, type TransferResult } from '../database/transfer/transfer.ts'
import { auditSecrets } from '../secret.ts'
import type { Environment } from './environment.ts'

/** Moves a whole database through one archive file, of either engine into either: the way from the embedded database to PostgreSQL. An import wants an empty database and migrates it first. The archive says, signed, where its audit logs end. */
export async function moveDatabase(
  direction: 'export' | 'import',
  file: string,
  environment: Environment,
): Promise<TransferResult> {
  const dataDir = resolve(environment.dataDir)
  const keys = createAuditKeys(auditSecrets(environment.auditKey, dataDir))
  const { databaseUrl, migrateDatabaseUrl } = environment
  // Only the owner of the tables may fill those that grow only.
  const url = direction === 'import' ? (migrateDatabaseUrl ?? databaseUrl) : databaseUrl
  const database = await connect({ databaseUrl: url ?? undefined, dataDir: join(dataDir, 'database') })
  try {
    if (direction === 'export')
      return await exportArchive(database, resolve(file), (query) => headsForCopy(keys, new Date(), query))
    await migrate(database, migrationFolders(modules.map((module) => module.name)))
    return await importArchive(database, resolve(file), (audit, query) => assertCopied(keys, audit, query))
  } finally {
    await database.close()
  }
}
