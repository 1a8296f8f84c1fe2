import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    webHook: {
      title: '事件推送',
      fields: {
        name: '名称',
        url: '接收地址',
        events: '推送的事件',
        state: '启用',
        standing: '状态',
        secretAt: '密钥生成时间',
        lastDeliveredAt: '最近送达',
        failingSince: '连续失败起始',
        disabledAt: '自动停用时间',
      },
    },
    webHookDelivery: {
      title: '推送记录',
      fields: {
        hookId: '推送',
        event: '事件',
        ticketNo: '工单编号',
        ticketStatus: '工单状态',
        at: '发生时间',
        state: '结果',
        attempts: '推送次数',
        lastTriedAt: '最近推送',
        lastStatus: '应答状态码',
        lastError: '失败原因',
        dueAt: '下次推送',
      },
      actions: { resend: '重新推送' },
    },
  },
  dictionaries: {
    webHookEvent: {
      title: '推送事件',
      entries: {
        submit: '提交',
        approve: '同意',
        reject: '驳回',
        return: '退回',
        withdraw: '撤回',
        retrieve: '收回',
        transfer: '转办',
        handle: '办理',
        refuse: '拒绝办理',
        void: '作废',
        timeout: '超时处理',
      },
    },
    webHookStanding: {
      title: '推送状态',
      entries: { noSecret: '待生成密钥', active: '推送中', failing: '推送失败', disabled: '已自动停用', off: '已停用' },
    },
    webHookDeliveryState: {
      title: '推送结果',
      entries: { waiting: '待推送', delivered: '已送达', failed: '推送失败' },
    },
    webHookFailure: {
      title: '推送失败原因',
      entries: {
        answer: '接收方返回错误',
        host: '不允许推送到该地址',
        unknownHost: '域名无法解析',
        refused: '接收方拒绝连接',
        timeout: '连接超时',
        certificate: '接收方证书无效',
        other: '连接失败',
      },
    },
  },
  webHooks: {
    lead: '工单发生所选事件时通知其他系统，只含工单编号、类型、状态和时间，不含表单内容。接收地址须为 HTTPS；失败后逐次延长间隔重试，连续失败 3 天自动停用',
    newSecret: '生成密钥',
    secretOf: '“{0}”的签名密钥',
    secretOnce: '密钥只显示这一次，用于核对推送内容的签名，请交给接收方妥善保管；重新生成后原密钥立即失效',
  },
  rules: {
    'webHook.url': '请填写 https:// 开头的接收地址，不能含用户名和密码',
    'webHook.disabledNotice': '事件推送“{0}”连续失败{1}天，已自动停用',
  },
} satisfies MessageTree
