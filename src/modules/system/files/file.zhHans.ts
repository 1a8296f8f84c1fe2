import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the page of all files (60.8). */
export default {
  records: {
    file: {
      title: '附件管理',
      fields: {
        name: '文件名',
        mime: '类型',
        kilobytes: '大小（KB）',
        sizeBand: '大小',
        uploaderId: '上传人',
        biz: '业务类型',
        ticketId: '关联工单',
        checkState: '安全检查',
        checkNote: '检查说明',
        digest: '哈希',
        hash: '哈希（完整）',
        refCount: '引用次数',
        createdAt: '上传时间',
        megabytes: '容量（MB）',
        month: '月份',
      },
      charts: {
        biz: { title: '各业务占用空间', unit: 'MB' },
        month: { title: '每月新增空间', unit: 'MB' },
      },
    },
  },
  files: {
    cleanup: '清理孤立文件',
    confirmCleanup: '将删除上传超过7天且没有关联任何业务的文件，确定清理吗？',
    cleaned: '已清理 {0} 个文件',
    download: '下载',
    open: '在新窗口打开',
    preview: '预览',
    noPreview: '该类型的文件不能预览，请下载后查看',
    notAllowed: '没有该文件所属业务的权限，不能查看内容',
    unchecked: '文件正在等待安全检查，暂不能查看',
    quarantined: '文件未通过安全检查，已隔离：{0}',
  },
  pages: { '/system/fileList': '附件管理' },
} satisfies MessageTree
