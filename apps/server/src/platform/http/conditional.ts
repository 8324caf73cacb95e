import type { IncomingHttpHeaders } from 'node:http'

/** Whether an If-None-Match contains a tag, weakly compared, or `*` (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag || given.trim() === '*')
}

/** Whether the client has the current bytes. The tag takes precedence over the date (RFC 9110, 13.2.2). */
export function isCurrent(headers: IncomingHttpHeaders, file: { etag: string; modifiedMs: number }): boolean {
  if (headers['if-none-match'] !== undefined) return matchesTag(headers['if-none-match'], file.etag)
  const sinceMs = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(file.modifiedMs / 1000) * 1000 <= sinceMs
}
