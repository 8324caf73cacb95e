/** Additional origins of pictures, streams and calls. */
export interface OutsideOrigins {
  media: readonly string[]
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

/**
 * The content security policy of a page (CSP level 3). Scripts need the nonce; hls.js runs in a blob worker and plays
 * from a blob address; style attributes are React's.
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
