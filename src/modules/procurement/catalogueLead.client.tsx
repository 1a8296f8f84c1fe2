/** What procurement draws above the catalogue of applications. */
import type { CatalogueLead } from '#src/client/tickets/moduleParts.tsx'
import { BuyingGuide } from './guide/BuyingGuide.client.tsx'

export default { permission: 'comparison:Create', Lead: BuyingGuide } satisfies CatalogueLead
