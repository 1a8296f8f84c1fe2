import { ExamplesPage } from './page/ExamplesPage.client.tsx'

export default { pages: { '/data-table-demo': ExamplesPage } }
