// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** People with an account. */
    app_user: {
      avatar: WithDefault<string>
      bankAccount: WithDefault<string>
      bankName: WithDefault<string>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      deptSort: WithDefault<number>
      email: WithDefault<string>
      empNo: string
      failuresAfter: WithDefault<number>
      gender: WithDefault<string>
      handedOverAt: Date | null
      handedOverBy: number | null
      id: WithDefault<number>
      isDemo: WithDefault<boolean>
      lastLoginAt: Date | null
      mobile: WithDefault<string>
      mustChangePassword: WithDefault<boolean>
      name: string
      nameEn: WithDefault<string>
      namePinyin: WithDefault<string>
      officePhone: WithDefault<string>
      passwordChangedAt: WithDefault<Date>
      passwordHash: WithDefault<string>
      personType: WithDefault<string>
      post: WithDefault<string>
      postType: WithDefault<string>
      pwdChangeCount: WithDefault<number>
      rankLevel: WithDefault<string>
      remark: string | null
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      username: string
      version: WithDefault<number>
      workStart: string | null
    }

    /** Published versions of the app (60.11). */
    app_version: {
      announcedAt: Date | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      force: WithDefault<boolean>
      id: WithDefault<number>
      notes: WithDefault<string>
      publishAt: Date | null
      remark: string | null
      resetConfig: WithDefault<boolean>
      semver: string
      state: WithDefault<'draft' | 'published' | 'withdrawn'>
      title: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Administrative areas, from province to town. */
    area: {
      code: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      enable: WithDefault<boolean>
      id: WithDefault<number>
      initials: WithDefault<string>
      level: '1' | '2' | '3' | '4'
      name: string
      parent: number | null
      pinyin: WithDefault<string>
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Seals of runs of log rows, each under one signed code that covers the seal before. */
    audit_seal: {
      createdAt: Date
      digest: string
      keyId: string
      log: 'operation_log' | 'ticket_event' | 'login_log' | 'frontend_log'
      mac: string
      no: number
      prevMac: string
      rows: number
      toId: number
      total: number
      unsignedTo: number
    }

    /** Backups and trials of backups that were asked for: what waits, how far it is, and what failed (decision 0092). */
    backup_run: {
      createdAt: Date
      detail: string | null
      file: string | null
      finishedAt: Date | null
      id: WithDefault<number>
      isCancelled: WithDefault<boolean>
      kind: 'backup' | 'verify'
      leaseUntil: Date | null
      problem: string | null
      remark: WithDefault<string>
      requestedBy: number | null
      rows: WithDefault<number>
      startedAt: Date | null
      state: WithDefault<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
      total: WithDefault<number>
    }

    /** Public holidays and make-up working days. */
    calendar_day: {
      day: string
      kind: 'holiday' | 'makeup'
      name: string
      nameEn: WithDefault<string>
    }

    /** Open captcha questions. */
    captcha: {
      expiresAt: Date
      hash: string
      key: string
    }

    /** Every value a configuration item had, the first one included (SYS-74). */
    config_history: {
      at: Date
      byUser: number | null
      id: WithDefault<number>
      itemId: number
      key: string
      value: Json
    }

    /** Configuration items and their current value. */
    config_item: {
      custom: WithDefault<boolean>
      grp: string
      id: WithDefault<number>
      key: string
      options: string | null
      placeholder: WithDefault<string>
      public: WithDefault<boolean>
      rule: WithDefault<Json>
      seats: WithDefault<readonly string[]>
      secret: WithDefault<boolean>
      sort: WithDefault<number>
      title: string
      titleEn: string
      type: number
      updatedAt: Date
      updatedBy: number | null
      value: Json
      version: WithDefault<number>
    }

    /** Departments of the bureau, as a tree. */
    department: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deputyIds: WithDefault<readonly number[]>
      id: WithDefault<number>
      isBudgetUnit: WithDefault<boolean>
      key: string
      leaderId: number | null
      name: string
      nameEn: WithDefault<string>
      parent: number | null
      phone: WithDefault<string>
      remark: string | null
      sort: WithDefault<number>
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Dictionaries: lists of values with labels. */
    dictionary: {
      createdAt: Date | null
      createdBy: number | null
      deletedAt: Date | null
      extensible: WithDefault<boolean>
      id: WithDefault<number>
      key: string
      name: string
      nameEn: string
      remark: string | null
      sort: WithDefault<number>
      system: WithDefault<boolean>
      type: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'
      updatedAt: Date | null
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Values of a dictionary. */
    dictionary_entry: {
      color: WithDefault<string>
      createdAt: Date | null
      createdBy: number | null
      deletedAt: Date | null
      dictionaryKey: string
      id: WithDefault<number>
      isDefault: WithDefault<boolean>
      label: string
      labelEn: string
      remark: string | null
      shipped: WithDefault<boolean>
      sort: WithDefault<number>
      status: WithDefault<boolean>
      type: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | null
      updatedAt: Date | null
      updatedBy: number | null
      value: string
      version: WithDefault<number>
    }

    /** Which business effects of a ticket were carried out, each once per step (INV-09). */
    effect_run: {
      at: Date
      effect: string
      step: string
      ticketId: number
    }

    /** Exports of more rows than one answer carries, made with the scope and masks of their owner (BKP-08). */
    export_job: {
      attempts: WithDefault<number>
      createdAt: Date
      error: string | null
      expiresAt: Date | null
      fileId: number | null
      fileName: string | null
      finishedAt: Date | null
      format: WithDefault<'xlsx' | 'csv' | 'json'>
      fromDay: string | null
      id: WithDefault<number>
      language: 'zhHans' | 'en'
      leaseToken: string | null
      leaseUntil: Date | null
      ownerId: number
      query: Json
      resource: string
      rows: WithDefault<number>
      size: number | null
      state: WithDefault<'waiting' | 'running' | 'ready' | 'failed' | 'expired'>
      toDay: string | null
      total: number
    }

    /** The rows of a running export in their order, so that none is missed or repeated. */
    export_job_row: {
      jobId: number
      position: number
      rowId: number
    }

    /** Uploaded files; content is stored once per hash (SYS-82). */
    file: {
      checkNote: WithDefault<string>
      checkState: WithDefault<'typeChecked' | 'passed' | 'pending' | 'quarantined'>
      checkedAt: Date | null
      createdAt: Date
      hash: string
      id: WithDefault<number>
      mime: string
      name: string
      size: number
      uploaderId: number
    }

    /** Which record a file belongs to; a file without a link is an orphan. */
    file_link: {
      createdAt: Date
      fileId: number
      record: string
      recordId: number
    }

    /** Errors of pages, one row for the same error within 24 hours (60.9). */
    frontend_log: {
      agent: string
      at: Date
      count: WithDefault<number>
      fingerprint: string
      firstAt: Date
      id: WithDefault<number>
      level: 'error' | 'warning'
      message: string
      path: string
      stack: string
      userId: number
      version: string
    }

    /** The first answer to a request, replayed for 24 hours under the same idempotency key. */
    idempotency: {
      answer: Json
      createdAt: Date
      fingerprint: string
      key: string
      userId: number
    }

    /** Scheduled jobs, run by the node that holds the lease. */
    job: {
      attempts: WithDefault<number>
      dueAt: Date
      lastError: string | null
      lastFinishedAt: Date | null
      lastStartedAt: Date | null
      leaseToken: string | null
      leaseUntil: Date | null
      name: string
      requestedBy: number | null
    }

    /** The latest runs of each job. */
    job_run: {
      attempt: number
      error: string | null
      finishedAt: Date
      id: WithDefault<number>
      name: string
      requestedBy: number | null
      startedAt: Date
    }

    /** Sealed log rows that were written to a file before they were removed. */
    log_archive: {
      createdAt: Date
      fileHash: string
      fileName: string
      fromId: number
      id: WithDefault<number>
      log: string
      rows: number
      toId: number
    }

    /** Seals of the sign-in and frontend logs from before there was a signing key. */
    log_seal: {
      createdAt: Date
      hash: string
      id: WithDefault<number>
      log: 'login_log' | 'frontend_log'
      prevHash: string
      rows: number
      toId: number
    }

    /** Sign-ins and failed attempts. */
    login_log: {
      agent: string
      at: Date
      id: WithDefault<number>
      ip: string
      reason: string
      success: boolean
      userId: number | null
      username: string
    }

    /** Accounts of programs that call the API. */
    machine_account: {
      addresses: string
      confirmedAt: Date | null
      confirmedBy: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      expiresAt: string
      grants: WithDefault<Json>
      id: WithDefault<number>
      issuedAt: Date | null
      lastIp: string | null
      lastUsedAt: Date | null
      name: string
      perMinute: number
      purpose: string
      remark: string | null
      revokedAt: Date | null
      revokedBy: number | null
      roleId: number
      tokenHash: string | null
      updatedAt: Date
      updatedBy: number | null
      userId: number | null
      version: WithDefault<number>
    }

    /** Pages, catalogues and links of the side menu. */
    menu: {
      builtIn: WithDefault<boolean>
      cache: WithDefault<boolean>
      component: WithDefault<string>
      componentName: WithDefault<string>
      createdAt: Date | null
      createdBy: number | null
      deletedAt: Date | null
      icon: WithDefault<string>
      id: WithDefault<number>
      isAffix: WithDefault<boolean>
      isCatalog: WithDefault<boolean>
      isIframe: WithDefault<boolean>
      isLink: ReadOnly<boolean | null>
      linkUrl: WithDefault<string>
      name: WithDefault<string>
      parent: number | null
      permissions: WithDefault<readonly string[]>
      remark: string | null
      sort: WithDefault<number>
      state: WithDefault<boolean>
      title: string
      titleEn: WithDefault<string>
      updatedAt: Date | null
      updatedBy: number | null
      version: WithDefault<number>
      visible: WithDefault<boolean>
      webPath: WithDefault<string>
    }

    /** Messages, one for each event and recipient. */
    notice: {
      asks: WithDefault<boolean>
      contentType: 'SYSTEM' | 'TICKET' | 'REMIND' | 'ARTICLE'
      createdAt: Date
      id: WithDefault<number>
      link: WithDefault<string>
      readAt: Date | null
      recipientId: number
      sendingId: number | null
      ticketId: number | null
      title: Json
    }

    /** Content types of which a person wants no push message. */
    notice_mute: {
      contentType: string
      userId: number
    }

    /** Messages somebody wrote by hand (60.10); their copies are notices. */
    notice_sending: {
      content: string
      contentType: 'SYSTEM' | 'REMIND'
      createdAt: Date
      id: WithDefault<number>
      link: WithDefault<string>
      recalledAt: Date | null
      sendAt: Date | null
      senderId: number
      sentAt: Date | null
      sentCount: number
      targetType: number
      targets: readonly number[]
      title: string
    }

    /** Every call that is not a GET, signed and sealed (SYS-91, SYS-94). */
    operation_log: {
      agent: string
      at: Date
      code: number | null
      diff: string | null
      durationMs: number
      hash: string | null
      id: WithDefault<number>
      ip: string
      keyId: string | null
      mac: string | null
      method: string
      module: string
      path: string
      prevHash: string | null
      request: string | null
      requestId: string
      status: number
      userId: number | null
    }

    /** Rows of the operation log that were written to a file and removed, before logs were archived alike (SYS-91). */
    operation_log_archive: {
      createdAt: Date
      fileHash: string
      fileName: string
      fromId: number
      id: WithDefault<number>
      lastHash: string
      prevHash: string
      rows: number
      toId: number
    }

    /** What changed, for the live connections of every node, kept until no node can still need it. */
    outbox: {
      body: Json | null
      contentType: 'RECORD' | 'TICKET' | 'SYSTEM' | 'REMIND' | 'ARTICLE'
      createdAt: Date
      id: WithDefault<number>
      recipients: readonly number[] | null
      record: string | null
      recordId: number | null
      register: string | null
      txid: WithDefault<string>
    }

    /** Hashes of earlier passwords; the last five may not be used again. */
    password_history: {
      createdAt: Date
      id: WithDefault<number>
      passwordHash: string
      userId: number
    }

    /** Requests for a new password, decided by a security administrator. */
    password_reset_request: {
      createdAt: Date
      decidedAt: Date | null
      decidedBy: number | null
      id: WithDefault<number>
      ip: string
      reason: WithDefault<string>
      state: WithDefault<'pending' | 'done' | 'refused'>
      userId: number
    }

    /** Permissions a role can grant, shown as the buttons of a menu. */
    permission: {
      adminOnly: WithDefault<boolean>
      api: WithDefault<string>
      builtIn: WithDefault<boolean>
      createdAt: Date | null
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      menuId: number | null
      method: WithDefault<'0' | '1' | '2' | '3'>
      name: WithDefault<string>
      nameEn: WithDefault<string>
      remark: string | null
      sort: WithDefault<number>
      updatedAt: Date | null
      updatedBy: number | null
      value: string
      version: WithDefault<number>
    }

    /** Changes that take effect when a second person confirms them (SYS-132, SYS-137). */
    proposal: {
      basis: string
      content: Json
      decidedAt: Date | null
      decidedBy: number | null
      expiresAt: Date
      given: WithDefault<Json>
      id: WithDefault<number>
      kind: string
      name: string
      nameEn: string
      proposedAt: Date
      proposedBy: number
      reason: WithDefault<string>
      seats: readonly string[]
      state: WithDefault<'open' | 'confirmed' | 'refused' | 'withdrawn' | 'void'>
      subject: string
    }

    /** Sentences a person keeps for decisions (20.8). */
    quick_phrase: {
      action: 'approve' | 'return' | 'reject'
      createdAt: Date
      id: ReadOnly<number>
      text: string
      userId: number
    }

    /** What was done to each record, with the values before and after. */
    record_history: {
      action: string
      actorId: number
      at: Date
      changes: WithDefault<Json>
      id: WithDefault<number>
      record: string
      recordId: number
    }

    /** Hashed codes that replace the second factor, each valid once. */
    recovery_code: {
      createdAt: Date
      hash: string
      usedAt: Date | null
      userId: number
    }

    /** Refresh tokens of a session, each used once. */
    refresh_token: {
      createdAt: Date
      expiresAt: Date
      hash: string
      parent: string | null
      repeatedAt: Date | null
      sessionId: string
      usedAt: Date | null
    }

    /** Requests for an account, decided by an administrator. */
    registration_request: {
      createdAt: Date
      decidedAt: Date | null
      decidedBy: number | null
      deptId: number
      email: WithDefault<string>
      empNo: string
      id: WithDefault<number>
      mobile: string
      name: string
      passwordHash: string | null
      reason: WithDefault<string>
      state: WithDefault<'pending' | 'accepted' | 'refused'>
      userId: number | null
    }

    /** Messages people asked to get on a day (10.1). */
    reminder: {
      createdAt: Date
      day: string
      id: WithDefault<number>
      sentAt: Date | null
      topic: string
      userId: number
    }

    /** Resets that a second person confirmed and that were not carried out yet. */
    reset_approval: {
      credential: string
      givenAt: Date
      givenTo: number
      userId: number
    }

    /** Counters by which every node knows that its caches are stale. */
    revision: {
      name: string
      value: WithDefault<number>
    }

    /** Roles that carry permissions and a data scope. */
    role: {
      builtIn: WithDefault<boolean>
      createdAt: Date
      createdBy: number | null
      dataScope: '0' | '1' | '2' | '3' | '4'
      deletedAt: Date | null
      id: WithDefault<number>
      key: string
      name: string
      nameEn: WithDefault<string>
      remark: string | null
      scopeDeptIds: WithDefault<readonly number[] | null>
      sort: WithDefault<number>
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Which menus a role is shown. */
    role_menu: {
      menuId: number
      roleId: number
    }

    /** Which permissions a role grants. */
    role_permission: {
      dataScope: number | null
      permissionId: number
      roleId: number
      scopeDeptIds: readonly number[] | null
    }

    /** The secret of a person for time-based sign-in codes (RFC 6238), sealed. */
    second_factor: {
      confirmedAt: Date | null
      createdAt: Date
      lastStep: WithDefault<number>
      recoverySalt: string | null
      secret: string
      userId: number
    }

    /** Which parts of the seed were done. */
    seed_run: {
      at: Date
      name: string
      passwordHash: string | null
    }

    /** Attempts of people without a token, counted for rate limits. */
    self_service_attempt: {
      at: Date
      id: WithDefault<number>
      kind: 'registration' | 'passwordReset'
      subject: string
    }

    /** Signed-in sessions. */
    session: {
      agent: string
      createdAt: Date
      expiresAt: Date
      faultCount: WithDefault<number>
      faultMinute: Date | null
      id: string
      ip: string
      lastSeenAt: Date
      lineSeenAt: Date | null
      remember: boolean
      revokeReason: string | null
      revokedAt: Date | null
      secondFactorSince: Date | null
      userId: number
    }

    /** People as modules read them, without what signs them in and without personal data. */
    shared_app_user: {
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      empNo: ReadOnly<string>
      gender: ReadOnly<string>
      id: ReadOnly<number>
      name: ReadOnly<string>
      nameEn: ReadOnly<string>
      personType: ReadOnly<string>
      post: ReadOnly<string>
      postType: ReadOnly<string>
      rankLevel: ReadOnly<string>
      state: ReadOnly<boolean>
      username: ReadOnly<string>
      workStart: ReadOnly<string | null>
    }

    /** Personal data of people, for modules that call or pay them. */
    shared_app_user_personal: {
      bankAccount: ReadOnly<string>
      bankName: ReadOnly<string>
      id: ReadOnly<number>
      mobile: ReadOnly<string>
    }

    /** Administrative areas as modules read them. */
    shared_area: {
      code: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      enable: ReadOnly<boolean>
      id: ReadOnly<number>
      level: ReadOnly<'1' | '2' | '3' | '4'>
      name: ReadOnly<string>
      parent: ReadOnly<number | null>
    }

    /** Days of the work calendar that differ from their weekday. */
    shared_calendar_day: {
      day: ReadOnly<string>
      kind: ReadOnly<'holiday' | 'makeup'>
      name: ReadOnly<string>
      nameEn: ReadOnly<string>
    }

    /** Departments as modules read them. */
    shared_department: {
      deletedAt: ReadOnly<Date | null>
      deputyIds: ReadOnly<readonly number[]>
      id: ReadOnly<number>
      isBudgetUnit: ReadOnly<boolean>
      key: ReadOnly<string>
      leaderId: ReadOnly<number | null>
      name: ReadOnly<string>
      nameEn: ReadOnly<string>
      parent: ReadOnly<number | null>
      sort: ReadOnly<number>
      state: ReadOnly<boolean>
    }

    /** Entries of dictionaries as modules read them. */
    shared_dictionary_entry: {
      color: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      dictionaryKey: ReadOnly<string>
      id: ReadOnly<number>
      label: ReadOnly<string>
      labelEn: ReadOnly<string>
      sort: ReadOnly<number>
      status: ReadOnly<boolean>
      value: ReadOnly<string>
    }

    /** Files as modules read them: the hash tells whether two hold the same content. */
    shared_file: {
      createdAt: ReadOnly<Date>
      hash: ReadOnly<string>
      id: ReadOnly<number>
      name: ReadOnly<string>
      uploaderId: ReadOnly<number>
    }

    /** Roles as modules read them, without what they grant. */
    shared_role: {
      deletedAt: ReadOnly<Date | null>
      key: ReadOnly<string>
      name: ReadOnly<string>
      nameEn: ReadOnly<string>
      state: ReadOnly<boolean>
    }

    /** Who holds which role. */
    shared_role_holder: {
      role: ReadOnly<string | null>
      userId: ReadOnly<number>
    }

    /** Values of the settings as functions of modules read them, without secrets. */
    shared_setting: {
      key: ReadOnly<string>
      value: ReadOnly<Json>
    }

    /** Tickets as modules read them, without what only the engine needs. */
    shared_ticket: {
      amount: ReadOnly<Decimal | null>
      applicantId: ReadOnly<number>
      approvedAt: ReadOnly<Date | null>
      createdAt: ReadOnly<Date>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      dueAt: ReadOnly<Date | null>
      finishedAt: ReadOnly<Date | null>
      formData: ReadOnly<Json>
      id: ReadOnly<number>
      no: ReadOnly<string>
      parentId: ReadOnly<number | null>
      revision: ReadOnly<number>
      revocationId: ReadOnly<number | null>
      revokesId: ReadOnly<number | null>
      status: ReadOnly<'draft' | 'running' | 'returned' | 'withdrawn' | 'handling' | 'completed' | 'rejected' | 'voided'>
      submittedAt: ReadOnly<Date | null>
      summary: ReadOnly<Json | null>
      title: ReadOnly<string>
      type: ReadOnly<string>
      updatedAt: ReadOnly<Date>
    }

    /** Tasks of tickets as modules read them. */
    shared_ticket_task: {
      assigneeId: ReadOnly<number>
      comment: ReadOnly<string>
      decidedAt: ReadOnly<Date | null>
      decidedBy: ReadOnly<number | null>
      dueAt: ReadOnly<Date | null>
      kind: ReadOnly<'approve' | 'handle' | 'cc'>
      onBehalfOf: ReadOnly<number | null>
      openedAt: ReadOnly<Date | null>
      outcome: ReadOnly<string | null>
      round: ReadOnly<number>
      state: ReadOnly<string>
      status: ReadOnly<'waiting' | 'open' | 'suspended' | 'done' | 'cancelled'>
      ticketId: ReadOnly<number>
      visit: ReadOnly<number>
    }

    /** Versions of workflows as modules read them. */
    shared_workflow_version: {
      definition: ReadOnly<Json>
      id: ReadOnly<number>
      status: ReadOnly<'draft' | 'published' | 'disabled' | 'history'>
      versionNo: ReadOnly<number>
      workflowId: ReadOnly<number>
    }

    /** Tickets that open one live connection once, so that no access token stands in an address. */
    socket_ticket: {
      expiresAt: Date
      hash: string
      sessionId: string
    }

    /** Delegation periods: who stands in for whom, from a moment until before another (WF-11, 25.8). */
    substitute: {
      begunAt: Date | null
      below: Decimal | null
      createdAt: Date
      endedAt: Date | null
      fromAt: Date
      id: WithDefault<number>
      reason: WithDefault<string>
      substituteId: number
      takesOpen: WithDefault<boolean>
      ticketId: number | null
      types: readonly string[] | null
      untilAt: Date
      userId: number
    }

    /** Applications; the snapshot is a cache of the event log (I9). */
    ticket: {
      amount: Decimal | null
      applicant: Json
      applicantId: number
      approvedAt: Date | null
      conversionId: number | null
      createdAt: Date
      currentKeys: WithDefault<readonly string[]>
      dataHash: string
      deletedAt: Date | null
      deptId: number
      dueAt: Date | null
      events: WithDefault<number>
      finishedAt: Date | null
      formData: Json
      id: WithDefault<number>
      isQuarantined: WithDefault<boolean>
      lastHash: WithDefault<string>
      no: string
      parentId: number | null
      revision: WithDefault<number>
      revocationId: number | null
      revokesId: number | null
      round: WithDefault<number>
      snapshot: Json
      status: 'draft' | 'running' | 'returned' | 'withdrawn' | 'handling' | 'completed' | 'rejected' | 'voided'
      submittedAt: Date | null
      summary: Json | null
      thresholds: WithDefault<Json>
      title: string
      type: string
      updatedAt: Date
      urgeCount: WithDefault<number>
      urgedAt: Date | null
      urgency: WithDefault<string>
      versionHash: string
      versionId: number
    }

    /** People who were sent a copy of a ticket. */
    ticket_cc: {
      byUser: number | null
      createdAt: Date
      readAt: Date | null
      ticketId: number
      userId: number
    }

    /** Lengths of the lists that only grow, so that a counter costs the same at any size (HOM-02). */
    ticket_count: {
      label: 'approved' | 'done' | 'assigned' | 'toSubmit' | 'submitted'
      n: number
      userId: number
    }

    /** Every event a ticket accepted, with all that a replay needs (INV-03, I8). */
    ticket_event: {
      actorId: number | null
      at: Date
      comment: WithDefault<string>
      dataHash: string
      event: Json
      form: Json | null
      hash: string
      id: WithDefault<number>
      ip: string | null
      keyId: string | null
      onBehalfOf: number | null
      prevHash: string
      requestId: string | null
      seq: number
      slot: string | null
      state: string | null
      ticketId: number
      type: string
      visit: number | null
    }

    /** Tickets whose state contradicts their log, whose decision broke an invariant, or for which nobody can act. */
    ticket_incident: {
      closedAt: Date | null
      closedBy: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      faults: string
      foundAt: Date
      id: WithDefault<number>
      reason: WithDefault<string>
      remark: string | null
      seenAt: Date
      source: 'replay' | 'commit' | 'nobody'
      state: WithDefault<'open' | 'closed'>
      ticketId: number
      ticketNo: string
      ticketTitle: string
      times: WithDefault<number>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The last ticket number given per code and day. */
    ticket_number: {
      code: string
      day: string
      last: number
    }

    /** What a person has had to do with a ticket, for the lists approved, done and assigned. */
    ticket_part: {
      at: Date
      label: 'approved' | 'done' | 'assigned'
      ticketId: number
      userId: number
    }

    /** Departments whose change concerns more tickets than one transaction handles; a job follows page by page (SYS-33). */
    ticket_reassignment: {
      afterTicketId: number
      createdAt: Date
      deptId: number
      id: WithDefault<number>
    }

    /** Results of the nightly replays. */
    ticket_replay_report: {
      checked: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      finishedAt: Date
      id: WithDefault<number>
      remark: string | null
      startedAt: Date
      unsound: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** One row for each slot of a ticket (I5). */
    ticket_task: {
      addedBy: number | null
      assigneeId: number
      cancelledBy: string | null
      comment: WithDefault<string>
      decidedAt: Date | null
      decidedBy: number | null
      dueAt: Date | null
      isClaimed: WithDefault<boolean>
      kind: 'approve' | 'handle' | 'cc'
      mustSign: WithDefault<boolean>
      onBehalfOf: number | null
      openedAt: Date | null
      outcome: string | null
      relation: string
      round: number
      rule: string | null
      signatureFileId: number | null
      slot: string
      state: string
      status: 'waiting' | 'open' | 'suspended' | 'done' | 'cancelled'
      ticketId: number
      urgency: WithDefault<number>
      visit: number
    }

    /** Armed timers of live visits (I17). */
    ticket_timer: {
      attempts: WithDefault<number>
      dueAt: Date
      leaseUntil: Date | null
      rule: string
      ticketId: number
      visit: number
    }

    /** Filters of the ticket list that a person saved under a name (20.6). */
    ticket_view: {
      createdAt: Date
      id: WithDefault<number>
      name: string
      query: string
      userId: number
    }

    /** Which roles a person holds. */
    user_role: {
      deptIds: readonly number[] | null
      roleId: number
      userId: number
    }

    /** Programs outside that are told of events of tickets. */
    web_hook: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      disabledAt: Date | null
      events: readonly string[]
      failingSince: Date | null
      id: WithDefault<number>
      lastDeliveredAt: Date | null
      name: string
      remark: string | null
      secret: string | null
      secretAt: Date | null
      state: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      url: string
      version: WithDefault<number>
    }

    /** What a web hook is told, and how that went. */
    web_hook_delivery: {
      at: Date
      attempts: WithDefault<number>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveredAt: Date | null
      dueAt: Date
      event: string
      hookId: number
      id: WithDefault<number>
      lastError: 'answer' | 'host' | 'unknownHost' | 'refused' | 'timeout' | 'certificate' | 'other' | null
      lastStatus: number | null
      lastTriedAt: Date | null
      remark: string | null
      seq: number
      state: WithDefault<'waiting' | 'delivered' | 'failed'>
      ticketId: number
      ticketNo: string
      ticketStatus: string
      ticketType: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Calls that need no sign-in, or no permission of their own (SYS-121 to SYS-123). */
    white_list: {
      confirmedAt: Date | null
      confirmedBy: number | null
      createdAt: Date
      createdBy: number | null
      dataScopeOn: WithDefault<boolean>
      deletedAt: Date | null
      expiresAt: string | null
      hits: WithDefault<number>
      id: WithDefault<number>
      lastHitAt: Date | null
      method: '0' | '1' | '2' | '3'
      needLogin: WithDefault<boolean>
      reason: string
      remark: string | null
      shipped: WithDefault<boolean>
      state: WithDefault<boolean>
      unused: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      url: string
      version: WithDefault<number>
    }

    /** Workflows: the types of applications. */
    workflow: {
      code: string
      createdAt: Date
      createdBy: number | null
      currentVersionId: number | null
      deletedAt: Date | null
      groupKey: string
      icon: WithDefault<string>
      id: WithDefault<number>
      isOffered: WithDefault<boolean>
      isShipped: WithDefault<boolean>
      key: string
      sort: WithDefault<number>
      status: WithDefault<'draft' | 'published' | 'disabled'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Workflows a person marked as favourite. */
    workflow_favourite: {
      createdAt: Date
      userId: number
      workflowId: number
    }

    /** Moves of running tickets to another version of their workflow (25.11). */
    workflow_move: {
      comment: WithDefault<string>
      createdAt: Date
      done: WithDefault<number>
      error: string | null
      finishedAt: Date | null
      fromVersionId: number
      id: WithDefault<number>
      leaseUntil: Date | null
      mapping: WithDefault<Json>
      moved: WithDefault<number>
      report: Json | null
      requestedBy: number
      state: WithDefault<'waiting' | 'running' | 'done' | 'broken'>
      toVersionId: number
      total: WithDefault<number>
      workflowId: number
    }

    /** Rules an administrator writes once and every published version must keep (25.10). */
    workflow_policy: {
      amount: number | null
      broken: WithDefault<number>
      brokenBy: WithDefault<string>
      brokenByEn: WithDefault<string>
      conditions: Json | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      enabled: WithDefault<boolean>
      first: Json | null
      firstBy: string | null
      groups: Json | null
      id: WithDefault<number>
      name: string
      nameEn: string
      provedAt: Date | null
      remark: string | null
      rule: 'approvals' | 'passes' | 'atMost' | 'never' | 'before'
      sentence: WithDefault<string>
      sentenceEn: WithDefault<string>
      states: Json | null
      statesBy: string | null
      trait: string | null
      types: Json | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Runs of the generated tests of a workflow version; all else they write is rolled back (25.11). */
    workflow_test_run: {
      createdAt: Date
      done: WithDefault<number>
      error: string | null
      failures: WithDefault<number>
      finishedAt: Date | null
      id: WithDefault<number>
      kind: 'paths' | 'random'
      leaseUntil: Date | null
      requestedBy: number
      result: Json | null
      seed: WithDefault<number>
      startedAt: Date | null
      state: WithDefault<'waiting' | 'running' | 'passed' | 'failed' | 'broken'>
      total: WithDefault<number>
      versionId: number
      walks: WithDefault<number>
      workflowId: number
    }

    /** Versions of a workflow; the content never changes after the draft (I10). */
    workflow_version: {
      basedOn: number | null
      basics: Json | null
      confirmedBy: number | null
      contentHash: string
      createdAt: Date
      definition: Json
      form: Json
      id: WithDefault<number>
      isShipped: WithDefault<boolean>
      publishedAt: Date | null
      publishedBy: number | null
      revision: WithDefault<number>
      status: 'draft' | 'published' | 'disabled' | 'history'
      updatedAt: Date | null
      updatedBy: number | null
      versionNo: number
      workflowId: number
    }
  }
}
