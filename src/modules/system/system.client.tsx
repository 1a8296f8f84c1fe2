import { AreaPage } from './areas/AreaPage.client.tsx'
import { BackupPage } from './backups/BackupPage.client.tsx'
import { ConfigPage } from './config/ConfigPage.client.tsx'
import { DeptPage } from './departments/DeptPage.client.tsx'
import { DictionaryPage } from './dictionaries/DictionaryPage.client.tsx'
import { FilePage } from './files/FilePage.client.tsx'
import { JobPage } from './jobs/JobPage.client.tsx'
import { FrontendLogPage, LoginLogPage, OperationLogPage } from './logs/LogPages.client.tsx'
import { MenuAdmin } from './menus/MenuAdmin.client.tsx'
import { MenuButtons } from './menus/MenuButtons.client.tsx'
import { MessageDemoPage } from './messages/MessageDemoPage.client.tsx'
import { MessagePage } from './messages/MessagePage.client.tsx'
import { RoleDetail } from './roles/RoleDetail.client.tsx'
import { RolePage } from './roles/RolePage.client.tsx'
import { UserPage } from './users/UserPage.client.tsx'
import { WhiteListPage } from './white-list/WhiteListPage.client.tsx'

export default {
  pages: {
    '/system/user': UserPage,
    '/system/dept': DeptPage,
    '/system/dictionary': DictionaryPage,
    '/system/areas': AreaPage,
    '/system/fileList': FilePage,
    '/system/job': JobPage,
    '/databackup': BackupPage,
    '/system/messageCenter': MessagePage,
    '/system/messageCenter/demo': MessageDemoPage,
    '/system/config': ConfigPage,
    '/system/whiteList': WhiteListPage,
    '/system/log/loginLog': LoginLogPage,
    '/system/log/operationLog': OperationLogPage,
    '/system/log/frontendLog': FrontendLogPage,
    '/system/menu': MenuAdmin,
    '/system/menuButton': MenuButtons,
    '/system/role': RolePage,
    '/system/role/{id}': RoleDetail,
  },
}
