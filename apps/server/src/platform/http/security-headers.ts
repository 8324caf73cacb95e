/** Where pictures, streams and calls may come from beside our own origin. */
export interface OutsideOrigins {
  media: readonly string[]
}

/** Headers of every reply: what is not said to be a script or a page is never taken for one. */
export const commonHeaders: Record<string, string> = { 'x-content-type-options': 'nosniff' }

/** Headers of every document. They mean nothing to data, and cost bytes and time on each of its replies. */
export const documentHeaders: Record<string, string> = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * The content security policy of a page (CSP level 3). Scripts need the nonce; hls.js works in a blob worker and feeds
 * the video through a blob address; style attributes are React's.
 */
export function pagePolicy(nonce: string, { media }: OutsideOrigins): string {
  const outside = media.length > 0 ? ` ${media.join(' ')}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${outside}`,
    `media-src 'self' blob:${outside}`,
    `connect-src 'self'${outside}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
