/** Words of release names about picture, audio and packaging. The title ends before the first of them. */
const LATIN_NOISE =
  /(?<![a-z0-9])(?:\d{3,4}[pi](?:\d{2})?|\d{3,4}x\d{3,4}p?|[48]k\d{0,3}|u?hd(?:\d{3,4}p?)?|hdr10|web-?(?:dl|rip)|blu-?ray|mbluray|b[dr]-?rip|bd(?:\d{3,4}p)?|dvd\d?-?(?:rip|scr)?|vcd|hd-?(?:tv|rip|cam)(?:rip)?|hr-hdtv|remux|[xh]\.?26[45]|hevc|avc|av1|xvid|aac(?:\d\.\d)?|e?ac-?3|ddp?\+?\d\.\d|dts(?:-?hd)?|truehd|atmos|flac|(?:8|10)-?bit|hdr(?:10)?\+?|sdr|\d{2,3}(?:\.\d{1,3})?fps|\d{2,3}(?:\.\d{1,3})?帧|hq|proper|repack|chs|cht|gb|big5|complete|imax|3d|criterion|remastered|extended|unrated|uncut|hsbs|ma10p_\d+p|hi10p|rv(?:9|10)|webrip|ntsc|(?<=[_ ])(?:2160|1080|720|480)(?=$)|\d{1,3}(?:\.\d{1,2})?gb)(?![a-z0-9])/giu

/** No word is composed of others, so that a sequence of them matches in one way only. */
const HAN_WORDS =
  '[日韩英德法]语中字|印地语中字|国粤双语|国英双语|国日双语|日国双语|国日多音轨|国语音轨|国语配音|配音|国粤日多音轨|国英台三语|中英双[语字幕]|中英字幕|简英双字|中英双字|简日双语|中日双语字幕|双语字幕|中文字幕|简繁中字|简繁英字幕|简繁日内封|简繁内封字幕|简繁日内封字幕|简繁内封|简体内嵌|繁体内嵌|繁體內嵌|繁体字幕|繁體字幕|简日内嵌|简日内封|字幕|双语|双字|中字|无字|繁中|国语版|国语|國語|粤语版|粤语|粵語|普通话|简体|繁体|简繁|简日|繁日|内嵌|内封|高清|超清|蓝光|藍光|标清|流畅|原盘|无水印|无修正|未删减版?|完整版?|完整|高码率?|臻彩|杜比视界|修复版?|付费|资源站|下载'
const VERSION =
  '(?:导演剪辑|加长|未分级|国际|终极|修复|4K修复|4K纪念|重制|川话|沪语|粤语|国语|双语|中文|竖屏|横屏|周日|真人|合并|会员)版'
const VERSION_BETWEEN = new RegExp(`(?<=[ ._])${VERSION}(?=[ ._]|$)`, 'gu')
const SITES =
  '腾讯视频|优酷视频|爱奇艺|芒果TV|哔哩哔哩|BT之家|BT吧|电影天堂|阳光电影|飘花电影|66影视|在线观看|电视剧全集|正版|最新电影|全剧终|大结局|完结|更新中'
const WORD_LIST = `${VERSION}|${HAN_WORDS}|${SITES}|完|终|竖屏|横屏`
const HAN_NOISE = new RegExp(
  `(?<=[ ._([\\-–—~+])(?:(?:${WORD_LIST}|视频|电影)+|英语|日语|韩语|德语|法语|印地语|英文|日文|豆瓣\\d\\.\\d分?|主演:)(?![\\p{Script=Han}])|主演:|(?:${HAN_WORDS})+$`,
  'gu',
)
const OTHER_NOISE = new RegExp(
  `${WORD_LIST}|[英日韩德法国粤中]语|招募翻译|完|(?<![a-z0-9])(?:gb|mp4|mkv|jp(?:sc|tc)?|sc|tc|v\\d|end|fin|multiple subtitle|movie|baha|b-global|netflix|nf|cr|srtx2|assx2|qsv|[0-9a-f]{8})(?![a-z0-9])`,
  'giu',
)
/** A domain, with the name that its site puts before it. */
const SITE =
  /(?:[\p{Script=Han}]{2,6}|\d{1,4}影视)?@?(?:www\.)[a-z0-9-]+\.[a-z]{2,4}(?:\.[a-z]{2})?@?|(?:阳光电影|电影天堂|飘花电影|\d{1,4}影视)[a-z0-9-]+\.(?:com|net|org|cc|tv)|^[a-z0-9-]+\.(?:com|net|org|cc|tv)[@ _-]|@资源站$/giu
