/** Additional origins that a page may use. */
export interface OutsideOrigins {
  /** Of pictures, streams and calls: the station's own. */
  media: readonly string[]
  /** Of films that lie elsewhere, and of pages that are shown in a frame. */
  remote?: { media: readonly string[]; frames: readonly string[] }
  /** The operator's statistics script, and where it may send to. */
  statistics?: { source: string; origin: string } | null
}

/** Headers of every reply: content is never sniffed as a script or a page. */
export const commonHeaders: Record<string, string> = { 'x-content-type-options': 'nosniff' }

/** Headers of documents. Data does not need them. */
export const documentHeaders: Record<string, string> = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const noOrigins = { media: [], frames: [] }

const listOf = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('')

/**
 * The content security policy of a page (CSP level 3). Scripts need the nonce; hls.js runs in a blob worker and plays
 * from a blob address; style attributes are React's.
 */
export function pagePolicy(nonce: string, { media, remote = noOrigins, statistics = null }: OutsideOrigins): string {
  const outside = listOf(media)
  const streams = outside + listOf(remote.media)
  const counting = statistics ? ` ${statistics.origin}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${statistics ? ` ${statistics.source}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${outside}${counting}`,
    `media-src 'self' blob:${streams}`,
    `connect-src 'self'${streams}${counting}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    `frame-src 'self'${listOf(remote.frames)}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
