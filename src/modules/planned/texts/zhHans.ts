import type { MessageTree } from '#src/define/messages.ts'

/** What the pages that are not built yet are called, and what they will hold (D13). */
export default {
  comingPages: {
    '/restaurant/materials': {
      title: '食堂物料',
      text: '餐具、厨具、清洁和包装用品的收发、报损与盘点，以及燃气等能耗抄表。',
    },
    '/databackup': {
      title: '数据备份',
      text: '数据备份的创建、校验、下载与定时计划，各页面的导出任务也在此汇总。',
    },
    '/data-table-demo': {
      title: '表格示例',
      text: '以示例数据演示表格的排序、筛选、行内编辑、汇总、虚拟滚动、导出和打印。',
    },
  },
} satisfies MessageTree
