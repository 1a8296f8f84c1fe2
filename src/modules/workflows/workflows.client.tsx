import { PolicyPage } from './PolicyPage.client.tsx'

export default { pages: { '/workflow/policy': PolicyPage } }
