import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'

/** What the preview of a product shows as the place for sale. */
export const ProductKind = z.enum(['home', 'pre', 'pause', 'list', 'text', 'box', 'match', 'danmaku'])
export type ProductKind = z.output<typeof ProductKind>

/** A place that businesses can book. */
export const PartnerProduct = z.object({
  id: z.int(),
  kind: ProductKind,
  name: z.string(),
  /** One sentence below the name. */
  line: z.string(),
  /** Such as 素材 and 计价, with what they are. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Paragraphs of its page. */
  intro: z.string(),
})
export type PartnerProduct = z.output<typeof PartnerProduct>

/** One product, for its page. */
export const partnerProduct = defineCall({
  name: 'partnerProduct',
  summary: 'A place that businesses can book',
  method: 'GET',
  path: '/v1/pub/partners/product/:id',
  caller: 'visitor',
  send: z.object({ id: segmentId }),
  reply: z.object({ product: PartnerProduct }),
  refusals: ['NoSuchProduct'],
})
