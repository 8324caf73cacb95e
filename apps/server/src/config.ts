import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { readSmtpSettings, type SmtpSettings } from './domains/mail/smtp-settings.ts'
import type { RecordingSettings } from './domains/matches/recordings/recording-rules.ts'
import type { TmdbSettings } from './domains/operations/tmdb.ts'
import { readTmdbSettings } from './domains/operations/tmdb-settings.ts'
import { readRecorderSettings, type RecorderSettings } from './domains/recorder/recorder-settings.ts'
import { readProviderSettings, type ProviderSettings } from './domains/third/provider-settings.ts'
import { parseDestination } from './platform/egress/egress-rules.ts'
import { roles, type Platform, type PlatformConfig } from './platform/platform.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'

/** Validated settings of the operator. */
export interface Config extends PlatformConfig {
  /** The SMTP server; without it mail stays in the outbox. */
  smtp: SmtpSettings | undefined
  /** Other sites that users can sign in with. */
  oidcProviders: readonly ProviderSettings[]
  recorder: RecorderSettings
  /** Disk for segments of films elsewhere that the station relays, in megabytes. */
  relayCacheMb: number
  /** The provider of titles' data; null if there is none. */
  tmdb: TmdbSettings | null
  matchRecordings: RecordingSettings
}

/** The platform with the settings of every domain. */
export type StationPlatform = Platform<Config>

/** Further cores are left to the database and to ffmpeg. */
const maxDefaultWorkers = 4
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A text; `expected` completes the message that names the setting. */
const text = (fallback: string, expected: string, isValid: (text: string) => boolean) =>
  z.prefault(z.string().check(z.refine(isValid, expected)), fallback)

const optionalText = (expected: string, isValid: (text: string) => boolean) =>
  z.pipe(
    text('', expected, (value) => value === '' || isValid(value)),
    z.transform((value: string) => value || undefined),
  )

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.pipe(
    text(
      String(fallback),
      `应是 ${min} 到 ${max} 的整数`,
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
    ),
    z.transform((value: string) => Number(value)),
  )

const oneOf = <Name extends string>(names: readonly Name[], fallback: Name) =>
  z.prefault(z.enum(names, `应是 ${names.join('、')} 之一`), fallback)

/** A list separated by commas. */
const list = (expected: string, isValid: (entry: string) => boolean) =>
  z.pipe(
    z.pipe(
      z.prefault(z.string(), ''),
      z.transform((value: string) =>
        value
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      ),
    ),
    z.array(z.string().check(z.refine(isValid, { error: ({ input }) => `里的“${String(input)}”${expected}` }))),
  )

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value
const isWeb = (value: string): boolean => /^https?:\/\//.test(value)

