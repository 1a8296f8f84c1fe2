/** Texts of the document of the API. */
import { defineMessages } from '#src/define/messages.ts'

export const documentationMessages = defineMessages(
  {
    documentation: {
      description:
        '应用自身的应答一律为 HTTP 200，结果看 code：2000 成功，401 未登录，4000 内容有误，4001 业务规则，4003 无权限，4004 不存在或不在数据范围内，4009 版本冲突，4013 文件，4029 过于频繁，5000 服务器错误。写操作可带 X-Idempotency-Key，24 小时内重发得到第一次的应答。',
    },
  },
  {
    documentation: {
      description:
        'Every answer of the application itself has HTTP status 200; code says how it went: 2000 ok, 401 not signed in, 4000 invalid content, 4001 business rule, 4003 no permission, 4004 not there or outside the data scope, 4009 version conflict, 4013 file, 4029 too many requests, 5000 server fault. Writes may carry X-Idempotency-Key; a repetition within 24 hours gets the first answer.',
    },
  },
)
