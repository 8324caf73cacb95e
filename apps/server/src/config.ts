import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { readSmtpSettings, type SmtpSettings } from './domains/mail/smtp-settings.ts'
import { readRecorderSettings, type RecorderSettings } from './domains/recorder/recorder-settings.ts'
import { readProviderSettings, type ProviderSettings } from './domains/third/provider-settings.ts'
import { parseDestination } from './platform/egress/egress-rules.ts'
import { roles, type Platform, type PlatformConfig } from './platform/platform.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'

/** What the operator may set, checked. */
export interface Config extends PlatformConfig {
  /** The server that takes our mail; absent leaves it in the outbox. */
  smtp: SmtpSettings | undefined
  /** Other sites that one may sign in with. */
  oidcProviders: readonly ProviderSettings[]
  recorder: RecorderSettings
}

/** The platform with the settings of every domain. */
export type StationPlatform = Platform<Config>

/** More cores are left to the database and to ffmpeg. */
const mostDefaultWorkers = 4
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings from the environment. Throws a StartRefusal that names every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  const wrong: string[] = []
  const check = (ok: boolean, sentence: string): void => {
    if (!ok) wrong.push(sentence)
  }
  const portText = env.PORT ?? '8080'
  const port = Number(portText)
  check(/^\d{1,5}$/.test(portText) && port <= 65_535, `PORT 应是 0 到 65535 的整数，现在是“${portText}”`)

  const host = env.HOST ?? '127.0.0.1'
  check(host === 'localhost' || ipaddr.isValid(host), `HOST 应是一个 IP 地址，现在是“${host}”`)

  const demoText = env.DEMO ?? '1'
  check(demoText === '0' || demoText === '1', `DEMO 应是 0 或 1，现在是“${demoText}”`)

  const databaseUrl = env.DATABASE_URL || undefined
  check(databaseUrl === undefined || /^postgres(?:ql)?:\/\//.test(databaseUrl), 'DATABASE_URL 应以 postgres:// 开头')

  const dataText = env.YUNMU_DATA ?? 'data'
  check(dataText.trim() !== '' && !dataText.includes('\0'), 'YUNMU_DATA 应是一个文件夹的路径')

  const trustedProxies = listOf(env.TRUSTED_PROXIES)
  for (const proxy of trustedProxies) {
    check(ipaddr.isValid(proxy) || ipaddr.isValidCIDR(proxy), `TRUSTED_PROXIES 里的“${proxy}”不是 IP 地址或网段`)
  }
  const allowedOrigins = listOf(env.ALLOWED_ORIGINS)
  for (const origin of allowedOrigins) {
    check(
      URL.canParse(origin) && new URL(origin).origin === origin,
      `ALLOWED_ORIGINS 里的“${origin}”不是完整的来源，例如 https://a.example`,
    )
  }
  const mediaUrl = env.MEDIA_URL ?? ''
  check(mediaUrl === '' || /^https?:\/\//.test(mediaUrl), 'MEDIA_URL 应以 http:// 或 https:// 开头')

  const siteUrl = env.SITE_URL ?? ''
  check(
    siteUrl === '' || (/^https?:\/\//.test(siteUrl) && URL.canParse(siteUrl) && new URL(siteUrl).origin === siteUrl),
    `SITE_URL 应是站点对外的网址，不带路径，例如 https://a.example，现在是“${siteUrl}”`,
  )

  const cacheText = env.MEDIA_CACHE_MB ?? '256'
  const mediaCacheMb = Number(cacheText)
  check(/^\d{1,6}$/.test(cacheText), `MEDIA_CACHE_MB 应是 0 到 999999 的整数，现在是“${cacheText}”`)

  const minFreeText = env.MIN_FREE_MB ?? '200'
  check(/^\d{1,9}$/.test(minFreeText), `MIN_FREE_MB 应是 0 到 999999999 的整数，现在是“${minFreeText}”`)

  const logLevel = env.LOG_LEVEL ?? 'info'
  check(logLevels.includes(logLevel), `LOG_LEVEL 应是 ${logLevels.join('、')} 之一`)

  const operations = readOperations(env, check)
  const others = readOthers(env, operations.egressAllow, (sentence) => check(false, sentence))

  if (wrong.length > 0) throw new StartRefusal(wrong.join('；'))
  return {
    port,
    host,
    dataDir: resolve(root, dataText),
    databaseUrl,
    demo: demoText === '1',
    trustedProxies,
    allowedOrigins,
    mediaUrl: mediaUrl.replace(/\/+$/, ''),
    siteUrl,
    mediaCacheMb,
    minFreeMb: Number(minFreeText),
    logLevel,
    ...operations,
    ...others,
  }
}

/** Origins whose pages may read media. Media at an address of its own is another origin to the station's own pages. */
export function mediaReaders({ mediaUrl, siteUrl, allowedOrigins }: PlatformConfig): string[] {
  return mediaUrl === '' || siteUrl === '' ? allowedOrigins : [siteUrl, ...allowedOrigins]
}

/** What the operator should know of the settings when the station starts, one line each. */
export function startHints(config: Config): string[] {
  const hints: string[] = []
  if (config.mediaUrl !== '' && mediaReaders(config).length === 0)
    hints.push('设置了 MEDIA_URL 而没有设置 SITE_URL：浏览器会拦下播放。请把 SITE_URL 设成观众访问本站的网址。')
  if (config.smtp === undefined) hints.push('没有设置 SMTP_URL：注册验证码不会寄出，用 npm run yunmu -- outbox 查看。')
  return hints
}

/** Who else the station speaks to. */
function readOthers(
  env: Record<string, string | undefined>,
  egressAllow: readonly string[],
  complain: (sentence: string) => void,
): Pick<Config, 'redisUrl' | 'smtp' | 'oidcProviders' | 'recorder'> {
  const redisUrl = env.REDIS_URL || undefined
  const isRedis = (text: string): boolean => /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text)
  if (redisUrl !== undefined && !isRedis(redisUrl))
    complain('REDIS_URL 应是 redis:// 或 rediss:// 开头的地址，例如 redis://127.0.0.1:6379')
  return {
    redisUrl,
    smtp: readSmtpSettings(env, complain),
    oidcProviders: readProviderSettings(env, egressAllow, complain),
    recorder: readRecorderSettings(env, ipaddr.isValid, complain),
  }
}

/** What concerns running the station rather than what it shows. */
function readOperations(
  env: Record<string, string | undefined>,
  check: (ok: boolean, sentence: string) => void,
): Pick<Config, 'role' | 'workers' | 'metricsToken' | 'egressAllow'> {
  const roleText = env.ROLE ?? 'all'
  const role = roles.find((name) => name === roleText) ?? 'all'
  check(role === roleText, `ROLE 应是 ${roles.join('、')} 之一，现在是“${roleText}”`)

  const metricsToken = env.METRICS_TOKEN || undefined
  check(
    metricsToken === undefined || /^[\x21-\x7e]{16,}$/.test(metricsToken),
    'METRICS_TOKEN 应是至少 16 个可见的 ASCII 字符',
  )

  const egressAllow = listOf(env.EGRESS_ALLOW).map((entry) => {
    const destination = parseDestination(entry)
    check(destination !== undefined, `EGRESS_ALLOW 里的“${entry}”应写成 主机:端口，例如 192.168.1.20:8000`)
    return destination ?? entry
  })

  const workersText = env.WORKERS ?? String(Math.min(availableParallelism(), mostDefaultWorkers))
  const workers = Number(workersText)
  check(/^\d{1,2}$/.test(workersText) && workers > 0, `WORKERS 应是 1 到 99 的整数，现在是“${workersText}”`)

  return { role, workers, metricsToken, egressAllow }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
