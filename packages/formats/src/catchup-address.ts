import type { Catchup } from './m3u.ts'

/** A programme that is over, and the moment at which it is asked for. Whole Unix seconds. */
export interface CatchupSpan {
  readonly startSec: number
  readonly endSec: number
  readonly nowSec: number
}

/** What the players of boxes add to a channel's address where a list says no more than `shift`. */
const shiftQuery = '?utc={utc}&lutc={lutc}'
const longestAddress = 2000
/** Beyond any programme: what a date can still be written of. */
const latestSec = 250_000_000_000
const chinaSec = 8 * 3600

/**
 * The address under which a source has a programme of the past, made from what a list says of the channel. The types and
 * places are those that Kodi's PVR IPTV Simple documents (times of `{Y}`, `{m}` and so on in UTC), and those of Chinese
 * boxes, `${(b)yyyyMMddHHmmss}` and `${(e)…}`, in the time of China unless `|UTC` stands behind. A source that begins with
 * `?` or `&` belongs behind the channel's address, whatever its type says.
 * @param url the channel's own address
 * @returns null where the list leaves something open that nobody can fill in, or what comes out is no HTTP address
 */
export function catchupAddress(url: string, catchup: Catchup, span: CatchupSpan): string | null {
  const { startSec, endSec, nowSec } = span
  if (![startSec, endSec, nowSec].every(isMoment) || endSec <= startSec) return null
  const template = templateOf(url, catchup)
  const address = template === null ? null : filledIn(template, span)
  return address !== null && isAddress(address) ? address : null
}

const isMoment = (sec: number): boolean => Number.isSafeInteger(sec) && sec > 0 && sec < latestSec

const isAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}"<>\\|{}]+$/iu.test(text) && text.length <= longestAddress && URL.canParse(text)

function templateOf(url: string, { type, source }: Catchup): string | null {
  switch (type) {
    case 'append':
      return behind(url, source || shiftQuery)
    case 'shift':
    case 'timeshift':
      return behind(url, shiftQuery)
    case 'fs':
    case 'flussonic':
    case 'flussonic-hls':
    case 'flussonic-ts':
      return source === '' ? ofFlussonic(url) : ownSource(url, source)
    case 'xc':
      return source === '' ? ofXtream(url) : ownSource(url, source)
    case 'default':
      return ownSource(url, source || shiftQuery)
    default:
      return source === '' ? null : ownSource(url, source)
  }
}

const ownSource = (url: string, source: string): string => (/^[?&]/.test(source) ? behind(url, source) : source)

/** An address has one question mark; what follows it is joined by `&`. */
function behind(url: string, tail: string): string {
  const [address = ''] = url.split('#', 1)
  return /^[?&]/.test(tail) ? `${address}${address.includes('?') ? '&' : '?'}${tail.slice(1)}` : address + tail
}

/** Flussonic's archive: `…/video.m3u8` has its past under `…/video-<start>-<seconds>.m3u8`. */
function ofFlussonic(url: string): string | null {
  const [, folder, name, query = ''] = /^(https?:\/\/[^/?]+\/(?:[^?]*\/)?)([^/?]*)(\?.*)?$/i.exec(url) ?? []
  if (folder === undefined || name === undefined) return null
  const list = /^(.+)\.m3u8$/i.exec(name)?.[1]
  if (list !== undefined) return `${folder}${list === 'index' ? 'archive' : list}-{utc}-{duration}.m3u8${query}`
  return name === 'mpegts' ? `${folder}archive-{utc}-{duration}.ts${query}` : `${folder}timeshift_abs-{utc}.ts${query}`
}

/** Xtream codes: `…/live/<user>/<password>/<channel>.m3u8`, where `live` and the ending may be missing. */
function ofXtream(url: string): string | null {
  const [, host, user, password, channel, ending = '.ts'] =
    /^(https?:\/\/[^/?]+)\/(?:live\/)?([^/?]+)\/([^/?]+)\/([^/?.]+)(\.m3u8?|\.ts)?$/i.exec(url) ?? []
  if (host === undefined) return null
  return `${host}/timeshift/${user}/${password}/{duration:60}/{Y}-{m}-{d}:{H}-{M}/${channel}${ending}`
}

/** Null where a place means nothing to us. */
function filledIn(template: string, span: CatchupSpan): string | null {
  let isWhole = true
  const text = template.replace(/\$?\{([^{}]*)\}/g, (_place, inner: string) => {
    const value = chineseMoment(inner, span) ?? valueOf(inner, span)
    isWhole &&= value !== null
    return value ?? ''
  })
  return isWhole ? text.replaceAll(' ', '%20') : null
}

/** The letters of a date as Java writes them, read from the UTC fields of a moment. */
function chineseMoment(inner: string, { startSec, endSec }: CatchupSpan): string | null {
  const [, which, form = '', zone] = /^\(([be])\)([^|]*)(\|UTC)?$/i.exec(inner) ?? []
  if (which === undefined || form === '') return null
  const sec = which.toLowerCase() === 'b' ? startSec : endSec
  if (form === 'timestamp') return String(sec)
  const { Y, m, d, H, M, S } = partsOf(sec + (zone === undefined ? chinaSec : 0))
  const parts: Record<string, string> = { yyyy: Y, yy: Y.slice(-2), MM: m, dd: d, HH: H, mm: M, ss: S }
  return form.replaceAll("'", '').replace(/yyyy|yy|MM|dd|HH|mm|ss/g, (part) => parts[part] ?? '')
}

/** What a place of Kodi's stands for: a moment, written in seconds or in a form of one's own, a span or part of a date. */
function valueOf(inner: string, { startSec, endSec, nowSec }: CatchupSpan): string | null {
  const [, name = '', argument] = /^([A-Za-z]+)(?::(.+))?$/.exec(inner) ?? []
  switch (name) {
    case 'utc':
    case 'start':
      return momentOf(startSec, argument)
    case 'utcend':
    case 'end':
      return momentOf(endSec, argument)
    case 'lutc':
    case 'now':
    case 'timestamp':
      return momentOf(nowSec, argument)
    case 'duration':
      return dividedBy(endSec - startSec, argument)
    case 'offset':
      return dividedBy(Math.max(0, nowSec - startSec), argument)
    default:
      return isDatePart(name) && argument === undefined ? partsOf(startSec)[name] : null
  }
}

const dividedBy = (sec: number, by = '1'): string | null =>
  /^[1-9]\d{0,6}$/.test(by) ? String(Math.floor(sec / Number(by))) : null

const momentOf = (sec: number, form: string | undefined): string =>
  form === undefined ? String(sec) : form.replace(/[YmdHMS]/g, (part) => (isDatePart(part) ? partsOf(sec)[part] : part))

type DatePart = 'Y' | 'm' | 'd' | 'H' | 'M' | 'S'
const isDatePart = (name: string): name is DatePart => /^[YmdHMS]$/.test(name)

function partsOf(sec: number): Record<DatePart, string> {
  const [Y = '', m = '', d = '', H = '', M = '', S = ''] = new Date(sec * 1000).toISOString().split(/[-T:.]/)
  return { Y, m, d, H, M, S }
}
