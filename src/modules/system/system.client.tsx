import { DeptPage } from './DeptPage.client.tsx'

export default { pages: { '/system/dept': DeptPage } }
