import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What operators export of money. It is never imported: memberships follow from payments. */
export const vipExchange: readonly ExchangeEntity[] = [
  {
    name: 'orders',
    label: '订单（只能导出）',
    table: 'vip_order',
    key: ['id'],
    isOutOnly: true,
    // Without pictures of transfers, and without what would open a payment.
    columns: [
      'id',
      'no',
      'user_id',
      'plan_id',
      'name',
      'days',
      'amount',
      'discount',
      'currency',
      'method_id',
      'gateway',
      'state',
      'hold',
      'paid_ref',
      'created_sec',
      'expires_sec',
      'paid_sec',
      'refunded_sec',
      'receipt_no',
      'vip_until',
      'refund_reason',
      'refund_amount',
      'refund_count',
      'terms_version',
      'tax_note',
    ],
  },
  { name: 'ledger', label: '会员账本（只能导出）', table: 'vip_entry', key: ['id'], isOutOnly: true },
]
