import { isLink, isOwnPath } from '@yunmu/urls'
import { parseFriendLinks } from './friend-links-rules.ts'
import { isIcpNumber, isPoliceNumber } from './registration-rules.ts'
import { parseRobotsLines } from './robots-lines-rules.ts'
import { parseStatisticsScript } from './statistics-rules.ts'
import { Settings, type SiteSettings } from './settings.ts'

export type SettingName = keyof SiteSettings

/** What a setting holds: a line or lines of text, lines of robots.txt, a number of a registration, lines of links, an address, that of a script, a picture, a flag, a flag that may be left open, a number of
 * bytes or of anything else. */
export type SettingKind =
  | 'line'
  | 'text'
  | 'robots'
  | 'icp'
  | 'police'
  | 'links'
  | 'script'
  | 'link'
  | 'picture'
  | 'email'
  | 'flag'
  | 'choice'
  | 'bytes'
  | 'count'

export const settingKinds: Readonly<Record<SettingName, SettingKind>> = {
  name: 'line',
  seo_title: 'line',
  seo_keywords: 'line',
  seo_description: 'line',
  index_old_version_site: 'link',
  external_vod_site: 'link',
  logo: 'picture',
  live_live: 'flag',
  registration_open: 'flag',
  vip_selling: 'choice',
  vip_tax_note: 'line',
  vip_cooling_off_days: 'count',
  vip_receipt_mail: 'flag',
  vip_min_height: 'count',
  vip_preview_minutes: 'count',
  streams_user: 'count',
  streams_vip: 'count',
  downloads_per_day: 'count',
  provide_open: 'flag',
  tv_lists_open: 'flag',
  robots_text: 'robots',
  disclaimer: 'text',
  copyright: 'line',
  email: 'email',
  phone: 'line',
  icp_number: 'icp',
  police_number: 'police',
  friend_links: 'links',
  stats_script: 'script',
  apk_uri: 'link',
  apk_version: 'line',
  apk_size: 'bytes',
  apk_notes: 'text',
}

const maxLength = {
  line: 200,
  text: 2000,
  robots: 4000,
  icp: 40,
  police: 40,
  links: 8000,
  script: 500,
  email: 200,
  link: 500,
  picture: 40_000,
}
const maxBytes = 4 * 1024 ** 3
const maxCount = 10_000
const flags: Readonly<Partial<Record<string, boolean>>> = {
  true: true,
  false: false,
  是: true,
  否: false,
  开: true,
  关: false,
}
/** Settings that cannot be emptied: the site's name and title. */
const requiredSettings: ReadonlySet<SettingName> = new Set(['name', 'seo_title'])

/** Pictures are part of the page: a path of our own origin, or a small data URL (RFC 2397). */
const isPicture = (value: string): boolean =>
  isOwnPath(value) || /^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/.test(value)
const isLine = (value: string): boolean => !/\p{Cc}/u.test(value)
const isText = (value: string): boolean => !/[^\P{Cc}\n]/u.test(value)

const isValid: Readonly<
  Record<Exclude<SettingKind, 'flag' | 'choice' | 'bytes' | 'count'>, (value: string) => boolean>
> = {
  line: isLine,
  text: isText,
  robots: (value) => parseRobotsLines(value) !== null,
  icp: isIcpNumber,
  police: isPoliceNumber,
  links: (value) => parseFriendLinks(value) !== null,
  script: (value) => parseStatisticsScript(value) !== null,
  link: isLink,
  picture: isPicture,
  email: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
}

/** Whether the operator can set a setting of this name. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingKinds, name)

/** Parses a setting as entered by the operator; undefined if it is invalid. Empty removes the setting. */
export function parseSetting(name: SettingName, input: string): Partial<SiteSettings> | undefined {
  const kind = settingKinds[name]
  const text = input.trim()
  if (kind === 'choice' && text === '') return parsed(name, null)
  if (kind === 'flag' || kind === 'choice') {
    const value = flags[text]
    return value === undefined ? undefined : parsed(name, value)
  }
  if (kind === 'bytes' || kind === 'count') {
    const max = kind === 'bytes' ? maxBytes : maxCount
    return /^\d{1,10}$/.test(text) && Number(text) <= max ? parsed(name, Number(text)) : undefined
  }
  if (text === '') return requiredSettings.has(name) ? undefined : parsed(name, '')
  return text.length <= maxLength[kind] && isValid[kind](text) ? parsed(name, text) : undefined
}

function parsed(name: SettingName, value: string | number | boolean | null): Partial<SiteSettings> | undefined {
  const { success, data } = Settings.safeParse({ [name]: value })
  return success ? { [name]: data[name] } : undefined
}
