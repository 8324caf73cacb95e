import type { FixtureIds, Rows } from './fixture-rows.ts'

const bytes = '\\x0102'

/** Rows of the tables of memberships that are sold. */
export function moneyRows({ user, other, createdSec }: FixtureIds): Record<string, Rows> {
  const no = '20261118ABCDEFGHJK'
  const laterSec = createdSec + 1800
  return {
    payment_gateway: [
      { id: 'epay', enabled: false, demo: false, methods: [1, 2], sealed: bytes, changed_sec: createdSec },
    ],
    vip_plan: [{ name: '月卡', amount: 2990, currency_amount: 399, days: 30, mark: '', created_sec: createdSec }],
    vip_order: [
      {
        no,
        user_id: user,
        plan_id: 1,
        name: '月卡',
        days: 30,
        amount: 2691,
        discount: 299,
        currency: 'CNY',
        method_id: 4,
        gateway: 'transfer',
        state: 'fulfilled',
        key: no,
        created_sec: createdSec,
        expires_sec: laterSec,
        paid_sec: createdSec,
        receipt_no: '2026-000001',
        vip_until: createdSec + 30 * 86_400,
      },
    ],
    vip_entry: [
      { user_id: user, kind: 'order', ref: no, seconds: 30 * 86_400, at_sec: createdSec, actor: 'transfer', note: '' },
    ],
    payment_event: [
      {
        gateway: 'transfer',
        event_key: `confirm:${no}`,
        order_no: no,
        verdict: 'credited',
        provider_ref: no,
        amount: 2691,
        currency: 'CNY',
        received_sec: createdSec,
      },
    ],
    receipt_counter: [{ year: 2026, last: 1 }],
    vip_voucher_batch: [{ kind: 'discount', percent: 10, created_sec: createdSec }],
    vip_voucher: [{ code: '0123456789ABCDEF', batch_id: 1, used_by: user, used_sec: createdSec, order_no: no }],
    vip_voucher_failure: [{ user_id: other, count: 1, since_sec: createdSec }],
    vip_transfer: [{ id: 1, picture: bytes, currency: 'CNY', changed_sec: createdSec }],
    reconciliation_row: [
      {
        day: '2026-11-18',
        gateway: 'epay',
        kind: 'only_them',
        order_no: no,
        provider_ref: 'T1',
        flow: 'paid',
        our_amount: 0,
        their_amount: 2990,
        currency: 'CNY',
        found_sec: createdSec,
      },
    ],
    bill_day: [{ gateway: 'epay', day: '2026-11-18', compared_sec: createdSec }],
    audit_entry: [{ domain: 'vip', actor: 'operator', act: 'order confirmed', subject: no, at_sec: createdSec }],
    vip_alert: [{ kind: 'proof', about: no, at_sec: createdSec }],
  }
}
