/** Texts of the document of the API. */
import { defineMessages } from '#src/define/messages.ts'

export const documentationMessages = defineMessages(
  {
    documentation: {
      description:
        '应用自身的应答一律为 HTTP 200，处理结果以正文的 code 为准：2000 为成功，其余各码见 refusal。写操作请带 Idempotency-Key；修改数据须带所依据的 version。实时消息见 x-websocket。',
      idempotency:
        '每次新建、提交和操作都带上新的 UUID `{0}`（或 `{1}`）；未收到应答而重发时使用同一个。{2} 小时内重发得到首次的应答，不会重复执行；同一标识用于不同内容会被拒绝（`idempotency.mismatch`）。被拒绝的操作可用同一标识再试。',
      version:
        '每条数据都有 `version`。修改时须带上所依据的版本；已被他人修改的返回 `4009`（`version.conflict`）：请重新读取，确认修改仍然合适，再带新版本提交。未提交的字段保持不变。',
      refusals: {
        '401': '未登录，或令牌已失效',
        '4000': '提交的内容有误，errors 按字段列出原因',
        '4001': '不符合业务规则，errKey 为规则的标识，params 为提示中的数值',
        '4003': '没有权限',
        '4004': '不存在，或不在数据范围内',
        '4009': '数据已被他人修改（版本冲突）',
        '4013': '文件不被接受',
        '4029': '操作过于频繁',
        '5000': '服务器故障、维护中或数据库不可用',
      },
      statuses: {
        '404': '路径不存在；路径中的编号不是数字时同样如此',
        '413': '请求正文过大',
        '429': '请求过于频繁',
        '500': '服务器故障，未作任何修改，可用同一标识重试',
        '503': '服务器正在停止、数据库不可用或磁盘已满，可稍后用同一标识重试',
      },
      retryAfter: '多少秒后可以重试',
      live: {
        open: '实时连接（WebSocket）。每条消息是一个 JSON 对象，只说明有变化，不含变化后的内容，收到后请重新读取。',
        token: '`POST /api/system/socket_ticket/` 取得的一次性票据，或访问令牌',
        language: '消息的语言，zh-Hans 或 en',
        missed: '页面没有连接的毫秒数，服务器补发其间的消息；时间过长则发送 MISSED',
        send: '心跳：连接后立即发送，之后每 2 秒一次；带上新的访问令牌可延长连接',
        receive: '服务器的消息，按 contentType 区分',
        close: {
          token: '令牌错误、过期或已注销：刷新令牌后重新连接',
          crowded: '同一人的连接过多，最早的被关闭',
          silent: '10 秒内没有心跳',
          abuse: '发送的不是心跳，或消息过多',
          fault: '服务器故障，稍候重新连接',
        },
      },
      record: {
        create: '在“{0}”中新增一条',
        update: '修改“{0}”中的一条',
        remove: '删除“{0}”中的一条',
        removeMany: '批量删除“{0}”中的多条',
        import: '向“{0}”导入数据',
        export: '导出“{0}”',
        template: '下载“{0}”的导入模板',
        search: '查询“{0}”',
        retrieve: '查看“{0}”中的一条',
        options: '查询“{0}”中可供选择的记录',
        timeline: '查看“{0}”中一条的修改记录',
        related: '查看“{0}”中一条的关联数据',
        chart: '统计“{0}”',
        chartExport: '导出“{0}”的统计数据',
        action: '对“{0}”中的一条执行“{1}”',
      },
    },
  },
  {
    documentation: {
      description:
        'Every answer of the application itself has HTTP status 200; the code of its body says how it went: 2000 is success, the others stand under refusal. Writes carry an Idempotency-Key, changes of a row the version they are based on. Live messages: x-websocket.',
      idempotency:
        'Send a new UUID as `{0}` (or `{1}`) with every create, submit and action, and the same one when you repeat it because no answer came. Within {2} hours a repetition gets the first answer and does nothing again; the same key with another body is refused (`idempotency.mismatch`). What was refused may be tried again under its key.',
      version:
        'Every record carries `version`. A change sends the one it was based on; when somebody else was faster it is refused with `4009` (`version.conflict`): read the row again, look whether your change still makes sense, send it with the new version. Fields that are not sent stay as they are.',
      refusals: {
        '401': 'No token, or one that no longer counts',
        '4000': 'The content is invalid; errors names the reasons by field',
        '4001': 'A business rule; errKey names it, params are the figures of its sentence',
        '4003': 'The permission is missing',
        '4004': 'Does not exist, or lies outside the data scope',
        '4009': 'Somebody else changed the row (version conflict)',
        '4013': 'The file is refused',
        '4029': 'Too many requests',
        '5000': 'A server fault, maintenance, or no database',
      },
      statuses: {
        '404': 'No such path, or a word where an id belongs',
        '413': 'The body is too large',
        '429': 'Too many requests',
        '500': 'A server fault; nothing was changed, the same key may be tried again',
        '503': 'The server stops, has no database or no space on disk; try again later under the same key',
      },
      retryAfter: 'Seconds until the next try',
      live: {
        open: 'The live connection (WebSocket). Each message is a JSON object which says that something changed, not what it is now: read it again.',
        token: 'A one-time ticket of `POST /api/system/socket_ticket/`, or an access token',
        language: 'Language of the messages, zh-Hans or en',
        missed:
          'Milliseconds the page had no connection; messages of that time are sent again, after a long time MISSED is sent instead',
        send: 'A heartbeat, at once and every 2 seconds; a newer access token extends the connection',
        receive: 'A message of the server, by contentType',
        close: {
          token: 'The token is bad, expired or revoked: refresh it and connect again',
          crowded: 'Too many connections of one person; the oldest is closed',
          silent: 'No heartbeat for 10 seconds',
          abuse: 'Not a heartbeat, or too many messages',
          fault: 'A server fault; connect again after some seconds',
        },
      },
      record: {
        create: 'Add a row of “{0}”',
        update: 'Change a row of “{0}”',
        remove: 'Delete a row of “{0}”',
        removeMany: 'Delete rows of “{0}”',
        import: 'Import rows of “{0}”',
        export: 'Export “{0}”',
        template: 'Download the import template of “{0}”',
        search: 'List “{0}”',
        retrieve: 'Show a row of “{0}”',
        options: 'List rows of “{0}” to choose from',
        timeline: 'Show the changes of a row of “{0}”',
        related: 'Show what a row of “{0}” is connected with',
        chart: 'Show the figures of “{0}”',
        chartExport: 'Export the figures of “{0}”',
        action: 'Perform “{1}” on a row of “{0}”',
      },
    },
  },
)
