/** Words of the command palette that the server reads, separated by bars. */
import { defineMessages } from '#src/define/messages.ts'

export const searchMessages = defineMessages(
  {
    search: {
      // What people put before the name of an application.
      verbs: '申请|发起|新建|提交|我要',
      // Other words a page of the menu is looked for by; applications have their own.
      pages: {
        '/home': '首页|主页|桌面',
        '/personal-center': '我的资料|修改密码|委托|代理|设备',
        '/workflow/applications': '办事|发起|我要申请',
        '/workflow/ticket': '待办|已办|我的申请|抄送',
        '/workflow/ticketApproval': '待办|审核|批示|签批',
        '/workflow/proposal': '双人复核|复核',
        '/workflow/workflow': '审批流|流程设计',
        '/business/budget-analysis': '预算执行|执行率|执行进度',
        '/business/year-planning': '年度预算|预算编制|报预算',
        '/business/financial-planning': '用款计划|月度计划',
        '/business/project-library': '项目库|立项',
        '/financialanalysis': '财务分析|支出分析|三公',
        '/travelWork': '差旅|出差统计',
        '/system/user': '人员|账号|通讯录',
        '/system/dept': '组织机构|科室|单位|处室',
        '/system/role': '权限|授权|岗位',
        '/system/dictionary': '码表|下拉选项|枚举',
        '/system/areas': '地区|省市区|城市',
        '/system/config': '设置|参数',
        '/system/messageCenter': '通知|消息|公告',
        '/system/whiteList': '接口放行|白名单',
      },
      // Other words a dictionary is looked for by.
      dictionaries: { leaveType: '请假|请休假|休假|年假|病假|调休', budgetSubject: '科目|费用|报销' },
    },
  },
  {
    search: {
      verbs: 'apply for |apply |start |new |request |create ',
      pages: {
        '/home': 'dashboard|start page',
        '/personal-center': 'profile|change password|delegation|devices',
        '/workflow/applications': 'forms|requests',
        '/workflow/ticket': 'queue|my requests|to do',
        '/workflow/ticketApproval': 'inbox|to do|review',
        '/workflow/proposal': 'second person|review',
        '/workflow/workflow': 'approval flow|designer',
        '/business/budget-analysis': 'budget execution|execution rate',
        '/business/year-planning': 'annual budget|budget plan',
        '/business/financial-planning': 'fund plan|monthly plan',
        '/business/project-library': 'projects|pipeline',
        '/financialanalysis': 'finance analysis|spending|reports',
        '/travelWork': 'trips|business travel',
        '/system/user': 'people|accounts|staff|directory',
        '/system/dept': 'organisation|units|divisions',
        '/system/role': 'permissions|access rights',
        '/system/dictionary': 'code tables|options|lookups',
        '/system/areas': 'regions|cities|districts',
        '/system/config': 'settings|parameters',
        '/system/messageCenter': 'notices|announcements',
        '/system/whiteList': 'open calls',
      },
      dictionaries: {
        leaveType: 'leave|vacation|sick leave|time off',
        budgetSubject: 'accounts|expense|expenditure codes',
      },
    },
  },
)
