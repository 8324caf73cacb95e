import * as z from 'zod/mini'
import { AdPlatform } from './index-anchor-check.ts'

/** A slot that has an advertisement, and for whom. */
export const AdPlace = z.object({
  /** The slot. */
  name: z.string(),
  /** Null is every platform. */
  platform: z.nullable(AdPlatform),
  /** Top-level categories on whose pages it is; empty for everywhere. */
  categories: z.array(z.int()),
})
export type AdPlace = z.output<typeof AdPlace>