const settings = z.object({
  PORT: wholeNumber(8080, 0, 65_535),
  HOST: text('127.0.0.1', '应是一个 IP 地址', (host) => host === 'localhost' || ipaddr.isValid(host)),
  YUNMU_DATA: text('data', '应是一个文件夹的路径', (folder) => folder.trim() !== '' && !folder.includes('\0')),
  DATABASE_URL: optionalText('应以 postgres:// 开头', (url) => /^postgres(?:ql)?:\/\//.test(url)),
  REDIS_URL: optionalText(
    '应是 redis:// 或 rediss:// 开头的地址，例如 redis://127.0.0.1:6379',
    (url) => /^rediss?:\/\/[^/]/.test(url) && URL.canParse(url),
  ),
  DEMO: oneOf(['0', '1'], '1'),
  TRUSTED_PROXIES: list('应是 IP 地址或网段', (entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)),
  ALLOWED_ORIGINS: list('应是完整的来源，例如 https://a.example', isOrigin),
  MEDIA_URL: text('', '应以 http:// 或 https:// 开头', (url) => url === '' || isWeb(url)),
  SITE_URL: text(
    '',
    '应是站点对外的网址，不带路径，例如 https://a.example',
    (url) => url === '' || (isWeb(url) && isOrigin(url)),
  ),
  MEDIA_CACHE_MB: wholeNumber(256, 0, 999_999),
  RELAY_CACHE_MB: wholeNumber(2048, 0, 99_999_999),
  MIN_FREE_MB: wholeNumber(200, 0, 999_999_999),
  LOG_LEVEL: oneOf(logLevels, 'info'),
  ROLE: oneOf(roles, 'all'),
  METRICS_TOKEN: optionalText('应是至少 16 个可见的 ASCII 字符', (token) => /^[\x21-\x7e]{16,}$/.test(token)),
  EGRESS_ALLOW: list('应写成 主机:端口，例如 192.168.1.20:8000', (entry) => parseDestination(entry) !== undefined),
  MATCH_REPLAY_DAYS: wholeNumber(30, 0, 3650),
  MATCH_HIGHLIGHT_DAYS: wholeNumber(180, 0, 3650),
  WORKERS: wholeNumber(Math.min(availableParallelism(), maxDefaultWorkers), 1, 99),
})

/** Settings whose values are secret or contain a password: messages do not repeat them. */
const secretSettings: ReadonlySet<unknown> = new Set(['DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN'])

/** Reads the settings from the environment. Throws a StartRefusal that names every invalid setting. */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  const parsed = settings.safeParse(env)
  const problems = (parsed.error?.issues ?? []).map(({ path: [name, at], message }) => {
    const isRepeated = at === undefined && !secretSettings.has(name)
    return `${String(name)} ${message}${isRepeated ? `，现在是“${env[String(name)]}”` : ''}`
  })
  const egressAllow = (settings.shape.EGRESS_ALLOW.safeParse(env.EGRESS_ALLOW).data ?? []).map(
    (entry) => parseDestination(entry) ?? entry,
  )
  const report = (sentence: string): void => void problems.push(sentence)
  const ofDomains = {
    smtp: readSmtpSettings(env, report),
    oidcProviders: readProviderSettings(env, egressAllow, report),
    recorder: readRecorderSettings(env, ipaddr.isValid, report),
    tmdb: readTmdbSettings(env, report),
  }
  if (!parsed.success || problems.length > 0) throw new StartRefusal(problems.join('；'))
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(root, data.YUNMU_DATA),
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    demo: data.DEMO === '1',
    trustedProxies: data.TRUSTED_PROXIES,
    allowedOrigins: data.ALLOWED_ORIGINS,
    mediaUrl: data.MEDIA_URL.replace(/\/+$/, ''),
    siteUrl: data.SITE_URL,
    mediaCacheMb: data.MEDIA_CACHE_MB,
    relayCacheMb: data.RELAY_CACHE_MB,
    minFreeMb: data.MIN_FREE_MB,
    logLevel: data.LOG_LEVEL,
    role: data.ROLE,
    metricsToken: data.METRICS_TOKEN,
    egressAllow,
    workers: data.WORKERS,
    matchRecordings: { replayDays: data.MATCH_REPLAY_DAYS, highlightDays: data.MATCH_HIGHLIGHT_DAYS },
    ...ofDomains,
  }
}

/** Origins whose pages may read media. With its own address, media has another origin than the station's pages. */
export function mediaReaders({ mediaUrl, siteUrl, allowedOrigins }: PlatformConfig): string[] {
  return mediaUrl === '' || siteUrl === '' ? allowedOrigins : [siteUrl, ...allowedOrigins]
}

/** Hints on the settings that are printed at start, one line each. */
export function startHints(config: Config): string[] {
  const hints: string[] = []
  if (config.mediaUrl !== '' && mediaReaders(config).length === 0)
    hints.push('设置了 MEDIA_URL 而没有设置 SITE_URL：浏览器会拦下播放。请把 SITE_URL 设成观众访问本站的网址。')
  if (config.smtp === undefined) hints.push('没有设置 SMTP_URL：注册验证码不会寄出，用 npm run yunmu -- outbox 查看。')
  return hints
}
