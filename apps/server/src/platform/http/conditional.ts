import type { IncomingHttpHeaders } from 'node:http'

/** Whether an If-None-Match names a tag, weakly compared, or any (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag || given.trim() === '*')
}

/** Whether who asks has these bytes already. A tag is believed before a date (RFC 9110, 13.2.2). */
export function isCurrent(headers: IncomingHttpHeaders, file: { etag: string; modifiedMs: number }): boolean {
  if (headers['if-none-match'] !== undefined) return namesTag(headers['if-none-match'], file.etag)
  const sinceMs = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(file.modifiedMs / 1000) * 1000 <= sinceMs
}
