/** Pure: names of downloaded files. */

/** Characters that file systems refuse, and those that are not seen. */
const refused = /[\\/:*?"<>|\p{C}]+/gu
/** Of the 255 that file systems take, without the extension and what browsers append while they load. */
const maxNameBytes = 240

/** `守灯人 第03集 1080p.mp4`. Empty parts are left out. */
export function fileName(parts: readonly string[], extension: string): string {
  const words = parts.map((part) => part.replaceAll(refused, ' ').replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
  const name = cut(words.join(' '), maxNameBytes).replace(/[. ]+$/, '')
  return `${name === '' ? 'video' : name}.${extension}`
}

/** The beginning of a text that is at most so long in UTF-8, without a part of a character. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })
}

/** A Content-Disposition that saves under a name of any script (RFC 6266), with one in ASCII for old programs. */
export function saveAs(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]+|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A WebVTT track as SubRip, which players and television sets read beside a file. */
export function toSubRip(track: string): string {
  const cues = track
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const [, from, to, text] =
        /^(?:[^\n]*\n)?([\d:.]+)[ \t]+-->[ \t]+([\d:.]+)[^\n]*\n([\s\S]+)$/.exec(block.trim()) ?? []
      return from === undefined || to === undefined || text === undefined ? [] : [{ from, to, text }]
    })
  const clock = (time: string): string => (time.length < 12 ? `00:${time}` : time).replace('.', ',')
  return cues.map(({ from, to, text }, at) => `${at + 1}\n${clock(from)} --> ${clock(to)}\n${text.trim()}\n`).join('\n')
}
