import { AreaPage } from './AreaPage.client.tsx'
import { ConfigPage } from './ConfigPage.client.tsx'
import { DeptPage } from './DeptPage.client.tsx'
import { DictionaryPage } from './DictionaryPage.client.tsx'
import { FilePage } from './FilePage.client.tsx'
import { JobPage } from './JobPage.client.tsx'
import { FrontendLogPage, LoginLogPage, OperationLogPage } from './LogPages.client.tsx'
import { MenuAdmin } from './MenuAdmin.client.tsx'
import { MenuButtons } from './MenuButtons.client.tsx'
import { MessageDemoPage } from './MessageDemoPage.client.tsx'
import { MessagePage } from './MessagePage.client.tsx'
import { RoleDetail } from './RoleDetail.client.tsx'
import { RolePage } from './RolePage.client.tsx'
import { UserPage } from './UserPage.client.tsx'

export default {
  pages: {
    '/system/user': UserPage,
    '/system/dept': DeptPage,
    '/system/dictionary': DictionaryPage,
    '/system/areas': AreaPage,
    '/system/fileList': FilePage,
    '/system/job': JobPage,
    '/system/messageCenter': MessagePage,
    '/system/messageCenter/demo': MessageDemoPage,
    '/system/config': ConfigPage,
    '/system/log/loginLog': LoginLogPage,
    '/system/log/operationLog': OperationLogPage,
    '/system/log/frontendLog': FrontendLogPage,
    '/system/menu': MenuAdmin,
    '/system/menuButton': MenuButtons,
    '/system/role': RolePage,
    '/system/role/{id}': RoleDetail,
  },
}
