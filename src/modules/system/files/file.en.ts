import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './file.zhHans.ts'

export default {
  records: {
    file: {
      title: 'Files',
      fields: {
        name: 'Name',
        mime: 'Type',
        kilobytes: 'Size (KB)',
        sizeBand: 'Size',
        uploaderId: 'Uploaded by',
        biz: 'Belongs to',
        ticketId: 'Ticket',
        checkState: 'Security check',
        checkNote: 'Check result',
        digest: 'Hash',
        hash: 'Full hash',
        refCount: 'References',
        createdAt: 'Uploaded',
        megabytes: 'Space (MB)',
        month: 'Month',
      },
      charts: {
        biz: { title: 'Space by business', unit: 'MB' },
        month: { title: 'New space by month', unit: 'MB' },
      },
    },
  },
  files: {
    cleanup: 'Clean up orphaned files',
    confirmCleanup: 'Files uploaded more than 7 days ago that are not linked to anything will be deleted. Continue?',
    cleaned: '{0} files deleted',
    download: 'Download',
    open: 'Open in a new window',
    preview: 'Preview',
    noPreview: 'This file type cannot be previewed. Download it instead.',
    notAllowed: "You don't have permission to view files of this business",
    unchecked: 'The file is waiting for its security check and cannot be opened yet',
    quarantined: 'The file failed the security check and is quarantined: {0}',
  },
  pages: { '/system/fileList': 'Files' },
} satisfies SameKeys<typeof zhHans>
