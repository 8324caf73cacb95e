import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { VoucherCode, voucherRefusals } from './voucher-code.ts'

/** Uses a code that gives days. */
export const voucherRedeem = defineCall({
  name: 'voucherRedeem',
  summary: 'Uses a redeem code',
  method: 'POST',
  path: '/pub/user/voucher/redeem',
  caller: 'user',
  send: z.object({ code: VoucherCode }),
  reply: z.object({ days: z.int(), userEndTime: z.int() }),
  refusals: [...voucherRefusals, 'EndlessAlready'],
})
