import { pathParts, splitSubtitleExtension, withoutMediaExtension } from './file-path.ts'

export type SubtitleFormat = 'srt' | 'ass' | 'vtt'

export interface SubtitleName {
  /** Null if the file is no subtitle. */
  readonly format: SubtitleFormat | null
  /** BCP 47; null if the name does not say. */
  readonly language: string | null
  /** `forced` translates foreign dialogue only, `sdh` describes sounds as well. */
  readonly kind: 'full' | 'forced' | 'sdh'
  /** Possible `videoStem`s of the video that it belongs to, the most likely first. */
  readonly videoStems: readonly string[]
}

const FORMATS = new Map<string, SubtitleFormat>([
  ['srt', 'srt'],
  ['ass', 'ass'],
  ['ssa', 'ass'],
  ['vtt', 'vtt'],
])

const LANGUAGE_WORDS: readonly (readonly [language: string, words: string])[] = [
  ['zh-Hans', 'zh-hans zh-cn zh_cn zh-sg zhs chs sc gb gbk gb2312 gb18030 简体 简体中文 简中 简 简英 chs&eng chs-eng'],
  ['zh-Hant', 'zh-hant zh-tw zh_tw zh-hk zht cht tc big5 繁体 繁體 繁体中文 繁體中文 繁中 繁 繁英 cht&eng cht-eng'],
  ['zh', 'zh zho chi cn chn chinese 中文 中字 国语 双语 中英 中英双语 中英双字'],
  ['yue', 'yue cantonese 粤语 粵語'],
  ['en', 'en eng english en-us en-gb 英文 英语 英字 英'],
  ['ja', 'ja jp jpn japanese 日文 日语 日'],
  ['ko', 'ko kor korean 韩文 韩语 韩'],
  ['fr', 'fr fre fra french 法语'],
  ['de', 'de ger deu german 德语'],
  ['es', 'es spa spanish 西班牙语'],
  ['ru', 'ru rus russian 俄语'],
]
const LANGUAGES = new Map(
  LANGUAGE_WORDS.flatMap(([language, words]) => words.split(' ').map((word) => [word, language])),
)
const KINDS = new Map<string, SubtitleName['kind']>([
  ['forced', 'forced'],
  ['foreign', 'forced'],
  ['sdh', 'sdh'],
  ['cc', 'sdh'],
  ['hi', 'sdh'],
])
const MEANINGLESS = new Set(['default', 'full', 'sub', 'subs', 'subtitle', '字幕'])
const SUBTITLE_FOLDERS = new Set(['subs', 'sub', 'subtitles', 'subtitle', '字幕'])
/** A suffix at the end of a stem: `.chs`, `_chs`, `-chs`, ` chs`, `[chs]`, `(chs)`. */
const SUFFIX =
  /^(.+?)(?:[._ -]([^._ \-[\]()]{1,12}(?:[-_&][^._ \-[\]()]{1,8})?)|[ ._-]?[[(【]([^[\]()【】]{1,12})[\])】])$/u

function keyOf(folders: readonly string[], stem: string): string {
  return [...folders, stem].join('/').toLowerCase()
}

/** Key that matches a video with its subtitles: its path without extension, normalised. */
export function videoStem(relativePath: string): string {
  const parts = pathParts(relativePath)
  return keyOf(parts.slice(0, -1), withoutMediaExtension(parts.at(-1) ?? ''))
}

/**
 * Parses the name of a subtitle file: format, language and kind from suffixes such as `.zh.srt`, `.chs.ass`, `.简体.srt`,
 * `.eng.forced.srt`, in any order, and the videos it may belong to, beside it or beside its `Subs` folder. Never
 * throws.
 */
export function parseSubtitleName(relativePath: string): SubtitleName {
  const parts = pathParts(relativePath)
  const { stem: name, extension } = splitSubtitleExtension(parts.at(-1) ?? '')
  const stems = [name]
  let language: string | null = null
  let kind: SubtitleName['kind'] = 'full'
  for (let suffix = SUFFIX.exec(name); suffix !== null; suffix = SUFFIX.exec(stems.at(-1) ?? '')) {
    const word = (suffix[2] ?? suffix[3] ?? '').toLowerCase()
    const named = LANGUAGES.get(word)
    const namedKind = KINDS.get(word)
    if (named === undefined && namedKind === undefined && !MEANINGLESS.has(word)) break
    language ??= named ?? null
    if (namedKind !== undefined) kind = namedKind
    stems.push(suffix[1] ?? '')
  }
  const folders = parts.slice(0, -1)
  const places = SUBTITLE_FOLDERS.has((folders.at(-1) ?? '').toLowerCase())
    ? [folders.slice(0, -1), folders]
    : [folders]
  return {
    format: FORMATS.get(extension) ?? null,
    language,
    kind,
    videoStems: stems.flatMap((stem) => places.map((place) => keyOf(place, withoutMediaExtension(stem)))),
  }
}
