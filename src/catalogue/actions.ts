/** What the buttons of the shipped permissions are called: the action of `resource:Action` in words. */

// One line of `Action=zh/en`; what is not here is called by its own words.
const lines = `
Search=查询/Search; Retrieve=查看/View; Create=新增/Create; Update=编辑/Edit; Delete=删除/Delete; Export=导出/Export; Import=导入/Import
Submit=提交/Submit; Review=审核/Review; Publish=发布/Publish; Withdraw=撤回/Withdraw; Reopen=重新打开/Reopen; Close=关闭/Close; Copy=复制/Copy; Move=移动/Move; Start=开始/Start; Finish=完成/Finish; Cancel=取消/Cancel; Return=归还/Return; Void=作废/Void; Terminate=终止/Terminate
Pin=置顶/Pin; Assign=交办/Assign; Reply=回复/Reply; Extend=申请延期/Extend; ReviewExtend=审核延期/Review extension; Urge=催办/Urge; Score=评分/Score
Adjust=调整/Adjust; Transfer=转移/Transfer; Lock=锁定/Lock; Warn=预警/Warn; Include=入库/Include; Remove=移出/Remove; Milestone=里程碑/Milestone; Audit=审核/Audit; Pay=付款/Pay; VoidPayment=作废付款/Void payment; Voucher=凭证/Voucher; Reveal=查看完整信息/Reveal; Reconcile=对账/Reconcile
Remind=提醒/Remind; Scrap=报废/Scrap; Enable=启用/Enable; Disable=停用/Disable; Recharge=充值/Recharge; Dispatch=派单/Dispatch; Change=变更/Change; Depart=出车/Depart; Suspend=暂停/Suspend; Restore=恢复/Restore; Accept=接受/Accept; Verify=验收/Verify
Demand=需求/Demand; Sample=留样/Sample; Receive=收货/Receive; Issue=领用/Issue; Waste=损耗/Waste; Count=盘点/Count; Meter=抄表/Meter; NoShow=未就餐/No-show; Settle=结算/Settle; Revoke=撤销/Revoke; Convert=转采购/Convert; Contract=合同/Contract; Deliver=交付/Deliver; Payment=支付/Payment; Archive=归档/Archive
Invite=邀请/Invite; OpenQuotes=开启报价/Open quotes; Award=定标/Award; Abort=终止/Abort; Blacklist=黑名单/Blacklist; Allocate=配发/Allocate; Confirm=确认/Confirm; Repair=维修/Repair; Dispose=处置/Dispose; Lost=遗失/Lost; Depreciate=折旧/Depreciate; Label=标签/Label
InDoc=入库单/Stock-in document; OutDoc=出库单/Stock-out document; TransferDoc=调拨单/Transfer document; Approve=审批/Approve; Post=过账/Post; BatchApprove=批量审批/Batch approve; AddSign=加签/Add sign; Delegate=委托/Delegate; Register=台账/Register; Quota=额度/Quota; RenewPlan=换发计划/Renewal plan; ReturnIn=退库/Return to stock
Schedule=计划/Schedule; Download=下载/Download; ExportData=导出数据/Export data; ResetPassword=重置密码/Reset password; AssignRole=分配角色/Assign roles; Unlock=解锁/Unlock; SetMenu=菜单授权/Set menus; SetButton=按钮授权/Set buttons; SetDataScope=数据范围/Data scope; SetUser=人员授权/Set people
Generate=生成/Generate; Send=发送/Send; Kick=强制下线/Kick; Simulate=仿真/Simulate`

/** Names by action. */
export const actionNames: ReadonlyMap<string, { readonly zh: string; readonly en: string }> = new Map(
  lines
    .trim()
    .split(/;\s*|\n/)
    .map((line) => {
      const [action = '', names = ''] = line.split('=')
      const [zh = '', en = ''] = names.split('/')
      return [action, { zh, en }] as const
    }),
)

/** The button of a permission; one without a name of its own is called as in its code. */
export function buttonName(permission: string): { readonly zh: string; readonly en: string } {
  const action = permission.split(':')[1] ?? ''
  return actionNames.get(action) ?? { zh: action, en: action.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') }
}
