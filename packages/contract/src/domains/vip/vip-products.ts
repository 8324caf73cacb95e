import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { VipPlan } from './vip-plan.ts'

/** What VIPs get, as the station is set. A benefit that the station does not give is absent or 0. */
export const VipBenefits = z.object({
  /** No advertisements. False on a station without advertisements: then there is nothing to be free of. */
  noAds: z.boolean(),
  download: z.boolean(),
  /** Titles or episodes that only VIPs may watch. */
  titles: z.boolean(),
  /** Renditions of at least this height are for VIPs; 0 if all that there are are for everybody. */
  minHeight: z.int(),
  /** Streams at once, of users and of VIPs; 0 is any number. */
  streams: z.object({ user: z.int(), vip: z.int() }),
  danmaku: z.boolean(),
})
export type VipBenefits = z.output<typeof VipBenefits>

/** The plans, cheapest first; none while the station sells nothing. */
export const vipProducts = defineCall({
  name: 'vipProducts',
  summary: 'VIP plans and benefits',
  method: 'GET',
  path: '/v1/common/vip/products',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    list: z.array(VipPlan),
    benefits: VipBenefits,
    /** What the operator says of taxes beside each price, or empty. */
    taxNote: z.string(),
    /** Days in which an unused membership is refunded on request; 0 is never. */
    coolingOffDays: z.int(),
    /** The version of the terms of memberships, which `userUpgrade` asks for. */
    terms: z.string(),
  }),
  refusals: [],
})
