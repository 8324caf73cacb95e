import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { PartnerProduct } from './partner-product.ts'

/** The audience in figures; empty without a source. */
export const Audience = z.object({
  source: z.string(),
  figures: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
})
export type Audience = z.output<typeof Audience>

export const partnerProducts = defineCall({
  name: 'partnerProducts',
  summary: 'Places that businesses can book, and the audience',
  method: 'GET',
  path: '/v1/pub/partners/products',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(PartnerProduct), audience: Audience }),
  refusals: [],
})
