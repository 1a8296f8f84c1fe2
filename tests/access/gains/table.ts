/**
 * What every call, setting and field that an administrator may write alone lets a single person gain. The entries are derived
 * from the declarations; this table only says what each of them is worth, and why. What is missing here, or no longer there,
 * fails the test.
 */

/**
 * `own`: the caller's own account, notices, drafts and applications. `upkeep`: the system and its master data; no ticket is
 * decided and no money, leave or goods change hands by it. `names`: gives others something to do or their account back; the three
 * administrators are refused and those concerned are told. `decides`: a decision on a ticket or a business record, refused to
 * administrators. `held`: business by a setting or a workflow; takes effect when a second person confirms.
 */
export type Gain = 'own' | 'upkeep' | 'names' | 'decides' | 'held'

interface Group {
  readonly gain: Gain
  readonly because: string
  /** `METHOD /path/`, keys of settings or `record.field`, separated by blanks or lines. */
  readonly entries: string
}

export const calls: readonly Group[] = [
  {
    gain: 'own',
    because: 'the own session, password, second factor, profile, notices, views, phrases, files and what one has read',
    entries: `POST:/api/logout/ POST:/api/system/user/change_password/ PUT:/api/system/user/change_password/ POST:/api/system/user/verify_password/
      POST:/api/system/socket_ticket/ POST:/api/system/log/frontendLog/ PUT:/api/personal/profile/ POST:/api/personal/avatar/
      POST:/api/personal/session/:id/end/ POST:/api/personal/second_factor/offer/ POST:/api/personal/second_factor/confirm/
      POST:/api/personal/second_factor/recovery/ PUT:/api/personal/push/ POST:/api/personal/phrases/ PUT:/api/personal/phrases/:id/
      DELETE:/api/personal/phrases/:id/ POST:/api/personal/delegation/:id/end/ POST:/api/v1/sms/notice/ticket/:id/read/
      DELETE:/api/v1/sms/notice/ticket/:id/ DELETE:/api/v1/sms/notice/:id/ POST:/api/v1/sms/notice/remind_me/ POST:/api/system/file/
      POST:/api/system/export_job/:id/retry/ POST:/api/home/layouts/ PUT:/api/home/layouts/:id/
      DELETE:/api/home/layouts/:id/ POST:/api/home/layouts/:id/default/ POST:/api/home/layouts/:id/keep/
      POST:/api/workflow/ticket_view/ DELETE:/api/workflow/ticket_view/:id/
      POST:/api/workflow/application_types/:key/favourite/ POST:/api/article/published/:id/read/
      POST:/api/assets/own/:id/confirm/ POST:/api/assets/booking/ POST:/api/assets/booking/:id/cancel/
      PUT:/api/supplies/favourite/:id/ PUT:/api/assets/favourite/:id/ PUT:/api/clothing/own/sizes/ PUT:/api/clothing/survey/:id/own/
      POST:/api/maintenance/order/:id/comment/ POST:/api/maintenance/order/:id/follow/ POST:/api/maintenance/ticket/:id/reopen/
      POST:/api/cars/ticket/:id/rating/ POST:/api/canteen/allergens/ POST:/api/canteen/orders/ POST:/api/canteen/orders/cancel/
      POST:/api/canteen/standing/ POST:/api/canteen/orders/days/ POST:/api/canteen/waiting/join/ POST:/api/canteen/waiting/leave/
      POST:/api/canteen/ratings/ POST:/api/supervision/item/:id/decline/ POST:/api/supervision/item/:id/extend/
      POST:/api/supervision/item/:id/reply/ POST:/api/supervision/item/:id/signFor/ POST:/api/supervision/item/:id/submit/
      POST:/api/supervision/milestone/:id/reach/
      POST:/api/maintenance/ticket/:id/accept/ POST:/api/maintenance/ticket/:id/rate/`,
  },
  {
    gain: 'own',
    because:
      'the own application, which others decide; comments, reminders and a signature without an approval decide nothing',
    entries: `POST:/api/workflow/application_types/:key/lines/:field/import_data/ POST:/api/workflow/ticket/ POST:/api/workflow/ticket/preview/
      POST:/api/workflow/ticket/check/ POST:/api/workflow/ticket/batch_urge/ POST:/api/workflow/ticket/:id/submit/
      POST:/api/workflow/ticket/:id/urge/ POST:/api/workflow/ticket/:id/comment/ POST:/api/workflow/ticket/:id/sign/
      POST:/api/supplies/shortages/`,
  },
  {
    gain: 'own',
    because: 'the own score sheet of a panel that the procurement section named: one of at least three, and blind',
    entries: 'POST:/api/procurement/selection/:id/scores/',
  },
  {
    gain: 'own',
    because: 'the own trip, prior approval and returned payment: the scope of administrators is their own rows',
    entries: `POST:/api/finance/payment/:id/correct/ POST:/api/finance/pre_approval/:id/close/ POST:/api/travel/trip/:id/return/
      POST:/api/travel/trip/:id/shorten/`,
  },
  {
    gain: 'decides',
    because: 'administrators decide on no ticket but finish their own (SYS-131)',
    entries: `POST:/api/workflow/ticket/:id/approve/ POST:/api/workflow/ticket/:id/handle/ POST:/api/workflow/ticket/:id/reject/
      POST:/api/workflow/ticket/:id/return/ POST:/api/workflow/ticket/:id/withdraw/ POST:/api/workflow/ticket/:id/retrieve/
      POST:/api/workflow/ticket/:id/transfer/ POST:/api/workflow/ticket/:id/delegate/ POST:/api/workflow/ticket/:id/add_sign/
      POST:/api/workflow/ticket/:id/remove_sign/ POST:/api/workflow/ticket/:id/claim/ POST:/api/workflow/ticket/:id/release/
      POST:/api/workflow/ticket/:id/refuse/ POST:/api/workflow/ticket/:id/cc/ POST:/api/workflow/ticket/:id/void/
      POST:/api/workflow/ticket/:id/revoke/ POST:/api/workflow/ticket/:id/convert/ PUT:/api/workflow/ticket/:id/
      DELETE:/api/workflow/ticket/:id/ POST:/api/workflow/ticket/:id/approve_at_once/
      POST:/api/workflow/ticket/batch_claim/`,
  },
  {
    gain: 'own',
    because: 'what the caller saw in a count that names the caller; the review of another person decides what follows',
    entries: 'POST:/api/assets/count/:id/scans/',
  },
  {
    gain: 'upkeep',
    because: 'ends sessions, unlocks and removes accounts, and refuses requests: takes away, gives nothing',
    entries: `POST:/api/system/session/:id/kick/ POST:/api/system/user/registration/:id/refuse/
      POST:/api/system/user/password_reset/:id/refuse/ DELETE:/api/system/user/:id/ POST:/api/system/user/:id/unlock/`,
  },
  {
    gain: 'upkeep',
    because:
      'accounts and personnel data of others: a new account has the role of everybody, roles come from the security administrator; an import makes new accounts only; the own personnel fields wait for a second person (SYS-140)',
    entries: `POST:/api/system/user/registration/:id/accept/ POST:/api/system/user/ PUT:/api/system/user/:id/
      POST:/api/system/user/import_data/ POST:/api/system/user/multiple_move/ POST:/api/system/user/multiple_disable/`,
  },
  {
    gain: 'names',
    because:
      'whoever gives a password out could use it: of people in office it waits for a second person, and until the owner has the account again it decides nothing (SYS-138)',
    entries: `POST:/api/system/user/:id/reset_password/ POST:/api/system/user/password_reset/:id/reset/
      POST:/api/system/user/:id/reset_second_factor/`,
  },
  {
    gain: 'names',
    because:
      'leaders, deputies, successors and substitutes decide: no administrator becomes one (SYS-131), and a leader or deputy is named by two people (SYS-139)',
    entries: `POST:/api/system/dept/ PUT:/api/system/dept/:id/ POST:/api/system/dept/import_dept_data/ POST:/api/system/dept/import_data/
      POST:/api/system/user/:id/disable/ POST:/api/personal/delegation/`,
  },
  {
    gain: 'names',
    because:
      'gives roles to others: with one that decides something, and with a division, the auditor confirms (SYS-139); nobody changes the own roles (SYS-24), no administrator holds a business role (SYS-01)',
    entries: 'POST:/api/system/user/:id/assign_roles/ PUT:/api/system/role/:id/users/',
  },
  {
    gain: 'held',
    because:
      'an account that holds an office comes back with all it held; a security administrator or the auditor confirms it (SYS-139)',
    entries: 'POST:/api/system/user/:id/enable/ POST:/api/system/user/multiple_enable/',
  },
  {
    gain: 'held',
    because:
      'what the own role grants is confirmed by another holder (SYS-24), and by the auditor where it decides; what lets the holders of a role decide more, by a right, a data scope or its return into use, by the auditor (SYS-139)',
    entries: `PUT:/api/system/role/:id/ PUT:/api/system/role/:id/grants/ PUT:/api/system/role/:id/menus/ PUT:/api/system/role/:id/buttons/
      PUT:/api/system/role/:id/data_scope/`,
  },
  {
    gain: 'upkeep',
    because: 'an empty role, the copy of a business role without its people, or an end to one without people',
    entries: `POST:/api/system/role/:id/copy/ POST:/api/system/role/
      DELETE:/api/system/role/:id/ DELETE:/api/system/role/multiple_delete/`,
  },
  {
    gain: 'held',
    because: 'values that decide over money, leave, purchases and who approves wait for their owners (SYS-137)',
    entries: 'PUT:/api/system/config/ POST:/api/system/config/:id/restore/',
  },
  {
    gain: 'upkeep',
    because: 'where widgets stand on the home page of a role; each shows its reader no more than before (HOM-01)',
    entries: 'POST:/api/home/layouts/:id/publish/',
  },
  {
    gain: 'upkeep',
    because:
      'a display reads counts and rates of the whole bureau, no names, tickets or amounts, from listed addresses',
    entries: 'POST:/api/home/displays/ POST:/api/home/displays/:id/revoke/',
  },
  {
    gain: 'upkeep',
    because: 'items of the bureau itself, which no rule of the product reads',
    entries: 'POST:/api/system/config/ PUT:/api/system/config/:id/ DELETE:/api/system/config/:id/',
  },
  {
    gain: 'upkeep',
    because: 'the public work calendar, the same for everybody; it moves no quota that is booked and decides no ticket',
    entries: `PUT:/api/system/work_calendar/ POST:/api/system/work_calendar/copy/ POST:/api/system/work_calendar/import_data/`,
  },
  {
    gain: 'upkeep',
    because: 'messages, files that nothing uses, and duties that come by the clock anyway',
    entries: `POST:/api/v1/sms/notice/send/ POST:/api/v1/sms/notice/:id/recall/ DELETE:/api/system/file/:id/
      POST:/api/system/file/cleanup/ POST:/api/system/job/:key/run/`,
  },
  {
    gain: 'upkeep',
    because:
      'backups are sealed under a key that is not on the page, restoring is no call, and the newest proved one stays; fetching one asks for the own password and is logged',
    entries: `POST:/api/system/backup/ POST:/api/system/backup/:name/verify/ POST:/api/system/backup/run/:id/cancel/
      DELETE:/api/system/backup/:name/ POST:/api/system/backup/:name/link/ PUT:/api/system/backup/schedule/
      POST:/api/system/backup/data/`,
  },
  {
    gain: 'upkeep',
    because: 'the rows of the example table are no business data and are put back every night',
    entries: 'POST:/api/system/demo_row/reset/ POST:/api/system/demo_row/move/ PUT:/api/system/demo_row/:id/',
  },
  {
    gain: 'upkeep',
    because:
      'departments (moving one with people waits for a second person, SYS-139), menus, permissions by name, dictionaries, areas and releases: words and places, locked where the product reads them',
    entries: `POST:/api/system/dept/:id/move/ DELETE:/api/system/dept/:id/ DELETE:/api/system/dept/multiple_delete/
      POST:/api/system/dictionary/import_json/ POST:/api/system/area/import_data/ POST:/api/system/menu/:id/move/
      POST:/api/system/menu_button/generate/ POST:/api/system/menu/ PUT:/api/system/menu/:id/ DELETE:/api/system/menu/:id/
      DELETE:/api/system/menu/multiple_delete/ POST:/api/system/menu_button/ PUT:/api/system/menu_button/:id/
      DELETE:/api/system/menu_button/:id/ DELETE:/api/system/menu_button/multiple_delete/ POST:/api/system/dictionary/
      PUT:/api/system/dictionary/:id/ DELETE:/api/system/dictionary/:id/ DELETE:/api/system/dictionary/multiple_delete/
      POST:/api/system/dictionary_entry/ PUT:/api/system/dictionary_entry/:id/ DELETE:/api/system/dictionary_entry/:id/
      DELETE:/api/system/dictionary_entry/multiple_delete/ POST:/api/system/dictionary_entry/import_data/ POST:/api/system/area/
      PUT:/api/system/area/:id/ DELETE:/api/system/area/:id/ DELETE:/api/system/area/multiple_delete/ POST:/api/system/app_version/
      PUT:/api/system/app_version/:id/ DELETE:/api/system/app_version/:id/ DELETE:/api/system/app_version/multiple_delete/
      POST:/api/system/app_version/:id/publish/ POST:/api/system/app_version/:id/withdraw/`,
  },
  {
    gain: 'upkeep',
    because:
      'drafts and proofs of workflows: nothing runs by them before it is published; a running workflow of an owned group is not deleted',
    entries: `POST:/api/workflow/workflow/:id/verify/ PUT:/api/workflow/workflow/:id/draft/ DELETE:/api/workflow/workflow/:id/draft/
      POST:/api/workflow/workflow/:id/draft/verify/ POST:/api/workflow/workflow/ POST:/api/workflow/workflow/import/
      POST:/api/workflow/workflow/read_bpmn/ POST:/api/workflow/workflow/:id/copy/ DELETE:/api/workflow/workflow/:id/
      POST:/api/workflow/workflow_state/replace_role/ POST:/api/workflow/workflow/:id/draft/simulate/
      POST:/api/workflow/workflow/:id/tests/ POST:/api/workflow/policy/:id/prove/`,
  },
  {
    gain: 'upkeep',
    because: 'an incident is closed only when the ticket replays to what it is; no decision is made in it',
    entries: 'POST:/api/workflow/incident/:id/close/',
  },
  {
    gain: 'held',
    because:
      'what runs for finance and procurement (SYS-137), and in other groups a version that lets somebody decide who decides nothing now (SYS-139); no administrator takes part in them by SYS-131',
    entries: `POST:/api/workflow/workflow/:id/publish/ POST:/api/workflow/workflow/:id/enable/ POST:/api/workflow/workflow/:id/disable/
      POST:/api/workflow/workflow/:id/moves/ POST:/api/workflow/policy/ PUT:/api/workflow/policy/:id/
      DELETE:/api/workflow/policy/:id/ DELETE:/api/workflow/policy/multiple_delete/`,
  },
  {
    gain: 'held',
    because: 'opens a call to people without its permission (SYS-132)',
    entries: 'POST:/api/system/white_list/ PUT:/api/system/white_list/:id/ POST:/api/system/machine_account/',
  },
  { gain: 'upkeep', because: 'closes what an entry opened', entries: 'DELETE:/api/system/white_list/:id/' },
  {
    gain: 'upkeep',
    because:
      'tells a program outside that a ticket moved: numbers and states, nothing of a form; it decides nothing (0063)',
    entries: `POST:/api/system/web_hook/ PUT:/api/system/web_hook/:id/ DELETE:/api/system/web_hook/:id/
      POST:/api/system/web_hook/:id/secret/ POST:/api/system/web_hook_delivery/:id/resend/`,
  },
  {
    gain: 'upkeep',
    because:
      'takes a token away; or hands out, once and to its proposer, the token of an account that another person confirmed, which decides and administers nothing (0062)',
    entries: 'POST:/api/system/machine_account/:id/revoke/ POST:/api/system/machine_account/:id/token/',
  },
  {
    gain: 'held',
    because: 'nobody confirms the own proposal, and no administrator sits for a group',
    entries: 'POST:/api/proposal/:id/confirm/',
  },
  {
    gain: 'upkeep',
    because: 'ends a proposal, after which everything stays as it was',
    entries: 'POST:/api/proposal/:id/refuse/ POST:/api/proposal/:id/withdraw/',
  },
]

