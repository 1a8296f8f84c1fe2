import { GatePage } from './gate/GatePage.client.tsx'

export default { pages: {}, applicationTabs: { accessControlDining: { gate: GatePage } } }