/** What people and sites write around a name to be followed. */
const PROMOTION =
  /\[[^[\]]*(?:www\.|微信|公众号|更多资源|加群|首发|[a-z0-9-]+\.(?:com|net|org|cc|tv)(?![a-z]))[^[\]]*\]|^(?:微信)?公众号\[[^[\]]*\]|^(?:关注)?公众号:[^_\s-]{1,20}[_\s-]|^(?:优酷视频|腾讯视频|爱奇艺|BT吧|来自:分享)[-_ ]/giu

const HEIGHT = /(?<!\d)(4320|2160|1440|1080|720|576|540|480|360)[pi](?![a-z])/iu
const SIZE = /(?<!\d)\d{3,4}x(4320|2160|1440|1080|720|576|540|480|360)(?!\d)/iu
const WORD_HEIGHTS = [
  [/(?<![a-z0-9])8k(?![a-z0-9])/iu, '4320p'],
  [/(?<![a-z0-9])(?:4k|uhd)(?![a-z0-9])/iu, '2160p'],
] as const

const LANGUAGES = [
  ['zh', /国语|國語|普通话|国[粤英]|mandarin/iu],
  ['yue', /[粤粵]语|粵語|国粤|cantonese/iu],
  ['en', /英语|英文|国英|(?<![a-z])english(?![a-z])/iu],
  ['ja', /日语|日文|(?<![a-z])japanese(?![a-z])/iu],
  ['ko', /韩语|韩文|(?<![a-z])korean(?![a-z])/iu],
] as const

/** Removes addresses of download sites, and what asks to follow somebody. */
export function withoutSites(text: string): string {
  return text.replace(PROMOTION, ' ').replace(SITE, ' ')
}

/** A version named in the middle of a name, 东邪西毒.终极版.Ashes of Time, as spaces. */
export const withoutVersions = (text: string): string =>
  text.replace(VERSION_BETWEEN, (word) => ' '.repeat(word.length))

/** Whether the text in brackets only describes the file. */
export function isNoise(text: string): boolean {
  return (
    text
      .replace(LATIN_NOISE, ' ')
      .replace(OTHER_NOISE, ' ')
      .replace(/[ ._+&,/·×-]+/gu, '') === ''
  )
}

/** Start of the file's description: the length of the text if there is none, and never 0. */
export function noiseStart(text: string): number {
  const starts = [LATIN_NOISE, HAN_NOISE].flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index))
  return Math.min(text.length, ...starts.filter((index) => index > 0))
}

/** The text with its describing words replaced by spaces; names of release groups stay. */
export function withoutNoise(text: string): string {
  return text.replace(LATIN_NOISE, ' ').replace(HAN_NOISE, ' ')
}

/** The picture height stated in a name, e.g. `1080p`. */
export function parseQuality(text: string): string | null {
  const height = HEIGHT.exec(text)?.[1] ?? SIZE.exec(text)?.[1]
  if (height !== undefined) return `${height}p`
  return WORD_HEIGHTS.find(([word]) => word.test(text))?.[1] ?? null
}

/** The spoken languages stated in a name, as BCP 47. */
export function parseLanguages(text: string): string[] {
  return LANGUAGES.filter(([, words]) => words.test(text)).map(([language]) => language)
}
