import type { Catchup } from './m3u.ts'

/** A past programme, and the time of the request. Whole Unix seconds. */
export interface CatchupSpan {
  readonly startSec: number
  readonly endSec: number
  readonly nowSec: number
}

/** Query appended to a channel's address when the list gives only the type `shift`. */
const shiftQuery = '?utc={utc}&lutc={lutc}'
const maxAddressLength = 2000
/** Later than any programme; its date can still be formatted. */
const latestSec = 250_000_000_000
const chinaSec = 8 * 3600

/**
 * The address of a past programme at its source, built from a list's catch-up attributes. Types and placeholders are
 * those documented by Kodi's PVR IPTV Simple client (`{Y}`, `{m}` and so on in UTC) and those of Chinese set-top boxes,
 * `${(b)yyyyMMddHHmmss}` and `${(e)…}`, in China time unless `|UTC` is appended. A source that begins with `?` or `&`
 * is appended to the channel's address, whatever the type.
 * @param url the channel's own address
 * @returns null if a placeholder is unknown or the result is no HTTP address
 */
export function catchupAddress(url: string, catchup: Catchup, span: CatchupSpan): string | null {
  const { startSec, endSec, nowSec } = span
  if (![startSec, endSec, nowSec].every(isValidTime) || endSec <= startSec) return null
  const template = templateOf(url, catchup)
  const address = template === null ? null : fillTemplate(template, span)
  return address !== null && isAddress(address) ? address : null
}

const isValidTime = (sec: number): boolean => Number.isSafeInteger(sec) && sec > 0 && sec < latestSec

const isAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}"<>\\|{}]+$/iu.test(text) && text.length <= maxAddressLength && URL.canParse(text)

function templateOf(url: string, { type, source }: Catchup): string | null {
  switch (type) {
    case 'append':
      return append(url, source || shiftQuery)
    case 'shift':
    case 'timeshift':
      return append(url, shiftQuery)
    case 'fs':
    case 'flussonic':
    case 'flussonic-hls':
    case 'flussonic-ts':
      return source === '' ? flussonicTemplate(url) : ownSource(url, source)
    case 'xc':
      return source === '' ? xtreamTemplate(url) : ownSource(url, source)
    case 'default':
      return ownSource(url, source || shiftQuery)
    default:
      return source === '' ? null : ownSource(url, source)
  }
}

const ownSource = (url: string, source: string): string => (/^[?&]/.test(source) ? append(url, source) : source)

/** Appends a query: an address has one question mark, so later parts are joined by `&`. */
function append(url: string, tail: string): string {
  const [address = ''] = url.split('#', 1)
  return /^[?&]/.test(tail) ? `${address}${address.includes('?') ? '&' : '?'}${tail.slice(1)}` : address + tail
}

/** Flussonic: the archive of `…/video.m3u8` is at `…/video-<start>-<seconds>.m3u8`. */
function flussonicTemplate(url: string): string | null {
  const [, folder, name, query = ''] = /^(https?:\/\/[^/?]+\/(?:[^?]*\/)?)([^/?]*)(\?.*)?$/i.exec(url) ?? []
  if (folder === undefined || name === undefined) return null
  const list = /^(.+)\.m3u8$/i.exec(name)?.[1]
  if (list !== undefined) return `${folder}${list === 'index' ? 'archive' : list}-{utc}-{duration}.m3u8${query}`
  return name === 'mpegts' ? `${folder}archive-{utc}-{duration}.ts${query}` : `${folder}timeshift_abs-{utc}.ts${query}`
}

/** Xtream Codes: `…/live/<user>/<password>/<channel>.m3u8`; `live` and the extension are optional. */
function xtreamTemplate(url: string): string | null {
  const [, host, user, password, channel, ending = '.ts'] =
    /^(https?:\/\/[^/?]+)\/(?:live\/)?([^/?]+)\/([^/?]+)\/([^/?.]+)(\.m3u8?|\.ts)?$/i.exec(url) ?? []
  if (host === undefined) return null
  return `${host}/timeshift/${user}/${password}/{duration:60}/{Y}-{m}-{d}:{H}-{M}/${channel}${ending}`
}

/** Null if a placeholder is unknown. */
function fillTemplate(template: string, span: CatchupSpan): string | null {
  let isComplete = true
  const text = template.replace(/\$?\{([^{}]*)\}/g, (_placeholder, inner: string) => {
    const value = chineseTime(inner, span) ?? kodiValue(inner, span)
    isComplete &&= value !== null
    return value ?? ''
  })
  return isComplete ? text.replaceAll(' ', '%20') : null
}

/** Formats a time with Java's date letters, in China time or UTC. */
function chineseTime(inner: string, { startSec, endSec }: CatchupSpan): string | null {
  const [, which, form = '', zone] = /^\(([be])\)([^|]*)(\|UTC)?$/i.exec(inner) ?? []
  if (which === undefined || form === '') return null
  const sec = which.toLowerCase() === 'b' ? startSec : endSec
  if (form === 'timestamp') return String(sec)
  const { Y, m, d, H, M, S } = dateParts(sec + (zone === undefined ? chinaSec : 0))
  const parts: Record<string, string> = { yyyy: Y, yy: Y.slice(-2), MM: m, dd: d, HH: H, mm: M, ss: S }
  return form.replaceAll("'", '').replace(/yyyy|yy|MM|dd|HH|mm|ss/g, (part) => parts[part] ?? '')
}

/** Value of a Kodi placeholder: a time in seconds or in a given format, a duration, or part of a date. */
function kodiValue(inner: string, { startSec, endSec, nowSec }: CatchupSpan): string | null {
  const [, name = '', argument] = /^([A-Za-z]+)(?::(.+))?$/.exec(inner) ?? []
  switch (name) {
    case 'utc':
    case 'start':
      return formatTime(startSec, argument)
    case 'utcend':
    case 'end':
      return formatTime(endSec, argument)
    case 'lutc':
    case 'now':
    case 'timestamp':
      return formatTime(nowSec, argument)
    case 'duration':
      return dividedBy(endSec - startSec, argument)
    case 'offset':
      return dividedBy(Math.max(0, nowSec - startSec), argument)
    default:
      return isDatePart(name) && argument === undefined ? dateParts(startSec)[name] : null
  }
}

const dividedBy = (sec: number, by = '1'): string | null =>
  /^[1-9]\d{0,6}$/.test(by) ? String(Math.floor(sec / Number(by))) : null

const formatTime = (sec: number, form: string | undefined): string =>
  form === undefined
    ? String(sec)
    : form.replace(/[YmdHMS]/g, (part) => (isDatePart(part) ? dateParts(sec)[part] : part))

type DatePart = 'Y' | 'm' | 'd' | 'H' | 'M' | 'S'
const isDatePart = (name: string): name is DatePart => /^[YmdHMS]$/.test(name)

function dateParts(sec: number): Record<DatePart, string> {
  const [Y = '', m = '', d = '', H = '', M = '', S = ''] = new Date(sec * 1000).toISOString().split(/[-T:.]/)
  return { Y, m, d, H, M, S }
}