/** Settings whose value nobody has to confirm. Those that declare whose confirmation they need are held. */
export const freeSettings: readonly Group[] = [
  {
    gain: 'upkeep',
    because: 'how pages look, and what they show before sign-in',
    entries:
      'base.siteTitle base.watermark base.apiDocs base.iframeHosts base.maintenanceOn base.maintenanceNotice asset.labelHost',
  },
  {
    gain: 'upkeep',
    because: 'signing in: within bounds that no value leaves, and nobody is let in without a password',
    entries: `base.captchaState base.lockSeconds base.rememberDays login.maxFail login.lockMinutes login.pwdDays login.totpRoles
      login.roleHours login.selfService`,
  },
  { gain: 'upkeep', because: 'the list of demo accounts, which no call writes', entries: 'base.demoAccounts' },
  {
    gain: 'upkeep',
    because:
      'reminders, and which hours count: what a clock does when it runs out, and after how many hours, is said by the version',
    entries: 'wf.timeoutHours wf.remindHours wf.workHoursOnly wf.urgeMinutes',
  },
  {
    gain: 'upkeep',
    because: 'warnings that refuse nothing',
    entries:
      'budget.warnPct budget.lagPct car.dueDays access.leaveBy stock.expireDays stock.countDaysA stock.countDaysB stock.countDaysC',
  },
  {
    gain: 'upkeep',
    because: 'times of ordering, driving, repairing and exchanging a size',
    entries:
      'car.bufferMinutes car.ratingHours meal.cutoff meal.hours supplies.exchangeDays supplies.receiptDays maintenance.responseHours maintenance.resolveHours',
  },
  {
    gain: 'upkeep',
    because: 'above how many pages logistics gives a reason; who approves stays the same',
    entries: 'print.colourPages',
  },
  {
    gain: 'upkeep',
    because: 'copies and logs, kept 180 days at least',
    entries: 'backup.cron backup.keep log.keepDays',
  },
]

