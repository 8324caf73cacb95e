import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { AdPlace } from '../ads/ad-place.ts'

/** A link to another site. */
const OutsideLink = z.object({ name: z.string(), url: z.string() })
export type OutsideLink = z.output<typeof OutsideLink>

/** Data of the whole site. Field names are the specification's. */
export const SiteData = z.object({
  name: z.string(),
  seo_title: z.string(),
  seo_keywords: z.string(),
  seo_description: z.string(),
  /** URL of the previous site; empty hides the link. */
  index_old_version_site: z.string(),
  /** URL of an external VOD site; empty hides the link. */
  external_vod_site: z.string(),
  /** Base URL of picture addresses. */
  image_base: z.string(),
  /** URL of the operator's logo; empty shows the default. */
  logo: z.string(),
  /** Whether live matches are shown. */
  live_live: z.boolean(),
  /** Whether visitors may register. */
  registration_open: z.boolean(),
  /** Whether VIP is offered: nothing of the site speaks of becoming VIP otherwise. */
  vip_selling: z.boolean(),
  /** Whether VIPs may download films. */
  downloads: z.boolean(),
  /** Where there are advertisements now: pages request them only there. */
  ad_anchors: z.array(AdPlace),
  disclaimer: z.string(),
  copyright: z.string(),
  /** Shown beside the disclaimer if set. */
  email: z.string(),
  phone: z.string(),
  /** Numbers of the site in the registers of the authorities (备案), with the addresses of these registers. */
  registrations: z.array(OutsideLink),
  /** Friend links (友情链接), in the operator's order. */
  friend_links: z.array(OutsideLink),
  /** Address of the operator's script that counts visits; empty is none. */
  stats_script: z.string(),
})
export type SiteData = z.output<typeof SiteData>

/** Site data, loaded once per session. */
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
