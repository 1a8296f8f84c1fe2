/** INV-11: ids out of reach answer 4004 everywhere, for records by every data scope, for tickets and their files by WF-18. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { departmentColumns, type RecordDefinition } from '#src/define/record.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { openCounter } from '#tests/modules/supplies/counter.ts'
import { type Office, openOffice, paidForm } from './office.ts'
import { call, nameOf } from './roles.ts'

/** Whose row it is, seen from zhu16 of D04, which has D05 below it. */
const owners = { own: 'zhu16', same: 'yang15', below: 'you18', other: 'pan42' } as const
type Whose = keyof typeof owners
const leaders: Readonly<Record<Whose, string>> = { own: 'han14', same: 'han14', below: 'qin17', other: 'zhang39' }
const budgetUnits: Readonly<Record<Whose, string>> = { own: 'D04', same: 'D04', below: 'D04', other: 'D10' }

/** What each data scope of §0.5 reaches; custom departments are D10. */
const scopes: readonly { readonly code: number; readonly name: string; readonly reaches: readonly Whose[] }[] = [
  { code: 0, name: 'self', reaches: ['own'] },
  { code: 1, name: 'own department and below', reaches: ['own', 'same', 'below'] },
  { code: 2, name: 'own department', reaches: ['own', 'same'] },
  { code: 3, name: 'all', reaches: ['own', 'same', 'below', 'other'] },
  { code: 4, name: 'custom departments', reaches: ['other'] },
]

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.each(oneEngine)('out of reach on %s', (engine) => {
  let app: TestApp
  let office: Office
  let records: readonly RecordDefinition[]
  let zhu: Client

  /** Every owner has a granted leave and a paid claim, and so a row in every register. */
  async function fileForEverybody(): Promise<void> {
    for (const [index, whose] of (Object.keys(owners) as Whose[]).entries()) {
      const name = owners[whose]
      const leave = await office.leave(name, '2026-03-16', '2026-03-16')
      await office.through(leave.data.id, [leaders[whose], 'approve'])
      const claim = await office.claim(name, await office.lineOf(budgetUnits[whose], '30207'), '12.00')
      await office.through(
        claim.data.id,
        [leaders[whose], 'approve'],
        ['xu19', 'claim'],
        ['xu19', 'approve'],
        ['he20', 'handle', { formData: paidForm(`PZ-REACH-${index}`) }],
      )
    }
    await sql`insert into compensation_earned (user_id, dept_id, work_date, hours, expires_on, created_at, updated_at)
      select id, dept_id, '2025-12-25', 8, '2026-06-25', now(), now() from app_user where username = any(${Object.values(owners)})`.execute(
      app.database.db,
    )
  }

  /** What only a long chain of approvals would make: a prior approval with its commitment, a trip, an adjustment of the budget, a fund plan. */
  async function holdMoney(): Promise<void> {
    const claims = sql`(select c.ticket_id, c.applicant_id, c.dept_id, c.budget_line_id, l.subject_code from expense_claim c join budget_line l on l.id = c.budget_line_id
      where c.applicant_id in (select id from app_user where username = any(${Object.values(owners)})))`
    const stamps = sql`now() as created_at, now() as updated_at`
    const { db } = app.database
    await sql`insert into pre_approval (ticket_id, applicant_id, dept_id, title, category, budget_line_id, subject_code, amount, plan_start, plan_end, created_at, updated_at)
      select distinct on (applicant_id) ticket_id, applicant_id, dept_id, 'reach', 'other', budget_line_id, subject_code, 10, date '2026-03-11', date '2026-03-12', ${stamps} from ${claims} c`.execute(
      db,
    )
    await sql`insert into commitment (kind, ticket_id, dept_id, applicant_id, budget_line_id, title, amount, state, created_at, updated_at)
      select 'preApproval', ticket_id, dept_id, applicant_id, budget_line_id, 'reach', 10, 'effective', ${stamps} from pre_approval where title = 'reach'`.execute(
      db,
    )
    await sql`insert into travel_trip (no, ticket_id, user_id, dept_id, rank_level, purpose_type, destinations, legs, start_date, end_date, days, transport, estimate, commitment_id, state, created_at, updated_at)
      select 'REACH-' || id, ticket_id, applicant_id, dept_id, 'staff', 'other', 'reach', '[]', date '2026-03-11', date '2026-03-12', 2, 'train2', 10, id, 'planned', ${stamps} from commitment where title = 'reach'`.execute(
      db,
    )
    await sql`insert into budget_adjust (to_line_id, dept_id, amount, reason, doc_no, created_at, updated_at)
      select distinct on (dept_id) budget_line_id, dept_id, 10, 'reach', 'REACH', ${stamps} from commitment`.execute(db)
    await sql`insert into fund_plan (no, year, dept_id, period_type, period, starts, ends, items, plan_amount, created_at, updated_at)
      select 'REACH-' || id, 2031, id, 'month', 1, '2031-01-01', '2031-01-31', '[]', 10, ${stamps} from department where key in ('D04', 'D05', 'D10')`.execute(
      db,
    )
  }

  /** Every owner's payment came back: the money itself, or word of where it should have gone. */
  async function correctPayees(): Promise<void> {
    await sql`insert into payee_correction (payment_id, ticket_id, dept_id, applicant_id, payee_name, bank_name, bank_account, reason, created_at, updated_at)
      select p.id, p.ticket_id, p.dept_id, t.applicant_id, 'reach', 'reach', ${app.services.vault.seal('0000000000001234')}, 'reach', now(), now()
      from payment p join ticket t on t.id = p.ticket_id where t.applicant_id in (select id from app_user where username = any(${Object.values(owners)}))`.execute(
      app.database.db,
    )
    await sql`insert into payment_recovery (payment_id, ticket_id, dept_id, amount, account, voucher_no, recovered_at, receipt, reason, created_at, updated_at)
      select p.id, p.ticket_id, p.dept_id, p.amount, ${app.services.vault.seal('0000000000001234')}, 'REACH-' || p.id, date '2026-03-11', '{}', 'reach', now(), now()
      from payment p join ticket t on t.id = p.ticket_id where t.applicant_id in (select id from app_user where username = any(${Object.values(owners)}))`.execute(
      app.database.db,
    )
  }

  /** A project of every owner, with what is said about it. */
  async function declareProjects(): Promise<void> {
    const { db } = app.database
    await sql`insert into project (no, name, category, dept_id, plan_year, start_month, end_month, owner_id, background, content, goal, state, score, created_at, updated_at)
      select 'REACH-' || id, 'reach ' || id, 'equipment', dept_id, 2031, '2031-01', '2031-12', id, 'reach', 'reach', 'reach', 'executing', 80, now(), now()
      from app_user where username = any(${Object.values(owners)})`.execute(db)
    const projects = sql`project p where p.name like 'reach %'`
    await sql`insert into project_review (project_id, dept_id, round, reviewer_id, score_need, score_feas, score_benefit, review_amount, comment, at)
      select p.id, p.dept_id, 1, p.owner_id, 80, 80, 80, 0, 'reach', now() from ${projects}`.execute(db)
    await sql`insert into project_revision (project_id, dept_id, no, amount_before, amount_after, changed, by_user, at)
      select p.id, p.dept_id, 1, 0, 0, 'reach', p.owner_id, now() from ${projects}`.execute(db)
    await sql`insert into project_milestone (project_id, dept_id, name, plan_date, created_at, updated_at)
      select p.id, p.dept_id, 'reach', '2031-06-30', now(), now() from ${projects}`.execute(db)
    await sql`insert into project_report (project_id, dept_id, month, progress, text, created_at, updated_at)
      select p.id, p.dept_id, '2031-02', 10, 'reach', now(), now() from ${projects}`.execute(db)
  }

  /** In each department an asset is on its way out of it, and one is to be scrapped. */
  async function moveAssets(): Promise<void> {
    const { db } = app.database
    // An asset is in one procedure at a time.
    const owned = sql`(select row_number() over (order by a.id) as place, a.id from asset a where not exists (select from asset_procedure p where p.asset_id = a.id)) a
      join (select row_number() over (order by u.id) as place, u.id, u.dept_id from app_user u where u.username = any(${Object.values(owners)})) o using (place)`
    await sql`insert into asset_transfer (asset_id, from_dept_id, to_dept_id, waits_dept_id, reason, created_at, updated_at)
      select a.id, o.dept_id, o.dept_id, o.dept_id, 'reach', now(), now() from ${owned}`.execute(db)
    await sql`insert into asset_scrap (asset_id, dept_id, review_dept_id, condition, reason, requested_by, created_at, updated_at)
      select a.id, o.dept_id, o.dept_id, 'bad', 'reach', o.id, now(), now() from ${owned}`.execute(db)
  }

  /** Every owner was issued something and refused to sign for it. */
  async function drawSupplies(): Promise<void> {
    const counter = await openCounter(app)
    const itemId = await counter.item()
    await counter.store.receive({ itemId, qty: 10 })
    for (const [whose, name] of Object.entries(owners) as [Whose, string][]) {
      const { data } = await counter.office(name, [{ itemId, qty: 1 }])
      await counter.act(leaders[whose], data.id, 'approve')
      await counter.act('zhang23', data.id, 'handle', { issues: [{ lineNo: 1, issuedQty: 1 }] })
      await counter.act(name, data.id, 'handle', { receiptResult: 'refused', refuseReason: '型号与申请不符' })
    }
  }

  /** Every owner signed for an asset, booked one, had a part built in and was issued clothing. */
  async function holdGoods(): Promise<void> {
    const { db } = app.database
    const people = sql`(select row_number() over (order by u.id) as place, u.id, u.dept_id from app_user u where u.username = any(${Object.values(owners)})) o`
    const assets = sql`(select row_number() over (order by a.id) as place, a.id from asset a) a using (place)`
    const issued = sql`stock_issue i join ticket t on t.id = i.ticket_id join (select u.id, u.dept_id from app_user u where u.username = any(${Object.values(owners)})) o on o.id = t.applicant_id`
    await sql`insert into asset_sheet (no, kind, body, terms, strokes, hash, signer_id, dept_id, witness_id, pieces, at)
      select 'REACH-' || o.id, 'receipt', 'reach', 1, '[]', 'reach', o.id, o.dept_id, o.id, 1, now() from ${people}`.execute(
      db,
    )
    await sql`insert into asset_booking (no, asset_id, user_id, dept_id, starts_at, ends_at, purpose, created_at, updated_at)
      select 'REACH-' || o.id, a.id, o.id, o.dept_id, '2031-01-01', '2031-01-02', 'reach', now(), now() from ${people} join ${assets}`.execute(
      db,
    )
    await sql`insert into supply_part_use (ticket_id, issue_id, asset_id, item_id, user_id, dept_id, qty, value, old_part_received, at, updated_at)
      select t.id, i.id, (select min(id) from asset), i.item_id, o.id, o.dept_id, 1, 1, true, now(), now() from ${issued}`.execute(
      db,
    )
    await sql`insert into clothing_issue (ticket_id, issue_id, user_id, dept_id, item_id, qty, value, reason_type, uses_entitlement, cycle_start, at, updated_at)
      select t.id, i.id, o.id, o.dept_id, i.item_id, 1, 1, 'damaged', false, date '2026-03-11', now(), now() from ${issued}`.execute(
      db,
    )
  }

  /** Every owner drives a car of the own department, once. */
  async function driveCars(): Promise<void> {
    const { db } = app.database
    const names = Object.values(owners)
    await sql`insert into car (plate_no, brand_model, car_type, car_use, vin, engine_no, seats, fuel_type, fuel_std, buy_date, price, register_date, license_class, parking_place, dept_id, created_at, updated_at)
      select 'REACH' || u.id, 'reach', 'sedan', 'official', 'REACH' || u.id, 'REACH' || u.id, 5, 'gasoline', 8, '2020-01-01', 1, '2020-01-01', 'C1', 'reach', u.dept_id, now(), now()
      from app_user u where u.username = any(${names})`.execute(db)
    await sql`insert into driver (user_id, dept_id, name, mobile, license_no, license_class, first_issue_date, valid_from, valid_to, created_at, updated_at)
      select u.id, u.dept_id, 'reach', '10000000001', 'REACH' || u.id, 'C1', '2015-01-01', '2025-01-01', '2031-01-01', now(), now()
      from app_user u where u.username = any(${names}) on conflict do nothing`.execute(db)
    await sql`insert into car_trip (no, car_id, driver_id, driver_user_id, dept_id, purpose, start_at, end_at, from_place, to_place, people, created_at, updated_at)
      select 'REACH-' || u.id, c.id, d.id, u.id, u.dept_id, 'other', '2031-01-01', '2031-01-02', 'reach', 'reach', 1, now(), now()
      from app_user u join driver d on d.user_id = u.id join car c on c.plate_no = 'REACH' || u.id where u.username = any(${names})`.execute(
      db,
    )
    await sql`insert into fuel_card (no, car_id, dept_id, created_at, updated_at)
      select plate_no, id, dept_id, now(), now() from car where brand_model = 'reach'`.execute(db)
    await sql`insert into car_service (car_id, dept_id, maint_type, fault_desc, vendor_id, vendor_name, plan_in, plan_out, mileage, amount, state, created_at, updated_at)
      select c.id, c.dept_id, 'repair', 'reach', v.id, v.name, '2031-02-01', '2031-02-02', 1, 1, 'planned', now(), now()
      from car c, (select id, name from vendor order by id limit 1) v where c.brand_model = 'reach'`.execute(db)
    await sql`insert into car_refuel (car_id, dept_id, user_id, refuel_at, fuel_type, volume, unit_price, amount, pay_mode, station, mileage, full_tank, created_at, updated_at)
      select c.id, c.dept_id, d.user_id, '2031-01-01', 'gasoline', 1, 1, 1, 'cash', 'reach', 1, true, now(), now()
      from car c join driver d on c.plate_no = 'REACH' || d.user_id where c.brand_model = 'reach'`.execute(db)
    await sql`insert into car_violation (car_id, dept_id, happened_at, place, code, driver_id, created_at, updated_at)
      select c.id, c.dept_id, '2031-01-01', 'reach', '1039', d.id, now(), now()
      from car c join driver d on c.plate_no = 'REACH' || d.user_id where c.brand_model = 'reach'`.execute(db)
    await sql`insert into car_accident (car_id, dept_id, happened_at, place, description, driver_id, created_at, updated_at)
      select c.id, c.dept_id, '2031-01-01', 'reach', 'reach', d.id, now(), now()
      from car c join driver d on c.plate_no = 'REACH' || d.user_id where c.brand_model = 'reach'`.execute(db)
    await sql`insert into driver_duty (driver_id, dept_id, day, shift, created_at, updated_at)
      select id, dept_id, '2031-01-01', 'early', now(), now() from driver where user_id in (select id from app_user where username = any(${names}))`.execute(
      db,
    )
    await sql`insert into driver_training (driver_id, dept_id, day, topic, hours, result, created_at, updated_at)
      select id, dept_id, '2031-01-01', 'reach', 1, 'pass', now(), now() from driver where user_id in (select id from app_user where username = any(${names}))`.execute(
      db,
    )
    await sql`insert into car_trip_rating (trip_id, driver_id, user_id, dept_id, score, rated_at, created_at, updated_at)
      select t.id, d.id, d.user_id, d.dept_id, 5, '2031-01-01', now(), now()
      from driver d, (select id from car_trip order by id limit 1) t where d.user_id in (select id from app_user where username = any(${names}))`.execute(
      db,
    )
  }

  /** Every owner repairs something of the own department. */
  async function repairThings(): Promise<void> {
    await sql`insert into work_order (no, source, category, location, description, urgency, dept_id, contact_name, mobile, worker_id, state, created_at, updated_at)
      select 'REACH-' || u.id, 'inspection', 'other', 'reach', 'reach', 'normal', u.dept_id, 'reach', '10000000001', u.id, 'assigned', now(), now()
      from app_user u where u.username = any(${Object.values(owners)})`.execute(app.database.db)
    await sql`insert into inspect_round (plan_id, due_on, worker_id, state, items, created_at, updated_at)
      select p.id, date '2031-01-01' + row_number() over (order by u.id)::int, u.id, 'done', '[]', now(), now()
      from (select min(id) as id from inspect_plan) p, app_user u where u.username = any(${Object.values(owners)})`.execute(
      app.database.db,
    )
  }

  /** Every owner has a document sealed. */
  async function stampDocuments(): Promise<void> {
    await sql`with used as (
      insert into seal_use (ticket_id, seal_id, applicant_id, dept_id, doc_title, doc_type, send_to, copies, pages, doc_file, doc_hash, stamps, take_out,
        approved_on, expires_on, created_at, updated_at)
      select 900000000 + u.id, s.id, u.id, u.dept_id, 'reach', 'letter', 'reach', 1, 1, '{}', '', 1, false, '2031-01-01', '2031-01-08', now(), now()
      from (select min(id) as id from seal) s, app_user u where u.username = any(${Object.values(owners)}) returning *)
      insert into seal_entry (seal_id, year, no, register_no, use_id, ticket_id, applicant_id, dept_id, doc_title, doc_type, send_to, copies, stamped_at,
        stamped_count, is_outside, scan_file, scan_pages, stamped_by, created_at, updated_at)
      select seal_id, 2031, row_number() over (order by id), '2031-' || row_number() over (order by id), id, ticket_id, applicant_id, dept_id, doc_title, doc_type,
        send_to, copies, '2031-01-01', 1, false, '{}', 1, applicant_id, now(), now() from used`.execute(app.database.db)
  }

  /** Every owner has a guest who came once. */
  async function receiveGuests(): Promise<void> {
    await sql`with granted as (
      insert into access_grant (ticket_id, line_no, applicant_id, dept_id, host_id, grant_kind, name, id_type, id_tail4, org, mobile, visitor_type, areas,
        valid_from, valid_to, pass_code, created_at, updated_at)
      select 900000000 + u.id, 1, u.id, u.dept_id, u.id, 'door', 'reach', 'idCard', ${app.services.vault.seal('002X')}, 'reach', '10000000001', 'visitor',
        '{building}', '2031-01-01', '2031-01-01', 'REACH' || u.id, now(), now()
      from app_user u where u.username = any(${Object.values(owners)}) returning *)
      insert into access_visit (grant_id, host_id, dept_id, name, org, visitor_type, area, entered_at, entered_by, entry_method, due_at, created_at, updated_at)
      select id, host_id, dept_id, name, org, visitor_type, 'building', now(), host_id, 'list', now() + interval '1 hour', now(), now() from granted`.execute(
      app.database.db,
    )
  }

  /** Every owner has something printed. */
  async function printPapers(): Promise<void> {
    await sql`insert into print_order (ticket_id, applicant_id, dept_id, job_names, print_type, channel, content_file, content_hash, is_external, secret_level,
        qty, sheets, colour_pages, amount, approved_on, need_at, created_at, updated_at)
      select 900000000 + u.id, u.id, u.dept_id, 'reach', 'document', 'inHouse', '{}', '', false, 'none', 1, 1, 0, 0, '2031-01-01', '2031-01-02', now(), now()
      from app_user u where u.username = any(${Object.values(owners)})`.execute(app.database.db)
  }

  /** Every owner has a matter that was reported on, extended, and has a milestone. */
  async function superviseMatters(): Promise<void> {
    const { db } = app.database
    await sql`
      with item as (
        insert into supervision_item (no, title, content, lead_dept_id, handler_id, leader_id, start_date, due_date, first_due_date, created_at, updated_at)
        select 'reach' || u.id, 'reach', 'reach', u.dept_id, u.id, u.id, '2031-01-01', '2031-02-01', '2031-02-01', now(), now()
        from app_user u where u.username = any(${Object.values(owners)}) returning *),
      reply as (
        insert into supervision_reply (item_id, at, by_user, kind, progress, content)
        select id, now(), handler_id, 'lead', 1, 'reach' from item),
      offer as (
        insert into supervision_offer (kind, key, subject, lead_dept_id, handler_id, created_at, updated_at)
        select 'affair', 'reach' || id, 'reach', lead_dept_id, handler_id, now(), now() from item),
      extension as (
        insert into supervision_extension (item_id, asked_by, from_date, to_date, reason, created_at, updated_at)
        select id, handler_id, '2031-02-01', '2031-02-02', 'reach', now(), now() from item)
      insert into supervision_milestone (item_id, lead_dept_id, handler_id, name, due_date, weight, created_at, updated_at)
      select id, lead_dept_id, handler_id, 'reach', '2031-02-01', 100, now(), now() from item`.execute(db)
  }

  /** Every owner has a purchase with its contract, a delivery and an acceptance. */
  async function purchaseGoods(): Promise<void> {
    await sql`with bought as (
      insert into purchase (no, name, category, method, dept_id, owner_id, vendor_id, budget, contract_amount, signed_on, state, created_at, updated_at)
      select 'REACH' || u.id, 'reach', 'goods', 'direct', u.dept_id, u.id, (select min(id) from vendor), 100, 100, '2031-01-01', 'performing', now(), now()
      from app_user u where u.username = any(${Object.values(owners)}) returning *),
      signed as (
        insert into purchase_contract (purchase_id, contract_no, dept_id, owner_id, vendor_id, amount, signed_on, starts_on, ends_on, created_at, updated_at)
        select id, no, dept_id, owner_id, vendor_id, 100, '2031-01-01', '2031-01-01', '2031-02-01', now(), now() from bought),
      delivered as (
        insert into purchase_delivery (purchase_id, dept_id, owner_id, delivered_on, note, created_at, updated_at)
        select id, dept_id, owner_id, '2031-01-02', 'reach', now(), now() from bought)
      insert into purchase_acceptance (purchase_id, dept_id, owner_id, accepted_on, panel, result, created_at, updated_at)
      select id, dept_id, owner_id, '2031-01-03', array[owner_id, owner_id, owner_id], 'fail', now(), now() from bought`.execute(
      app.database.db,
    )
  }

  /** Every owner has an intention, and a selection with a quote. */
  async function announceAndSelect(): Promise<void> {
    await sql`
      insert into intention (ticket_id, applicant_id, dept_id, project_name, category, demand_summary, amount, budget_line_id, expected_month, year, approved_at, created_at, updated_at)
      select (select min(id) from ticket) - u.id, u.id, u.dept_id, 'reach ' || u.id, 'goods', 'reach', 20000, (select min(id) from budget_line), '2031-06', 2031, now(), now(), now()
      from app_user u where u.username = any(${Object.values(owners)})`.execute(app.database.db)
    await sql`with selected as (
      insert into selection (no, subject, category, method, ceiling, panel, deadline, dept_id, owner_id, state, created_at, updated_at)
      select 'REACH' || u.id, 'reach', 'goods', 'comparison', 20000, array[u.id], now(), u.dept_id, u.id, 'inviting', now(), now()
      from app_user u where u.username = any(${Object.values(owners)}) returning *)
      insert into selection_quote (selection_id, dept_id, round, vendor_id, envelope_no, amount, delivery_days, warranty_months, quote_file, file_hash, is_valid, opened_at, created_at, updated_at)
      select id, dept_id, 1, (select min(id) from vendor), no, 100, 1, 1, '{}', 'reach', true, now(), now(), now() from selected`.execute(
      app.database.db,
    )
  }

  /** Every owner has received guests. */
  async function receiveDelegations(): Promise<void> {
    await sql`insert into reception (ticket_id, applicant_id, dept_id, letter_org, letter_no, letter_date, letter_file, is_superior, activity, guest_count, escort_ids,
        escort_count, top_rank, meal_at, meal_type, place, budget_line_id, standard, amount, approved_on, created_at, updated_at)
      select 900000000 + u.id, u.id, u.dept_id, 'reach', 'reach', '2031-01-01', '{}', false, 'reach', 1, array[u.id], 1, 'staff', '2031-01-02 12:00+08', 'lunch', 'canteen',
        1, 100, 100, '2031-01-01', now(), now()
      from app_user u where u.username = any(${Object.values(owners)})`.execute(app.database.db)
  }

  /** Every owner ordered a meal. */
  async function orderMeals(): Promise<void> {
    await sql`with planned as (
      insert into menu_plan (date, meal_type, capacity, price, booked, state, created_at, updated_at)
      values ('2031-01-01', 'lunch', 100, 8, ${Object.keys(owners).length}, 'published', now(), now()) returning *)
      insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, price, channel, created_at, updated_at)
      select planned.id, planned.date, planned.meal_type, u.id, u.dept_id, 'staff', 1, planned.price, 'self', now(), now()
      from planned, app_user u where u.username = any(${Object.values(owners)})`.execute(app.database.db)
    await sql`with month as (
      insert into meal_settlement (month, settled_at, settled_by) select '2031-01', now(), min(id) from app_user returning *),
      correction as (
        insert into meal_correction (person_id, dept_id, kind, amount, reason, created_at, updated_at)
        select person_id, dept_id, 'refund', 1, 'reach', now(), now() from meal_order where date = '2031-01-01')
      insert into meal_bill (settlement_id, month, person_id, dept_id, payer, breakfast, lunch, dinner, corrected, created_at, updated_at)
      select month.id, month.month, o.person_id, o.dept_id, 'self', 0, 8, 0, 0, now(), now() from month, meal_order o where o.date = '2031-01-01'`.execute(
      app.database.db,
    )
    await sql`insert into meal_rating (order_id, menu_id, date, meal_type, person_id, dept_id, score, created_at, updated_at)
      select id, menu_id, date, meal_type, person_id, dept_id, 5, now(), now() from meal_order where date = '2031-01-01'`.execute(
      app.database.db,
    )
  }

  /** zhu16 holds nothing but the permissions of the scoped records, with this data scope. */
  async function reachBy(code: number): Promise<void> {
    await sql`update role set data_scope = ${code}, scope_dept_ids = array(select id from department where key = 'D10') where key = 'reach'`.execute(
      app.database.db,
    )
    await app.services.caches.load()
  }

  async function makeRole(): Promise<void> {
    const { db } = app.database
    const permissions = records.flatMap(({ permissions: each, actions }) => [
      ...Object.values(each),
      ...Object.values(actions ?? {}).map((action) => action.permission),
    ])
    await sql`insert into role (key, name, data_scope, created_at, updated_at) values ('reach', 'reach', 0, now(), now())`.execute(
      db,
    )
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'reach' and p.value = any(${permissions})`.execute(
      db,
    )
    await sql`delete from user_role where user_id = ${zhu.userId}`.execute(db)
    await sql`insert into user_role (user_id, role_id) select ${zhu.userId}, id from role where key = 'reach'`.execute(
      db,
    )
  }

  /** The departments of a row `r` as an array. */
  const departmentsOf = ({ scope }: RecordDefinition) =>
    sql`(array[${sql.join(departmentColumns(scope).map((column) => sql`r.${sql.ref(snake(column))}`))}] ||
      coalesce(${scope.sharedWith === undefined ? sql`null` : sql`r.${sql.ref(snake(scope.sharedWith))}`}, '{}'::bigint[]))`

  /** Rows by whose they are; a record without an owner has none of one's own. */
  async function rowsOf(record: RecordDefinition): Promise<ReadonlyMap<number, Whose>> {
    const { owner } = record.scope
    const person = (name: string) => sql`(select id from app_user where username = ${name})`
    const isOwn = owner === undefined ? sql`false` : sql`r.${sql.ref(snake(owner))} = ${person('zhu16')}`
    const departments = departmentsOf(record)
    const { rows } = await sql<{ id: number; whose: Whose }>`
      select r.id, case when ${isOwn} then 'own' when d.id = any(${departments}) then 'same'
        when exists (select from department w where w.id = any(${departments}) and w.parent = d.id) then 'below' else 'other' end as whose
      from ${sql.table(record.table)} r, department d where d.key = 'D04' ${record.appendOnly || record.table === 'budget_line' ? sql`` : sql`and r.deleted_at is null`}`.execute(
      app.database.db,
    )
    return new Map(rows.map((row) => [row.id, row.whose]))
  }
  /** What the scope reaches of this record, told by department alone where it has no owner. */
  const reaches = (_record: RecordDefinition, code: number, whose: Whose): boolean => {
    if (code === 0) return whose === 'own'
    if (code === 4) return whose === 'other'
    return scopes.find((scope) => scope.code === code)!.reaches.includes(whose)
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    office = openOffice(app)
    records = app.services.modules
      .flatMap((module) => module.records)
      .filter((record) => record.scope.department !== undefined)
    zhu = await office.as('zhu16')
    await fileForEverybody()
    await holdMoney()
    await correctPayees()
    await declareProjects()
    await moveAssets()
    await drawSupplies()
    await holdGoods()
    await driveCars()
    await repairThings()
    await stampDocuments()
    await receiveGuests()
    await printPapers()
    await superviseMatters()
    await receiveDelegations()
    await purchaseGoods()
    await announceAndSelect()
    await orderMeals()
    await makeRole()
  })
  afterAll(() => app.close())

  it('every register has rows of one’s own, of the department, of one below and of another', async () => {
    const lacking: string[] = []
    for (const record of records) {
      const found = new Set((await rowsOf(record)).values())
      const wanted: readonly Whose[] = ['below', 'other', 'same', ...(record.scope.owner ? (['own'] as const) : [])]
      for (const whose of wanted) if (!found.has(whose)) lacking.push(`${record.name} has no row of ${whose}`)
    }
    expect(lacking).toEqual([])
  })

  describe.each(scopes)('data scope $code, $name', ({ code }) => {
    beforeAll(() => reachBy(code))

    it('list, export and single rows show what is in reach and nothing else', async () => {
      for (const record of records) {
        const rows = await rowsOf(record)
        // Rows of the custom departments only: `other` holds those of more departments than D10.
        const inReach = await reachedIds(record, code)
        const list = await zhu.get<readonly { id: number }[]>(record.path, { query: { limit: '100' } })
        expect([record.name, list.code, list.total]).toEqual([record.name, 2000, inReach.size])
        expect(list.data.filter((row) => !inReach.has(row.id))).toEqual([])
        if (record.permissions.export !== undefined) {
          const exported = await zhu.get(`${record.path}export_data/`)
          expect([record.name, Number(exported.raw.headers['x-row-count'])]).toEqual([record.name, inReach.size])
        }
        for (const whose of new Set(rows.values())) {
          const [id] = [...rows].find(
            ([row, one]) => one === whose && inReach.has(row) === reaches(record, code, whose),
          )!
          const expected = reaches(record, code, whose) ? 2000 : 4004
          expect([record.name, whose, (await zhu.get(`${record.path}${id}/`)).code]).toEqual([
            record.name,
            whose,
            expected,
          ])
          expect([record.name, whose, (await zhu.get(`${record.path}${id}/timeline/`)).code]).toEqual([
            record.name,
            whose,
            expected,
          ])
        }
      }
    })

    it('changing and acting on a row out of reach is 4004 and changes nothing', async () => {
      for (const [name, path, method] of [
        ['leaveQuota', '', 'PUT'],
        ['budgetLine', 'lock/', 'POST'],
      ] as const) {
        const record = records.find((one) => one.name === name)!
        const inReach = await reachedIds(record, code)
        const all = await rowsOf(record)
        const outside = [...all.keys()].find((id) => !inReach.has(id))
        if (outside === undefined) continue
        const before = await sql<{
          version: number
        }>`select version from ${sql.table(record.table)} where id = ${outside}`.execute(app.database.db)
        const answer = await call(zhu, { method, url: `${record.path}:id/${path}` }, outside, {
          version: 1,
          total: '99',
          adjustReason: '越权修改测试',
        })
        expect([name, answer.code]).toEqual([name, 4004])
        expect(
          await sql<{ version: number }>`select version from ${sql.table(record.table)} where id = ${outside}`.execute(
            app.database.db,
          ),
        ).toMatchObject({ rows: before.rows })
      }
    })
  })

  /** Ids in reach, told again in SQL of the test. */
  async function reachedIds(record: RecordDefinition, code: number): Promise<ReadonlySet<number>> {
    const departments = departmentsOf(record)
    const below = sql`select d.id from department d join department p on p.id = d.parent where p.key = 'D04'`
    const here = sql`select id from department where key = 'D04'`
    const where =
      code === 0
        ? record.scope.owner === undefined
          ? sql`false`
          : sql`r.${sql.ref(snake(record.scope.owner))} = ${zhu.userId}`
        : code === 1
          ? sql`${departments} && array(${here} union ${below})`
          : code === 2
            ? sql`${departments} && array(${here})`
            : code === 3
              ? sql`true`
              : sql`${departments} && array(select id from department where key = 'D10')`
    const { rows } = await sql<{ id: number }>`select r.id from ${sql.table(record.table)} r where ${where}`.execute(
      app.database.db,
    )
    return new Set(rows.map((row) => row.id))
  }

  it('the dashboard adds up what is in reach (BUD-61)', async () => {
    const sumOf = async (keys: readonly string[]) =>
      (
        await sql<{
          sum: string
        }>`select sum(approved + adjust)::numeric(16,2) as sum from budget_line l join department d on d.id = l.dept_id where l.year = 2026 and d.key = any(${[...keys]})`.execute(
          app.database.db,
        )
      ).rows[0]!.sum
    const shown = async (name: string) =>
      (await (await office.as(name)).get<{ approved: string }>('/api/home/budget_exec/')).data.approved
    expect(await shown('zhang39')).toBe(await sumOf(['D10']))
    expect(await shown('han14')).toBe(await sumOf(['D04', 'D05', 'D06', 'D07', 'D08', 'D09']))
    expect(await shown('qin17')).toBe('38600000.00')
  })

  describe('a ticket of D11 (WF-18)', () => {
    let id: number
    let draft: number
    let fileId: number
    const inside = ['lu48', 'peng46', 'wei11', 'li04', 'zhao01', 'bao59']
    const outside = ['pan42', 'zhang39', 'sun03', 'qian02', 'he20', 'fang54', 'yu55', 'ge43']

    beforeAll(async () => {
      fileId = await office.pdf('lu48')
      id = (await office.leave('lu48', '2026-03-17', '2026-03-17', { attachments: [fileId] })).data.id
      draft = (
        await (
          await office.as('lu48')
        ).post<{ id: number }>('/api/workflow/ticket/', { type: 'leaveApproval', formData: {}, submit: false })
      ).data.id
    })

    it('is seen by its applicant, its approvers, the readers of the register in whose reach it is, and the auditor', async () => {
      for (const name of inside)
        expect([name, (await (await office.as(name)).get(`/api/workflow/ticket/${id}/`)).code]).toEqual([name, 2000])
    })

    it('is 4004 to everybody else under every call, and stays as it was', async () => {
      const calls = routesOf(app.services).filter((route) => route.url.startsWith('/api/workflow/ticket/:id/'))
      expect(calls.length).toBeGreaterThan(15)
      const before = await sql`select revision, status from ticket where id = ${id}`.execute(app.database.db)
      const body = {
        comment: '越权操作测试，请拒绝',
        formData: {},
        version: 1,
        userId: 1,
        userIds: [1],
        type: 'leaveApproval',
      }
      for (const name of outside) {
        const person = await office.as(name)
        for (const route of calls) {
          const fitting = await fittingBody(person, route, id, body)
          expect([name, nameOf(route), fitting.code]).toEqual([name, nameOf(route), 4004])
        }
      }
      expect((await sql`select revision, status from ticket where id = ${id}`.execute(app.database.db)).rows).toEqual(
        before.rows,
      )
    })

    it('as a draft is nobody’s but the applicant’s', async () => {
      for (const name of inside.slice(1))
        expect([name, (await (await office.as(name)).get(`/api/workflow/ticket/${draft}/`)).code]).toEqual([name, 4004])
      expect((await (await office.as('lu48')).get(`/api/workflow/ticket/${draft}/`)).code).toBe(2000)
    })

    it('gives its file to those who see it, and no byte to others (SYS-83)', async () => {
      const download = async (name: string) => (await office.as(name)).get(`/api/system/file/${fileId}/download/`)
      for (const name of inside)
        expect([name, (await download(name)).raw.rawPayload.subarray(0, 4).toString()]).toEqual([name, '%PDF'])
      for (const name of outside) {
        const refused = await download(name)
        expect([name, refused.code, refused.raw.payload.includes('%PDF')]).toEqual([name, 4004, false])
        expect((await (await office.as(name)).get(`/api/system/file/${fileId}/`)).code).toBe(4004)
      }
    })

    it('a file that belongs to nothing yet is its uploader’s alone', async () => {
      const loose = await office.pdf('lu48')
      expect((await (await office.as('lu48')).get(`/api/system/file/${loose}/`)).code).toBe(2000)
      for (const name of ['peng46', 'bao59', 'fang54', 'pan42'])
        expect([name, (await (await office.as(name)).get(`/api/system/file/${loose}/download/`)).code]).toEqual([
          name,
          4004,
        ])
    })

    it('a form cannot take somebody else’s file for itself', async () => {
      const stolen = await office.leave('pan42', '2026-03-19', '2026-03-19', { attachments: [fileId] })
      expect(stolen.code).toBe(4000)
    })
  })

  it('people reach only the notices that were sent to them', async () => {
    const { rows } = await sql<{
      id: number
    }>`select n.id from notice n join app_user u on u.id = n.recipient_id where u.username = 'peng46' limit 1`.execute(
      app.database.db,
    )
    const id = rows[0]!.id
    expect((await (await office.as('pan42')).get(`/api/v1/sms/notice/${id}/`)).code).toBe(4004)
    expect((await (await office.as('pan42')).delete(`/api/v1/sms/notice/${id}/`)).code).toBe(4004)
    expect((await (await office.as('peng46')).get(`/api/v1/sms/notice/${id}/`)).code).toBe(2000)
  })
})

/** The call with as much of the body as its schema takes, so that the ticket and not the form refuses it. */
async function fittingBody(
  person: Client,
  route: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    body?: { safeParse(value: unknown): { success: boolean } }
  },
  id: number,
  body: Readonly<Record<string, unknown>>,
) {
  const tries = [
    {},
    ...Object.keys(body).map((key) => ({ [key]: body[key] })),
    { version: 1, formData: {} },
    { password: 'x', fileId: 1 },
    { userIds: [1], where: 'before' },
  ]
  const fit = tries.find((one) => route.body?.safeParse(one).success) ?? {}
  return call(person, route, id, fit)
}
