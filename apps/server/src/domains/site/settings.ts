import * as z from 'zod/mini'

/** The settings and their defaults. */
export const Settings = z.object({
  name: z._default(z.string(), '云幕'),
  seo_title: z._default(z.string(), '云幕 - 影视与直播'),
  seo_keywords: z._default(z.string(), '云幕,电影,电视剧,综艺,动漫,纪录片,直播'),
  seo_description: z._default(z.string(), '在云幕看电影、剧集、综艺、动漫与纪录片，看电视直播。'),
  index_old_version_site: z._default(z.string(), ''),
  external_vod_site: z._default(z.string(), ''),
  logo: z._default(z.string(), ''),
  live_live: z._default(z.boolean(), true),
  /** Whether visitors may register; people who have an account sign in all the same. */
  registration_open: z._default(z.boolean(), true),
  /** Null follows from whether something can be bought. */
  vip_selling: z._default(z.nullable(z.boolean()), null),
  vip_tax_note: z._default(z.string(), ''),
  vip_cooling_off_days: z._default(z.int(), 7),
  /** Whether a receipt is mailed for each order that was paid. */
  vip_receipt_mail: z._default(z.boolean(), true),
  /** Lines of the picture: renditions of at least so many are for VIPs; 0 is none. */
  vip_min_height: z._default(z.int(), 0),
  /** Minutes of a VIP episode that everybody may watch; 0 is none. */
  vip_preview_minutes: z._default(z.int(), 0),
  /** Streams that one account may play at once; 0 is any number. */
  streams_user: z._default(z.int(), 2),
  streams_vip: z._default(z.int(), 4),
  /** Episodes that a VIP may download in a day; 0 is none, and nothing offers downloads. */
  downloads_per_day: z._default(z.int(), 20),
  /** Whether other programs may read the titles by the collection interface. */
  provide_open: z._default(z.boolean(), false),
  /** Whether there are lists of channels, their guide and a configuration for television boxes, for everybody. */
  tv_lists_open: z._default(z.boolean(), false),
  /** Lines that are added to robots.txt. */
  robots_text: z._default(z.string(), ''),
  disclaimer: z._default(
    z.string(),
    '本站内容由站点运营者提供，版权归原权利人所有。如有异议请来信告知，核实后即时处理。',
  ),
  copyright: z._default(z.string(), '云幕'),
  email: z._default(z.string(), ''),
  phone: z._default(z.string(), ''),
  /** Numbers of the site in the registers of the ministry and of the police (备案); empty is none. */
  icp_number: z._default(z.string(), ''),
  police_number: z._default(z.string(), ''),
  /** Friend links of the footer, a line each: a name and an address. */
  friend_links: z._default(z.string(), ''),
  /** Address of the operator's script that counts visits; empty is none. */
  stats_script: z._default(z.string(), ''),
  apk_uri: z._default(z.string(), ''),
  apk_version: z._default(z.string(), ''),
  /** Bytes. */
  apk_size: z._default(z.int(), 0),
  apk_notes: z._default(z.string(), ''),
})
export type SiteSettings = z.output<typeof Settings>
