import { provideService, type ServiceProvision, secrets } from '#src/define/services.ts'
import type { Vault } from './vault.ts'

/** The vault as modules may use it. */
export const secretsService = (vault: Vault): ServiceProvision =>
  provideService(secrets, () => ({ seal: (plain) => vault.seal(plain), open: (sealed) => vault.open(sealed) }))
