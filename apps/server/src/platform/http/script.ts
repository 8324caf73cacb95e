import { scriptValues, type Script } from '@yunmu/contract'

const isScript = (value: unknown): value is Script => scriptValues.some((script) => script === value)

/** The cookies of a request (RFC 6265, §4.2). */
export function cookiesOf(header: string | undefined): { name: string; value: string }[] {
  return (header?.split(';') ?? []).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }] : []
  })
}

/** The value of one cookie, or undefined. */
export const cookieOf = (header: string | undefined, name: string): string | undefined =>
  cookiesOf(header).find((cookie) => cookie.name === name)?.value

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