/** Writable fields of the records that administrators write. */
export const fields: readonly Group[] = [
  {
    gain: 'names',
    because: 'leaders and deputies decide (SYS-131); named by two people (SYS-139)',
    entries: 'dept.leaderId dept.deputyIds',
  },
  {
    gain: 'upkeep',
    because:
      'names, order and contact of a department; which of them hold a budget, whose lines finance approves; another key or parent waits for a second person (SYS-139)',
    entries: 'dept.name dept.nameEn dept.key dept.parent dept.sort dept.phone dept.isBudgetUnit dept.state',
  },
  {
    gain: 'upkeep',
    because: 'personnel data; what follows from it (leave, travel class, chain) is applied for and decided by others',
    entries: `user.name user.nameEn user.username user.empNo user.deptId user.post user.postType user.rankLevel user.personType
      user.gender user.mobile user.email user.workStart`,
  },
  {
    gain: 'upkeep',
    because: 'rows of the example table',
    entries: 'demoRow.amount demoRow.state',
  },
  {
    gain: 'own',
    because: 'the own booking of pool equipment, which the asset manager hands out',
    entries: 'assetBooking.assetId assetBooking.startsAt assetBooking.endsAt assetBooking.purpose',
  },
  {
    gain: 'upkeep',
    because: 'a role by itself grants nothing',
    entries: 'role.name role.nameEn role.key role.sort',
  },
  {
    gain: 'held',
    because: 'how far the holders of a role decide, and whether they do again (SYS-139)',
    entries: 'role.dataScope role.scopeDeptIds role.state',
  },
  {
    gain: 'upkeep',
    because:
      'navigation and names; a permission exists by the calls that ask for it, and the security administrator grants it',
    entries: `menu.title menu.titleEn menu.parent menu.sort menu.is_catalog menu.icon menu.web_path menu.component menu.link_url
      menu.is_iframe menu.visible menu.cache menu.is_affix menu.state menuButton.menuId menuButton.name menuButton.nameEn
      menuButton.value menuButton.api menuButton.method menuButton.adminOnly menuButton.sort`,
  },
  {
    gain: 'upkeep',
    because: 'words of choices; keys and values the product reads are locked (SYS-51)',
    entries: `dictionary.key dictionary.name dictionary.nameEn dictionary.type dictionary.sort dictionaryEntry.dictionaryKey
      dictionaryEntry.label dictionaryEntry.labelEn dictionaryEntry.value dictionaryEntry.type dictionaryEntry.color
      dictionaryEntry.sort dictionaryEntry.status dictionaryEntry.isDefault`,
  },
  {
    gain: 'upkeep',
    because: 'places and releases',
    entries: `area.code area.name area.parent area.enable appVersion.semver appVersion.title appVersion.notes appVersion.force
      appVersion.resetConfig appVersion.publishAt`,
  },
  {
    gain: 'held',
    because: 'a policy over finance or procurement waits for the owners, whichever field changes',
    entries: `workflowPolicy.name workflowPolicy.nameEn workflowPolicy.rule workflowPolicy.amount workflowPolicy.trait
      workflowPolicy.firstBy workflowPolicy.first workflowPolicy.statesBy workflowPolicy.states workflowPolicy.conditions
      workflowPolicy.groups workflowPolicy.types workflowPolicy.enabled`,
  },
  {
    gain: 'held',
    because: 'what an entry of the white list opens; its reason and switching it off open nothing',
    entries: `whiteList.url whiteList.method whiteList.needLogin whiteList.dataScopeOn whiteList.reason whiteList.expiresAt
      whiteList.state machineAccount.name machineAccount.purpose machineAccount.deptId machineAccount.roleId
      machineAccount.addresses machineAccount.expiresAt machineAccount.perMinute`,
  },
  {
    gain: 'upkeep',
    because: 'where events of tickets are told, without their forms',
    entries: 'webHook.name webHook.url webHook.events webHook.state',
  },
]

/** The gain of every entry of a table by its name; calls as `METHOD /path/`. @throws Error for an entry that stands there twice */
export function gainsOf(table: readonly Group[]): ReadonlyMap<string, Gain> {
  const found = new Map<string, Gain>()
  for (const { gain, entries } of table)
    for (const entry of entries.split(/\s+/).map((one) => one.replace(/^(POST|PUT|DELETE):/, '$1 '))) {
      if (found.has(entry)) throw new Error(`${entry} is classified twice`)
      found.set(entry, gain)
    }
  return found
}
