import { type LedgerProvision, provideLedger, secrets } from '#src/define/ledgers.ts'
import type { Vault } from './vault.ts'

/** The vault as modules may use it. */
export const secretsLedger = (vault: Vault): LedgerProvision =>
  provideLedger(secrets, () => ({ seal: (plain) => vault.seal(plain), open: (sealed) => vault.open(sealed) }))
