import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** What the whole site is drawn from. Names are the specification's. */
export const SiteData = z.object({
  name: z.string(),
  seo_title: z.string(),
  seo_keywords: z.string(),
  seo_description: z.string(),
  /** Address of the older site; empty hides the link. */
  index_old_version_site: z.string(),
  /** Address of the external VOD site; empty hides the link. */
  external_vod_site: z.string(),
  /** What picture addresses are relative to. */
  image_base: z.string(),
  /** Address of the operator's own mark; empty shows ours. */
  logo: z.string(),
  /** Whether live matches are shown at all. */
  live_live: z.boolean(),
  disclaimer: z.string(),
  copyright: z.string(),
  /** Shown beside the disclaimer where the operator has set it. */
  email: z.string(),
  phone: z.string(),
})
export type SiteData = z.output<typeof SiteData>

/** Site data: loaded once a session. */
export const indexData = defineCall({
  name: 'indexData',
  summary: 'Site data',
  method: 'GET',
  path: '/v1/pub/index/data',
  caller: 'visitor',
  send: z.object({}),
  reply: SiteData,
  refusals: [],
})
