import { DeptPage } from './DeptPage.client.tsx'
import { FrontendLogPage, LoginLogPage, OperationLogPage } from './LogPages.client.tsx'
import { UserPage } from './UserPage.client.tsx'

export default {
  pages: {
    '/system/user': UserPage,
    '/system/dept': DeptPage,
    '/system/log/loginLog': LoginLogPage,
    '/system/log/operationLog': OperationLogPage,
    '/system/log/frontendLog': FrontendLogPage,
  },
}
