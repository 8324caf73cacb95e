import { isUtf8 } from 'node:buffer'

/** Pure rules of what other hosts send in place of films. */

/** Keys of AES-128 (RFC 8216, 4.3.2.4), the only method that is passed on. */
export const keyBytes = 16

/** Enough to tell a text from a film. */
const textHeadBytes = 512
/** Segments that are disguised as pictures begin with one of some kilobytes. */
const pictureHeadBytes = 64 * 1024
const packetBytes = 188
const syncByte = 0x47

/** PNG, JPEG, GIF, BMP, WebP in RIFF. */
const pictureMarks = ['89504e47', 'ffd8ff', '47494638', '424d', '52494646'].map((hex) => Buffer.from(hex, 'hex'))
const isPicture = (head: Buffer): boolean => pictureMarks.some((mark) => head.subarray(0, mark.length).equals(mark))

/** How many bytes of a part's beginning {@link isFilm} needs, as far as the first ones tell. */
export const sniffedBytes = (head: Buffer): number => (isPicture(head) ? pictureHeadBytes : textHeadBytes)

/** Whether three packets of a transport stream (ISO 13818-1, 2.4.3) follow each other anywhere in these bytes. */
function hasPackets(head: Buffer): boolean {
  for (let at = head.indexOf(syncByte); at !== -1; at = head.indexOf(syncByte, at + 1))
    if (head[at + packetBytes] === syncByte && head[at + 2 * packetBytes] === syncByte) return true
  return false
}

/** Subtitles in segments; all that is text and belongs to a film. */
const isSubtitles = (head: Buffer): boolean => /^\uFEFF?WEBVTT/.test(head.subarray(0, 16).toString('utf8'))

/** Without control characters but white space, in UTF-8 apart from a character that is cut off at the end. */
function isText(head: Buffer): boolean {
  const some = head.subarray(0, textHeadBytes)
  if (some.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false
  return [0, 1, 2, 3].some((cut) => isUtf8(some.subarray(0, some.length - cut)))
}

/**
 * Whether a part may be one of a film, by its beginning. Encrypted segments may begin with any bytes, so that only what is
 * surely something else is not: nothing, a text, a picture without a transport stream behind it.
 */
export function isFilm(head: Buffer): boolean {
  if (head.length === 0) return false
  if (isPicture(head)) return hasPackets(head)
  return isSubtitles(head) || !isText(head)
}
