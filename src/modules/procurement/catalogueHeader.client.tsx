/** What procurement draws above the catalogue of applications. */
import type { CatalogueHeader } from '#src/client/tickets/moduleParts.tsx'
import { BuyingGuide } from './guide/BuyingGuide.client.tsx'

export default { permission: 'comparison:Create', Header: BuyingGuide } satisfies CatalogueHeader
