import type { FastifyInstance } from 'fastify'

/**
 * A browser with cookies that follows redirects: within the process to the station, over the network to other sites.
 */
export interface Browser {
  /** Follows redirects from a page of the station until they end at a page of it. Returns that page's address. */
  go(path: string): Promise<URL>
  /** The same, but stops before the redirect to a `.example` host is requested. Can also start at another site. */
  goUntilCallback(address: string): Promise<URL>
  /** One request to the station. */
  request(path: string): Promise<{ status: number; location: string; headers: Record<string, unknown> }>
  /** The cookie header it would send to the station. */
  cookies(): string
  setCookies(header: string): void
}

const maxRedirects = 12

export function openBrowser(app: FastifyInstance, headers: Record<string, string> = {}): Browser {
  const home = new URL(`${headers['x-forwarded-proto'] ?? 'http'}://station.example`)
  const cookiesByHost = new Map<string, Map<string, string>>()
  const jarOf = (host: string): Map<string, string> => {
    const jar = cookiesByHost.get(host) ?? new Map<string, string>()
    cookiesByHost.set(host, jar)
    return jar
  }
  const cookiesOf = (host: string): string => [...jarOf(host)].map(([name, value]) => `${name}=${value}`).join('; ')
  const storeCookies = (host: string, lines: readonly string[]): void => {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jarOf(host).set(pair.slice(0, at), pair.slice(at + 1))
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jarOf(host).delete(pair.slice(0, at))
    }
  }
  const request: Browser['request'] = async (path) => {
    const response = await app.inject({
      url: path,
      headers: { ...headers, host: home.host, cookie: cookiesOf(home.host) },
    })
    storeCookies(home.host, [response.headers['set-cookie'] ?? []].flat())
    return { status: response.statusCode, location: response.headers.location ?? '', headers: response.headers }
  }
  const requestOutside = async (url: URL): Promise<string> => {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookiesOf(url.host) } })
    await response.arrayBuffer()
    storeCookies(url.host, response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url.pathname} answered ${response.status} without a location`)
    return location
  }
  const follow = async (address: string, isThere: (url: URL) => boolean): Promise<URL> => {
    let at = new URL(address, home)
    for (let step = 0; step < maxRedirects; step++) {
      const location =
        at.host === home.host ? (await request(`${at.pathname}${at.search}`)).location : await requestOutside(at)
      at = new URL(location, at)
      if (at.host.endsWith('.example') && isThere(at)) return at
    }
    throw new Error('too many redirects')
  }
  return {
    request,
    go: (path) => follow(path, ({ pathname }) => !pathname.startsWith('/auth/')),
    goUntilCallback: (address) => follow(address, () => true),
    cookies: () => cookiesOf(home.host),
    setCookies(header) {
      jarOf(home.host).clear()
      if (header !== '') storeCookies(home.host, header.split('; '))
    },
  }
}
