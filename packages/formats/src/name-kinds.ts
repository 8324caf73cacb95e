/** What a file is beside a film or an episode. */
export type SideKind = 'special' | 'extra' | 'trailer'

export interface KindMark {
  readonly kind: SideKind
  /** `花絮2` is 2; null without a number. */
  readonly number: number | null
  readonly start: number
  readonly end: number
}

const TRAILER = '(?:终极|定档|先导|首支|正式|下集)?预告片?'
const EXTRA =
  '幕后花絮|花絮|幕后(?:纪录片|特辑)?|片场直击|彩蛋|NG集锦|删减片段|未播片段|(?:制作|导演|幕后|人物)特辑|主创访谈|主题曲(?:MV)?|片[头尾]曲|加更版?|纯享版?|映像特典|特典(?:映像)?'
const SPECIAL = '番外篇?|特别篇|總集篇|总集篇|先导片'

/** Preceded by a separator or an episode mark, and followed by a separator, a number or the end. */
const HAN_KIND = new RegExp(
  `(?<=^|[ ._\\-—:集话話期季\\](])(?:(${TRAILER})|(${EXTRA})|(${SPECIAL}))[ ._]?(\\d{1,2})?(?=$|[ ._\\-—:)\\]\\[]|[上中下]$)`,
  'u',
)
const LATIN_KIND =
  /(?<=[ ._\-\])])(?:(?:official[ ._])?(trailer|teaser|pv)|(gag[ ._]reel|deleted[ ._]scenes|behind[ ._]the[ ._]scenes|nc(?:op|ed)))[ ._]?(\d{1,2})?(?=$|[ ._\-\][(])/iu
const LATIN_SPECIAL = /(?<![a-z])(?:sp|ova|oad)[ ._]?(\d{1,2})?(?![a-z0-9])/iu
/** A bracket of its own, or the whole name. */
const ALONE: readonly (readonly [SideKind, RegExp])[] = [
  ['trailer', new RegExp(`^(?:${TRAILER}|pv|cm|teaser|trailer)[ _]?(\\d{1,2})?$`, 'iu')],
  ['extra', new RegExp(`^(?:${EXTRA}|nc(?:op|ed)|menu|iv)[ _]?(\\d{1,2})?[a-z]?$`, 'iu')],
  ['special', new RegExp(`^(?:${SPECIAL}|sp|ova|oad)[ _]?(\\d{1,2})?$`, 'iu')],
]
/** Suffixes of Jellyfin and Kodi: `-trailer`, `-featurette`. */
const SUFFIX =
  /[-_.](?:(trailer)|(behindthescenes|deleted|deletedscene|featurette|interview|scene|short|extra|other|clip))$/iu
const PREVIEW = /^preview[ _]?(\d{1,3})$/iu

const FOLDERS: readonly (readonly [SideKind, RegExp])[] = [
  ['trailer', /^(?:trailers?|预告片?|pv)$/iu],
  [
    'extra',
    /^(?:extras?|behind the scenes|deleted scenes|featurettes?|interviews?|scenes|shorts|clips|other|bonus|花絮|幕后|(?:映像)?特典(?:映像)?|彩蛋|周边)$/iu,
  ],
  ['special', /^(?:specials?|sps?|ova|oad|番外篇?|特别篇|season 0{1,2}|s00)$/iu],
]

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

/** The kind that a folder's name gives to the files in it; null for other folders. */
export function folderKind(folder: string): SideKind | null {
  return FOLDERS.find(([, pattern]) => pattern.test(folder))?.[0] ?? null
}

/** The kind that a bracket, or a name without anything else, states. */
export function kindOfWhole(text: string): Omit<KindMark, 'start' | 'end'> | null {
  for (const [kind, pattern] of ALONE) {
    const match = pattern.exec(text)
    if (match !== null) return { kind, number: numberOf(match[1]) }
  }
  return null
}

/** The episode that `Preview08` in a bracket is of. */
export const previewedEpisode = (text: string): number | null => numberOf(PREVIEW.exec(text)?.[1])

/** The kind stated after a title: 花絮, 预告2, `-trailer`, `OVA`. A word at the beginning belongs to the title. */
export function findKind(text: string): KindMark | null {
  const whole = kindOfWhole(text.trim())
  if (whole !== null) return { ...whole, start: 0, end: text.length }
  const suffix = SUFFIX.exec(text)
  if (suffix !== null && suffix.index > 0) {
    const kind = suffix[1] === undefined ? 'extra' : 'trailer'
    return { kind, number: null, start: suffix.index, end: text.length }
  }
  const han = HAN_KIND.exec(text)
  if (han !== null && (han.index > 0 || han[0].length === text.length)) {
    const [matched, trailer, extra, , number] = han
    const kind = trailer !== undefined ? 'trailer' : extra !== undefined ? 'extra' : 'special'
    return { kind, number: numberOf(number), start: han.index, end: han.index + matched.length }
  }
  const latin = LATIN_KIND.exec(text)
  if (latin !== null) {
    const kind = latin[1] === undefined ? 'extra' : 'trailer'
    return { kind, number: numberOf(latin[3]), start: latin.index, end: latin.index + latin[0].length }
  }
  const special = LATIN_SPECIAL.exec(text)
  if (special === null || special.index === 0) return null
  return {
    kind: 'special',
    number: numberOf(special[1]),
    start: special.index,
    end: special.index + special[0].length,
  }
}
