import { SupervisionPage } from './page/SupervisionPage.client.tsx'

export default { pages: { '/supervision': SupervisionPage } }
