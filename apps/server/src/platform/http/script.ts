import { scriptValues, type Script } from '@yunmu/contract'

const isScript = (value: unknown): value is Script => scriptValues.some((script) => script === value)

/** The value of one cookie (RFC 6265), or undefined. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** The script of a reply: from the address, else the cookie, else the browser's language. */
export function scriptOf(
  requested: unknown,
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined },
): Script {
  if (isScript(requested)) return requested
  const stored = cookieOf(headers.cookie, 'lang')
  if (isScript(stored)) return stored
  return /^\s*zh-(?:hant|tw|hk|mo)\b/i.test(headers['accept-language'] ?? '') ? 't' : 's'
}
