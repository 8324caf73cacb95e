import { toSimplified } from '@yunmu/zh'
import { cctvNames, cctvPaid, channelAliases } from './channel-aliases.ts'
import { NUMBER, readNumber } from './chinese-number.ts'

/** Country and stream behind an identifier: `CCTV1.cn@SD`. */
const IDENTIFIER_TAIL = /^([\p{L}\p{N}+_-]+)\.[A-Z]{2}(?:@[\w-]*)?$/u
/** Notes in brackets about the picture, the line or the place, which say nothing of the channel. */
const NOTE =
  /[([【「<](?:[^()[\]【】「」<>]*(?:\d{3,4}[PI]|[48]K|高清|超清|标清|蓝光|HEVC|H\.?26[45]|AVC|HDR|FPS|M\b|BLOCKED|24\/7|IPV[46]|备用|线路|源|联通|电信|移动|组播|单播|测试)[^()[\]【】「」<>]*|HD|SD|FHD|UHD|备|主)[)\]】」>]/g
const BETWEEN = /[\s\p{P}\p{S}]+/gu
const QUALITY =
  /(?:超高清|全高清|高清|超清|标清|蓝光|原画|流畅|(?<=TV)HD|(?<![A-Z])(?:UHD|FHD|HDR10|HDR|HD|SD|HEVC|H26[45]|AVC|10BIT)(?![A-Z])|2160P|1080[PI]|720P|576[PI]|480P|(?:25|30|50|60)FPS|\d{1,2}M(?=$))/g
/** How sharp a channel is, behind its name; national television has channels of that name, too. */
const SHARPNESS = /(?<!^CCTV)[\s_-]+[48]K(?=$|[\s\p{P}])/gu
const QUALITY_TAIL = /(?:[48]K|频道)$/
const CCTV = /^(?:CCTV|CNTV|中央电视台|中央台|中央|央视)/
const CCTV_NUMBER = new RegExp(`^第?(${NUMBER})(\\+|PLUS|加)?(套|台|频道)?`)
const MOST_CCTV = 17
const LONGEST_NAME = 200

/** By which number, or by none, a name of national television is known: what stands behind `CCTV`. */
function cctvKey(rest: string): string {
  const ultra = /^([48]K)/.exec(rest)
  if (ultra?.[1] !== undefined) return `CCTV${ultra[1]}`
  const numbered = CCTV_NUMBER.exec(rest)
  const number = numbered ? readNumber(numbered[1] ?? '') : null
  if (number !== null && number >= 1 && number <= MOST_CCTV) {
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
 * The form under which names of channels are compared, in lists, guides and identifiers: `CCTV-1 综合 高清`, `ＣＣＴＶ１`,
 * `央视一套` and `CCTV1.cn` are one; so are the names that a channel has beside its own, in either script. Empty for a
 * name without a letter or digit.
 */
export function channelKey(name: string): string {
  const wide = toSimplified(name.slice(0, LONGEST_NAME).toWellFormed().normalize('NFKC'))
    .toUpperCase()
    .normalize('NFKC')
    .trim()
  const bare = (IDENTIFIER_TAIL.exec(wide)?.[1] ?? wide)
    .replace(NOTE, ' ')
    .replace(SHARPNESS, ' ')
    .replace(QUALITY, ' ')
  // A plus is part of a name, all other marks stand between its parts.
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
