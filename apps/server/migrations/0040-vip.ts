import { sql, type Kysely } from 'kysely'

/**
 * What gives and takes VIP time: the membership of a user (`group_id`, `user_end_time`) is computed from the entries.
 * `seconds` is what an entry gives, negative what it takes; null gives a membership without an end, or, of a `revoke`,
 * ends one. What makes an entry twice has the same `ref`.
 */
async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vip_entry (
      id bigint generated always as identity primary key,
      user_id int not null references app_user on delete cascade,
      kind text not null check (kind in
        ('order', 'redeem', 'gift', 'trial', 'refund', 'chargeback', 'chargeback_won', 'revoke', 'import')),
      ref text not null,
      seconds bigint,
      at_sec bigint not null,
      actor text not null,
      note text not null default '',
      unique (kind, ref)
    )`.execute(db)
  await sql`create index on vip_entry (user_id)`.execute(db)
  // Present memberships, in entries that give exactly these.
  await sql`
    insert into vip_entry (user_id, kind, ref, seconds, at_sec, actor)
    select id, 'import', id::text,
      case when user_end_time = 0 then null else user_end_time - least(created_at, user_end_time - 1) end,
      case when user_end_time = 0 then created_at else least(created_at, user_end_time - 1) end,
      'station'
    from app_user where group_id = 3`.execute(db)
  // Memberships that end are looked for each second.
  await sql`create index on app_user (user_end_time) where group_id = 3 and user_end_time > 0`.execute(db)
}

/** What is sold. Prices are hundredths; 0 is not sold in that currency. A removed plan stays for its orders. */
async function createPlans(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vip_plan (
      id int generated always as identity primary key,
      name text not null,
      amount bigint not null check (amount >= 0),
      currency_amount bigint not null check (currency_amount >= 0),
      days int not null check (days > 0),
      mark text not null default '',
      removed boolean not null default false,
      created_sec bigint not null
    )`.execute(db)
  await sql`
    create table vip_voucher_batch (
      id int generated always as identity primary key,
      kind text not null check (kind in ('days', 'discount')),
      days int not null default 0,
      percent int not null default 0,
      plan_id int references vip_plan,
      per_person int not null default 1 check (per_person > 0),
      expires_sec bigint not null default 0,
      note text not null default '',
      created_sec bigint not null,
      check (case kind when 'days' then days > 0 and percent = 0 else percent between 1 and 99 and days = 0 end)
    )`.execute(db)
  await sql`create index on vip_voucher_batch (plan_id)`.execute(db)
}

/** Orders keep the plan as it was, and stay without their user when the account is deleted. */
async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vip_order (
      id bigint generated always as identity primary key,
      no text not null unique,
      user_id int references app_user on delete set null,
      plan_id int not null references vip_plan,
      name text not null,
      days int not null check (days > 0),
      amount bigint not null check (amount > 0),
      discount bigint not null default 0,
      currency text not null check (currency in ('CNY', 'EUR')),
      method_id int not null,
      gateway text not null,
      state text not null check (state in ('created', 'pending', 'paid', 'fulfilled', 'expired', 'closed', 'failed',
        'late_paid', 'refunding', 'refunded', 'charged_back')),
      hold text not null default '',
      provider_ref text not null default '',
      paid_ref text not null default '',
      payment jsonb,
      voucher_code text,
      key text not null,
      created_sec bigint not null,
      expires_sec bigint not null,
      paid_sec bigint not null default 0,
      refunded_sec bigint not null default 0,
      receipt_no text unique,
      vip_until bigint not null default 0,
      asked_count int not null default 0,
      asked_sec bigint not null default 0,
      proof bytea,
      refund_reason text not null default '',
      refund_amount bigint not null default 0,
      refund_planned bigint not null default 0,
      refund_count int not null default 0,
      unique (user_id, key)
    )`.execute(db)
  await sql`create index on vip_order (plan_id)`.execute(db)
  await sql`create index on vip_order (user_id, created_sec desc, id desc)`.execute(db)
  await sql`create index on vip_order (created_sec) where state in ('created', 'pending')`.execute(db)
  await sql`create index on vip_order (paid_sec) where paid_sec > 0`.execute(db)
  await sql`
    create table payment_event (
      id bigint generated always as identity primary key,
      gateway text not null,
      event_key text not null,
      order_no text references vip_order (no),
      verdict text not null,
      provider_ref text not null,
      amount bigint not null,
      currency text not null,
      raw bytea,
      headers jsonb,
      received_sec bigint not null,
      unique (gateway, event_key)
    )`.execute(db)
  await sql`create index on payment_event (order_no)`.execute(db)
  await sql`create table receipt_counter (year int primary key, last int not null)`.execute(db)
  await sql`
    create table vip_voucher (
      code text primary key,
      batch_id int not null references vip_voucher_batch on delete cascade,
      used_by int references app_user on delete set null,
      used_sec bigint not null default 0,
      order_no text references vip_order (no)
    )`.execute(db)
  await sql`create index on vip_voucher (batch_id)`.execute(db)
  await sql`create index on vip_voucher (used_by) where used_by is not null`.execute(db)
  await sql`create index on vip_voucher (order_no) where order_no is not null`.execute(db)
  await sql`
    create table vip_voucher_failure (
      user_id int primary key references app_user on delete cascade,
      count int not null,
      since_sec bigint not null,
      locked_until bigint not null default 0
    )`.execute(db)
}

async function createOperation(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vip_transfer (
      id int primary key check (id = 1),
      picture bytea not null,
      currency text not null check (currency in ('CNY', 'EUR')),
      changed_sec bigint not null
    )`.execute(db)
  await sql`
    create table reconciliation_row (
      id bigint generated always as identity primary key,
      day text not null,
      gateway text not null,
      kind text not null check (kind in ('only_us', 'only_them', 'amount')),
      order_no text not null,
      provider_ref text not null,
      flow text not null check (flow in ('paid', 'refunded')),
      our_amount bigint not null,
      their_amount bigint not null,
      currency text not null,
      found_sec bigint not null,
      unique (day, gateway, kind, flow, order_no, provider_ref)
    )`.execute(db)
  await sql`
    create table money_audit (
      id bigint generated always as identity primary key,
      actor text not null,
      what text not null,
      target text not null,
      before jsonb,
      after jsonb,
      at_sec bigint not null
    )`.execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db)
  await createPlans(db)
  await createOrders(db)
  await createOperation(db)
}
