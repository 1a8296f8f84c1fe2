import { DeptPage } from './DeptPage.client.tsx'
import { FrontendLogPage, LoginLogPage, OperationLogPage } from './LogPages.client.tsx'

export default {
  pages: {
    '/system/dept': DeptPage,
    '/system/log/loginLog': LoginLogPage,
    '/system/log/operationLog': OperationLogPage,
    '/system/log/frontendLog': FrontendLogPage,
  },
}
