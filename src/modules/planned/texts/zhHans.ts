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
  },
} satisfies MessageTree
