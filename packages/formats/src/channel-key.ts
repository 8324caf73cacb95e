import { toSimplified } from '@yunmu/zh'
import { cctvNames, cctvPaid, channelAliases } from './channel-aliases.ts'
import { NUMBER, parseNumber } from './chinese-number.ts'

/** Country and stream suffix of an identifier: `CCTV1.cn@SD`. */
const IDENTIFIER_TAIL = /^([\p{L}\p{N}+_-]+)\.[A-Z]{2}(?:@[\w-]*)?$/u
/** Bracketed notes about picture, line or region, which do not identify the channel. */
const NOTE =
  /[([【「<](?:[^()[\]【】「」<>]*(?:\d{3,4}[PI]|[48]K|高清|超清|标清|蓝光|HEVC|H\.?26[45]|AVC|HDR|FPS|M\b|BLOCKED|24\/7|IPV[46]|备用|线路|源|联通|电信|移动|组播|单播|测试)[^()[\]【】「」<>]*|HD|SD|FHD|UHD|备|主)[)\]】」>]/g
const BETWEEN = /[\s\p{P}\p{S}]+/gu
const QUALITY =
  /(?:超高清|全高清|高清|超清|标清|蓝光|原画|流畅|(?<=TV)HD|(?<![A-Z])(?:UHD|FHD|HDR10|HDR|HD|SD|HEVC|H26[45]|AVC|10BIT)(?![A-Z])|2160P|1080[PI]|720P|576[PI]|480P|(?:25|30|50|60)FPS|\d{1,2}M(?=$))/g
/** Resolution after a channel's name; national television also has channels named 4K and 8K. */
const SHARPNESS = /(?<!^CCTV)[\s_-]+[48]K(?=$|[\s\p{P}])/gu
const QUALITY_TAIL = /(?:[48]K|频道)$/
const CCTV = /^(?:CCTV|CNTV|中央电视台|中央台|中央|央视)/
const CCTV_NUMBER = new RegExp(`^第?(${NUMBER})(\\+|PLUS|加)?(套|台|频道)?`)
const MAX_CCTV = 17
const MAX_NAME_LENGTH = 200

/** The key of a national channel, given the text after `CCTV`: by its number, or by its name. */
function cctvKey(rest: string): string {
  const ultra = /^([48]K)/.exec(rest)
  if (ultra?.[1] !== undefined) return `CCTV${ultra[1]}`
  const numbered = CCTV_NUMBER.exec(rest)
  const number = numbered ? parseNumber(numbered[1] ?? '') : null
  if (number !== null && number >= 1 && number <= MAX_CCTV) {
    const tail = rest.slice(numbered?.[0].length ?? 0).replace(QUALITY_TAIL, '')
    if (number === 5 && (numbered?.[2] !== undefined || tail.startsWith('体育赛事'))) return 'CCTV5+'
    if (number === 4 && tail !== '') return keyByName(tail) ?? 'CCTV4'
    return `CCTV${number}`
  }
  const name = rest.replace(QUALITY_TAIL, '').replace(/^央视/, '')
  return keyByName(name) ?? (cctvPaid.has(name) ? name : `CCTV${name}`)
}

function keyByName(name: string): string | null {
  const found = Object.entries(cctvNames).find(([, names]) => names.includes(name))
  return found ? `CCTV${found[0]}` : null
}

/**
 * The form in which channel names of lists, guides and identifiers are compared: `CCTV-1 综合 高清`, `ＣＣＴＶ１`, `央视一套` and
 * `CCTV1.cn` have the same key, and so have a channel's other names, in either script. Empty for a name without a
 * letter or digit.
 */
export function channelKey(name: string): string {
  const wide = toSimplified(name.slice(0, MAX_NAME_LENGTH).toWellFormed().normalize('NFKC'))
    .toUpperCase()
    .normalize('NFKC')
    .trim()
  const bare = (IDENTIFIER_TAIL.exec(wide)?.[1] ?? wide)
    .replace(NOTE, ' ')
    .replace(SHARPNESS, ' ')
    .replace(QUALITY, ' ')
  // A plus sign is part of a name; other punctuation separates words.
  const joined = bare.replace(BETWEEN, (marks) => (marks.includes('+') ? '+' : ''))
  const whole = channelAliases.get(joined)
  if (whole !== undefined) return whole
  const cctv = CCTV.exec(joined)
  if (cctv) {
    const rest = joined.slice(cctv[0].length)
    const spoken = channelAliases.get(`CCTV${rest}`)
    return rest === '' ? 'CCTV' : (spoken ?? cctvKey(rest))
  }
  let key = joined
  while (QUALITY_TAIL.test(key) && key.replace(QUALITY_TAIL, '') !== '') key = key.replace(QUALITY_TAIL, '')
  return channelAliases.get(key) ?? (key === '' ? joined : key)
}
