import { checkUrl, destinationOf, literalOf } from '../../platform/egress/egress-rules.ts'
import { EgressError } from '../../platform/egress/egress.ts'

/** A site that one can sign in with: an OpenID Connect provider configured by the operator. */
export interface ProviderSettings {
  /** Its key in addresses, calls and tables. */
  authType: string
  /** Its name as shown to users. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The requested scopes, `openid` included. */
  scope: string
}

type Env = Record<string, string | undefined>
type ReportError = (sentence: string) => void

const keyPattern = /^[a-z][a-z0-9_]{0,19}$/

/**
 * Reads `OIDC_PROVIDERS`, a comma list of keys, and `OIDC_<KEY>_NAME`, `_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET` and
 * `_SCOPE` of each. Reports all problems.
 * @param egressAllow internal destinations that outgoing requests may reach
 */
export function readProviderSettings(
  env: Env,
  egressAllow: readonly string[],
  reportError: ReportError,
): readonly ProviderSettings[] {
  const keys = (env.OIDC_PROVIDERS ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (new Set(keys).size < keys.length) reportError('OIDC_PROVIDERS 里有重复的名字')
  return keys.flatMap((key) => {
    if (keyPattern.test(key)) return [readProvider(env, key, egressAllow, reportError)]
    reportError(`OIDC_PROVIDERS 里的“${key}”应以小写字母开头，只用小写字母、数字和下划线，最多 20 个字符`)
    return []
  })
}

function readProvider(
  env: Env,
  authType: string,
  egressAllow: readonly string[],
  reportError: ReportError,
): ProviderSettings {
  const nameOf = (part: string): string => `OIDC_${authType.toUpperCase()}_${part}`
  const required = (part: string): string => {
    const value = env[nameOf(part)]?.trim() ?? ''
    if (value === '') reportError(`OIDC_PROVIDERS 里有“${authType}”，但没有设置 ${nameOf(part)}`)
    return value
  }
  const name = required('NAME')
  if (name.length > 20) reportError(`${nameOf('NAME')} 最多 20 个字`)
  const issuer = required('ISSUER')
  if (issuer !== '') {
    const problem = issuerProblem(issuer, egressAllow)
    if (problem !== undefined) reportError(`${nameOf('ISSUER')} ${problem}`)
  }
  const scope = env[nameOf('SCOPE')]?.trim() || 'openid profile'
  if (!scope.split(' ').includes('openid')) reportError(`${nameOf('SCOPE')} 里要有 openid，各项之间用空格隔开`)
  return { authType, name, issuer, clientId: required('CLIENT_ID'), clientSecret: required('CLIENT_SECRET'), scope }
}

/** What is wrong with an issuer (OpenID Connect Discovery 1.0, 2: no query, no fragment), or undefined. */
function issuerProblem(issuer: string, egressAllow: readonly string[]): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(issuer))
    return '应是一个完整的 https 地址，不带参数，例如 https://id.example.org'
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return '要以 https:// 开头；http:// 只能用于本机'
  try {
    checkUrl(issuer, new Set(egressAllow))
    return undefined
  } catch (err) {
    if (!(err instanceof EgressError)) throw err
    return `在内网，或用了不常见的端口：请把“${destinationOf(url)}”写进 EGRESS_ALLOW`
  }
}

function isLoopback(hostname: string): boolean {
  const literal = literalOf(hostname)
  return literal === undefined ? hostname === 'localhost' : literal === '::1' || literal.startsWith('127.')
}

/** Whether an issuer is reached without encryption: allowed on this machine only, for trials. */
export const isUnencryptedIssuer = (issuer: string): boolean => new URL(issuer).protocol === 'http:'
