/** Why a state is passed over, and what publishing finds wrong with a workflow (25.10). */
import { defineMessages } from '#src/define/messages.ts'

export const workflowsMessages = defineMessages(
  {
    workflow: {
      reason: {
        is: '{0}：{1}',
        money: '{0, money}元',
        eq: '{0}为{2}',
        ne: '{0}为{1}，不是{2}',
        flag: '“{0}”为{1}',
        gt: '{0}为{1}，超过{2}',
        gte: '{0}为{1}，达到{2}',
        lt: '{0}为{1}，低于{2}',
        lte: '{0}为{1}，不超过{2}',
        skip: '{0}，无需{1}',
        in: '{0}为{1}',
        notIn: '{0}为{1}，不是{2}',
        empty: '{0}未填写',
        notEmpty: '{0}已填写',
        and: '；',
        true: '是',
        false: '否',
        nobody: '无可用处理人，按规则跳过',
        vacant: '无可用处理人，流程将在此停留，请补充人员',
        vacantRejects: '无可用处理人，按规则驳回',
        waiting: '目前无可用处理人，已通知系统管理员调整部门负责人或人员，调整后自动继续',
        own: '处理人只有申请人本人，按规则跳过',
        moved: '工单已由管理员迁移到流程的另一版本',
        lapsed: '超时未处理，工单已关闭',
      },
      fact: {
        amount: '金额',
        applicant_rankLevel: '申请人职级',
        applicant_isDeptLeader: '申请人是部门领导',
        applicant_id: '申请人',
        dept_key: '部门',
        lines: '{0}数量',
      },
      place: {
        start: '开始',
        end: '结束',
        unnamed: '第{0}个环节',
        removed: '已删除的环节',
        removedField: '已删除的字段',
        removedRole: '已删除的角色',
        removedDept: '已删除的部门',
      },
      fault: {
        childMissing: '子申请环节“{state}”没有选择要发起的申请类型：请选择',
        childKind: '环节“{state}”不是子申请环节，却设置了要发起的申请：请删除该设置，或改用子申请环节',
        childAfterHandle: '子申请环节“{state}”在办理环节之后：请移到所有办理环节之前',
        revocableDays: '批准后可申请撤销的天数不合规范：请填写1到{most}之间的整数，或留空表示不可撤销',
        timerRepeat: '环节“{state}”的时限“{timer}”重复提醒设置不完整：请填写大于0的间隔和2到{most}之间的次数',
        rejectTargetMissing: '环节“{state}”驳回后要退回的“{target}”不是它之前的审批环节：请另选环节',
        rejectByClock: '环节“{state}”既超时自动驳回，又在驳回后退回到之前的环节，会无人参与地循环：请改变其中一项',
        noticeState: '第{number}条通知指向已不存在的环节：请重新选择环节',
        noticeNobody: '第{number}条通知没有接收人：请选择通知谁',
        noticeText: '第{number}条通知没有内容：请填写中文和英文内容',
        noticePlaceholder: '第{number}条通知用到不存在的占位符“{name}”：请改用列出的占位符',
        noticeField: '第{number}条通知的接收人取自不存在的表单字段“{field}”：请改选字段',
        keyInvalid: '环节“{state}”的标识不合规范：请改为以小写字母开头的字母和数字，且不能是start或end',
        keyDuplicate: '环节“{state}”与另一环节的标识相同：请为其中一个换一个标识',
        transitionDangling: '从“{from}”到“{to}”的流向指向不存在的环节：请改为已有环节，或删除该流向',
        startMissing: '流程没有开始的流向：请从“开始”画一条流向到第一个环节',
        startEntered: '环节“{state}”的流向回到了开始：请改用“退回”，并删除该流向',
        transitionMissing: '环节“{state}”没有任何去向：请画一条流向到下一个环节或结束',
        lastConditional: '环节“{state}”的最后一条流向有条件：请去掉它的条件，其余情况都走这一条',
        gap: '环节“{state}”在以下情况没有去向（{facts}）：请为其余情况加一条没有条件的流向',
        overlap: '环节“{state}”在以下情况可同时去往“{to}”和“{other}”（{facts}）：请修改其中一个条件，使两者互斥',
        transitionDead:
          '环节“{state}”到“{to}”的流向永远不会走到：前面的流向已包含所有情况，请修改条件、调整顺序或删除它',
        unreachable: '环节“{state}”永远不会走到：请检查通向它的流向和它的进入条件，或删除该环节',
        deadEnd: '从环节“{state}”走不到结束：请加一条通向结束的流向',
        cycle: '环节{states}构成循环：请删除一条流向，需要重新办理时改用“退回”',
        fieldUnknown: '环节“{state}”用到了不存在的字段“{field}”：请换成表单里的字段，或先在表单中添加它',
        valueKind: '环节“{state}”的条件拿数字“{field}”与文字“{value}”比较：请填写数字',
        conditionTooDeep: '环节“{state}”的条件嵌套超过{deepest}层：请拆成几个环节或几条流向',
        tooManyFacts: '条件过于复杂，无法逐一证明：请减少互相比较的字段，或拆成几个环节',
        approveAfterHandle: '审批环节“{state}”在办理环节之后：请移到所有办理环节之前，或改为办理环节',
        tooFewApprovals: '{group}类流程的审批环节太少：请至少设{least}个不同的审批环节',
        timerHours: '环节“{state}”的时限“{timer}”不是正数：请填写大于0的小时数',
        timerDuplicate: '环节“{state}”的时限“{timer}”重复：请换一个标识',
        timerInCc: '抄送环节“{state}”设了时限：抄送不等人处理，请删除时限',
        timerInSub: '子流程环节“{state}”设了时限：等待期间没有处理人，请删除时限，改在子流程自己的环节上设',
        timerDead: '环节“{state}”的时限“{timer}”永远不会触发：它不早于自动通过、自动驳回或关闭，请把它提前或删除',
        timerAction: '环节“{state}”的时限“{timer}”没有动作：请选择提醒、升级给另外的人、自动通过、自动驳回或关闭',
        autoPassForbidden: '{group}类流程的环节“{state}”超时自动通过：请改为提醒或升级',
        autoPassSigned: '环节“{state}”需要签名，却超时自动通过：请去掉其中一项',
        autoPassCritical: '关键环节“{state}”超时自动通过：请改为提醒或升级',
        autoPassUndone: '环节“{state}”有完成条件，却超时自动通过：请去掉其中一项',
        autoRejectHandle: '办理环节“{state}”超时自动驳回：已批准的事项不能驳回，请改为提醒或升级',
        closeHandle: '办理环节“{state}”超时关闭：已批准的事项不能因超时而撤销，请改为提醒或升级',
        returnInCc: '抄送环节“{state}”允许退回：请改为不能退回',
        returnInSub: '子申请环节“{state}”允许退回：请改为不能退回',
        returnInHandle: '办理环节“{state}”允许退回之前的环节：办理环节只能退回申请人，请改为只能退回申请人',
        returnTargetMissing: '环节“{state}”之前没有可以退回的审批环节：请改为只能退回申请人',
        returnsNumber: '最多退回次数不是正整数：请填写不小于1的整数，或留空表示不限',
        fieldRequiredInCc: '抄送环节“{state}”要求填写字段“{field}”：抄送只能查看，请改为只读',
        claimMode: '环节“{state}”的审批方式不能签收：请改为或签（首个意见为准），或关闭签收',
        ballotNumber: '环节“{state}”的审批方式与比例或人数不符：请填1至100的整数比例，或至少为1的人数',
        countTooHigh: '环节“{state}”要求的同意人数超过了能参与的人数：请改为不超过{places}',
        groupsMissing: '环节“{state}”按分组审批：请至少设两个分组',
        joinUnknown: '环节“{state}”汇合的“{fork}”不是分支环节：请将其设为分支环节，或取消汇合',
        joinMissing: '分支环节“{state}”缺少汇合环节：请指定一个环节汇合它的各分支',
        joinTwice: '分支环节“{state}”有多个汇合环节（{joins}）：请只保留一个',
        joinEntered: '环节“{state}”不在“{fork}”的分支中，却通向其汇合环节“{to}”：请改接到汇合环节之后',
        branchSingle: '分支环节“{state}”至少需要两个分支：请增加分支，或取消分支设置',
        branchSame: '分支环节“{state}”有两个分支通向同一环节“{to}”：请删除其中一个',
        branchConditional: '分支环节“{state}”为并行分支，通向“{to}”的分支带有条件：请删除条件，或改为包容分支',
        branchSideways: '环节“{state}”同时属于“{fork}”的两个分支：分支之间不能互通，请先汇合',
        branchLeaves: '环节“{state}”从“{fork}”的分支直接通向结束：请先到达汇合环节',
        branchEntered: '环节“{state}”从外面通向“{to}”，而它在“{fork}”的分支中：请改接到分支环节',
        branchEndless: '从环节“{state}”走不到汇合环节“{join}”，“{fork}”的分支无法结束：请补充通向汇合环节的流转',
        handleInBranch: '环节“{state}”在“{fork}”的分支中，分支内不能办理：请移到汇合环节之后',
        rejectEmpty: '环节“{state}”无人时驳回：只能用于审批环节，并且驳回须是结束流程或退回申请人',
        ownOnly:
          '环节“{state}”跳过申请人本人，而这条路径上没有其他必须由人审批的环节，申请可能无人审批就通过：请在这条路径上再设一个不跳过申请人、不自动通过的审批环节，或取消跳过',
        ownKind: '环节“{state}”设置了跳过申请人本人，但它不是审批环节：请取消该设置',
        eligiblePeopleEmpty:
          '环节“{state}”限定了可转办、委托和加签的人员，却没有选择任何部门或角色：请至少选一个，或不作限定',
        administrator: '环节“{state}”由管理员角色“{role}”处理：管理员不参与审批和办理，请换一个角色',
        policySame: '环节“{state}”无人时又找同一个角色：请换一个角色、改为跳过或阻断',
        previousMissing:
          '环节“{state}”由上一处理人办理，但之前可能没有人处理过：请指定别的参与人，或设置无人处理的办法',
        participantUnfilled:
          '环节“{state}”由字段“{field}”中的人员办理，但走到这里时它可能没有填（{facts}）：请在这些情况下也显示该字段并设为必填，或设置无人处理的办法',
        fieldRequiredHidden: '必填字段“{field}”谁也不能填写：请在申请或某个环节允许填写，或取消必填',
        fieldComputed: '环节“{state}”要求填写自动计算的字段“{field}”：请改为只读',
        fieldKind: '环节“{state}”用到的字段“{field}”类型不符：参与人请选人员字段，开始日请选日期字段',
        fieldNeverFilled: '环节“{state}”用到的字段“{field}”在此之前谁也不能填写：请在申请或之前的环节允许填写',
        doneUnwritable:
          '办理环节“{state}”的完成条件用到的字段（{field}）在该环节不能填写：请允许填写其中一个，或修改完成条件',
        doneNever:
          '办理环节“{state}”在以下情况无法办完（{facts}）：请允许在该环节填写完成条件用到的字段并让它们显示，或修改完成条件',
        noStates: '流程没有任何环节：请至少添加一个环节',
        stateUnnamed: '第{number}个环节没有名称：请填写中文和英文名称',
        nobodyActs: '流程中没有任何人需要审批或办理：请添加审批或办理环节',
        ownApproval: '存在只由申请人本人在环节“{state}”审批的路径，且没有策略约束：请确认是否需要他人审批',
        visibleCircle: '字段（{field}）的显示条件互相依赖：请修改其中一个，使显示与否可以确定',
        policyBroken: '违反策略“{policy}”（{facts}）：请按图上标出的路径补上缺少的环节或限制，或由管理员修改策略',
      },
    },
  },
  {
    workflow: {
      reason: {
        is: '{0}: {1}',
        money: 'CNY {0, money}',
        eq: '{0} is {2}',
        ne: '{0} is {1}, not {2}',
        flag: '"{0}" is {1}',
        gt: '{0} is {1}, more than {2}',
        gte: '{0} is {1}, at least {2}',
        lt: '{0} is {1}, less than {2}',
        lte: '{0} is {1}, not more than {2}',
        skip: '{0}; {1} not required',
        in: '{0} is {1}',
        notIn: '{0} is {1}, not {2}',
        empty: '{0} is empty',
        notEmpty: '{0} is filled in',
        and: '; ',
        true: 'yes',
        false: 'no',
        nobody: 'No handler available – skipped by rule',
        vacant: 'No handler available; the ticket would stop here until someone is assigned',
        vacantRejects: 'No handler available – rejected by rule',
        waiting:
          'No handler available. System administrators were notified to assign a leader or staff; the ticket then continues automatically.',
        own: 'Only approver is the applicant – skipped by rule',
        moved: 'An administrator moved the ticket to another version of the workflow',
        lapsed: 'Not handled in time; the ticket was closed',
      },
      fact: {
        amount: 'amount',
        applicant_rankLevel: "applicant's rank",
        applicant_isDeptLeader: 'applicant is a department leader',
        applicant_id: 'applicant',
        dept_key: 'department',
        lines: 'number of {0}',
      },
      place: {
        start: 'Start',
        end: 'End',
        unnamed: 'Step {0}',
        removed: 'a removed step',
        removedField: 'a removed field',
        removedRole: 'a removed role',
        removedDept: 'a removed department',
      },
      fault: {
        childMissing: 'Sub-application step “{state}” has no application type: choose one',
        childKind:
          'Step “{state}” is not a sub-application step but has an application type: remove it, or use a sub-application step',
        childAfterHandle:
          'Sub-application step “{state}” comes after a handling step: move it before all handling steps',
        revocableDays:
          'The number of days for revocation is not valid: enter a whole number from 1 to {most}, or leave it empty if revocation is not allowed',
        timerRepeat:
          'The repeat settings of reminder "{timer}" in step "{state}" are incomplete: enter an interval above 0 and 2 to {most} times',
        rejectTargetMissing:
          'After rejection in step "{state}" the ticket goes to "{target}", which is not an earlier approval step: choose another step',
        rejectByClock:
          'Step "{state}" rejects automatically on timeout and sends rejected tickets back to an earlier step, so they could loop with no one acting: change one of the two',
        noticeState: 'Notification {number} uses a step that no longer exists: choose another step',
        noticeNobody: 'Notification {number} has no recipients: choose whom to notify',
        noticeText: 'Notification {number} has no text: enter it in Chinese and English',
        noticePlaceholder: 'Notification {number} uses the unknown placeholder "{name}": use one of those listed',
        noticeField:
          'Notification {number} takes its recipients from field "{field}", which does not exist: choose another field',
        keyInvalid:
          'The key of step "{state}" is invalid: use letters and digits starting with a lower-case letter, other than start and end',
        keyDuplicate: 'Step "{state}" has the same key as another step: change one of them',
        transitionDangling:
          'The transition from "{from}" to "{to}" uses a step that does not exist: connect it to an existing step, or delete it',
        startMissing: 'The workflow has no transition from its start: draw one from the start to the first step',
        startEntered:
          'A transition of step "{state}" leads back to the start: allow a return instead and delete the transition',
        transitionMissing: 'Step "{state}" has no outgoing transition: draw one to the next step or to the end',
        lastConditional:
          'The last transition of step "{state}" has a condition: remove it, so that all other cases go there',
        gap: 'Step "{state}" has no outgoing transition when {facts}: add a last transition without a condition for all other cases',
        overlap:
          'Step "{state}" leads to both "{to}" and "{other}" when {facts}: change one of the conditions so that they exclude each other',
        transitionDead:
          'The transition from step "{state}" to "{to}" is never taken: the transitions before it cover every case. Change a condition or the order, or delete it',
        unreachable:
          'Step "{state}" is never reached: check the transitions leading to it and its entry condition, or delete it',
        deadEnd: 'The end cannot be reached from step "{state}": add a transition leading to the end',
        cycle: 'Steps {states} form a loop: delete one of the transitions and use a return where work must be redone',
        fieldUnknown:
          'Step "{state}" uses the unknown field "{field}": choose a field of the form, or add it there first',
        valueKind:
          'The condition of step "{state}" compares the number "{field}" with the text "{value}": enter a number',
        conditionTooDeep:
          'The condition of step "{state}" is nested more than {deepest} levels deep: split it into several steps or transitions',
        tooManyFacts:
          'The conditions are too complex to be verified: compare fewer fields with each other, or split the steps',
        approveAfterHandle:
          'Approval step "{state}" comes after a handling step: move it before all handling steps, or make it a handling step',
        tooFewApprovals: 'Workflows of group {group} need more approval steps: add at least {least} different ones',
        timerHours: 'Timer "{timer}" of step "{state}" has no valid duration: enter more than 0 hours',
        timerDuplicate: 'The timer "{timer}" of step "{state}" is defined twice: give one of them another key',
        timerInCc: 'CC step "{state}" has a timer: a CC step does not wait for anyone, remove the timer',
        timerInSub:
          'Sub-application step "{state}" has a timer although no one acts there: remove it and set timers in the steps of the sub-application',
        timerDead:
          'The timer "{timer}" of step "{state}" never fires: it is not earlier than the timer that ends the step automatically. Make it earlier or delete it',
        timerAction:
          'The timer "{timer}" of step "{state}" has no action: choose remind, escalate to other people, approve, reject or close',
        autoPassForbidden:
          'Step "{state}" of group {group} is approved automatically on timeout: use a reminder or escalation instead',
        autoPassSigned:
          'Step "{state}" requires a signature but is approved automatically on timeout: remove one of the two',
        autoPassCritical:
          'Critical step "{state}" is approved automatically on timeout: use a reminder or escalation instead',
        autoPassUndone:
          'Step "{state}" has a completion condition but is approved automatically on timeout: remove one of the two',
        autoRejectHandle:
          'Handling step "{state}" is rejected automatically on timeout: approved matters cannot be rejected, use a reminder or escalation',
        closeHandle:
          'Handling step "{state}" is closed on timeout: approved matters cannot be undone by a timeout, use a reminder or escalation',
        returnInCc: 'CC step "{state}" allows returns: set its return to "Not allowed"',
        returnInSub: 'Sub-application step "{state}" allows returns: set its return to "Not allowed"',
        returnInHandle: 'Handling step "{state}" may return to earlier steps: let it return to the applicant only',
        returnTargetMissing:
          'There is no approval step before "{state}" to return to: allow returns to the applicant only',
        returnsNumber:
          'The maximum number of returns is not valid: enter a whole number of at least 1, or leave it empty for no limit',
        fieldRequiredInCc: 'CC step "{state}" requires field "{field}": CC recipients can only read, make it read-only',
        claimMode:
          'Step "{state}" cannot be claimed with its approval rule: choose any one approver, or turn claiming off',
        ballotNumber:
          'The number does not match the approval rule of step "{state}": enter a ratio from 1 to 100, or a count of at least 1',
        countTooHigh: 'Step "{state}" requires more approvals than it has possible approvers: require at most {places}',
        groupsMissing: 'Step "{state}" approves by group: define at least two groups',
        joinUnknown:
          'Step "{state}" joins "{fork}", which is not a branching step: make that step branch, or remove the join',
        joinMissing: 'Branching step "{state}" has no join: choose the step where its branches meet',
        joinTwice: 'Branching step "{state}" has several joins ({joins}): keep only one',
        joinEntered:
          'Step "{state}" is not in a branch of "{fork}" but leads to its join "{to}": connect it after the join',
        branchSingle: 'Branching step "{state}" needs at least two branches: add one, or turn branching off',
        branchSame: 'Two branches of step "{state}" lead to the same step "{to}": delete one',
        branchConditional:
          'Step "{state}" has parallel branches, but the branch to "{to}" has a condition: delete the condition, or use inclusive branches',
        branchSideways:
          'Step "{state}" belongs to two branches of "{fork}": branches must not be connected before the join',
        branchLeaves: 'Step "{state}" leads from a branch of "{fork}" directly to the end: lead it to the join first',
        branchEntered:
          'Step "{state}" leads from outside to "{to}", which is in a branch of "{fork}": lead it to the branching step',
        branchEndless:
          'The join "{join}" cannot be reached from step "{state}", so the branches of "{fork}" never end: add a transition leading to the join',
        handleInBranch: 'Handling step "{state}" is in a branch of "{fork}": move it after the join',
        rejectEmpty:
          'Step "{state}" rejects when no one can act: only approval steps can do this, and the rejection must end the ticket or return it to the applicant',
        ownOnly:
          'Step “{state}” is skipped for the applicant and no other approval by a person is required on this path, so an application could pass without approval: add an approval step that is neither skipped nor automatic, or turn skipping off',
        ownKind: 'Step “{state}” is skipped for the applicant but is not an approval step: turn skipping off',
        eligiblePeopleEmpty:
          'Step “{state}” limits whom tasks can be handed to but names no department or role: choose at least one, or remove the limit',
        administrator:
          'Step "{state}" is assigned to the administrator role "{role}": administrators do not approve or handle tickets, choose another role',
        policySame:
          'If no one is available, step "{state}" falls back to the same role: choose another role, skip the step or block the ticket',
        previousMissing:
          'Step "{state}" is assigned to the previous handler, but there may be none: choose other people, or define what happens when no one is available',
        participantUnfilled:
          'Step "{state}" is assigned to the person in field "{field}", which may be empty at that point ({facts}): show and require the field in these cases, or define what happens when no one is available',
        fieldRequiredHidden:
          'No one can fill in the required field "{field}": allow the applicant or a step to edit it, or make it optional',
        fieldComputed: 'Step "{state}" requires the calculated field "{field}": make it read-only',
        fieldKind:
          'Field "{field}" used by step "{state}" has the wrong type: use a person field for participants and a date field for start dates',
        fieldNeverFilled:
          'No one can fill in field "{field}" before step "{state}" uses it: allow the applicant or an earlier step to edit it',
        doneUnwritable:
          'The fields ({field}) in the completion condition of handling step "{state}" cannot be edited there: allow one of them to be edited, or change the condition',
        doneNever:
          'Handling step "{state}" can never be completed in this case ({facts}): show the fields of the completion condition and allow them to be edited there, or change the condition',
        noStates: 'The workflow has no steps: add at least one',
        stateUnnamed: 'Step {number} has no name: enter a name in Chinese and English',
        nobodyActs: 'No one approves or handles anything in this workflow: add an approval or handling step',
        ownApproval:
          'On one path only the applicant approves, in step "{state}", and no policy restricts it: check whether someone else must approve',
        visibleCircle: 'The display conditions of these fields depend on each other ({field}): change one of them',
        policyBroken:
          'Policy "{policyEn}" is violated when {facts}: add the missing step or limit on the path shown in the diagram, or have the administrator change the policy',
      },
    },
  },
)
