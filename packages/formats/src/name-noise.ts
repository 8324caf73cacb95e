/** Words of release names about picture, audio and packaging. The title ends before the first of them. */
const LATIN_NOISE =
  /(?<![a-z0-9])(?:\d{3,4}[pi](?:\d{2})?|\d{3,4}x\d{3,4}|[48]k|u?hd(?:\d{3,4}p?)?|web-?(?:dl|rip)|blu-?ray|b[dr]-?rip|bd|dvd-?(?:rip|scr)?|hd-?(?:tv|rip|cam)|remux|[xh]\.?26[45]|hevc|avc|av1|xvid|aac(?:\d\.\d)?|e?ac-?3|ddp?\+?\d\.\d|dts(?:-?hd)?|truehd|atmos|flac|(?:8|10)-?bit|hdr(?:10)?\+?|sdr|\d{2,3}fps|hq|proper|repack|chs|cht|big5|complete)(?![a-z0-9])/giu

/** No word is composed of others, so that a sequence of them matches in one way only. */
const HAN_WORDS =
  '国粤双语|国英双语|中英双[语字幕]|中英字幕|中文字幕|双语|双字|中字|字幕|国语|國語|粤语|粵語|普通话|简体|繁体|简繁|内嵌|内封|高清|超清|蓝光|藍光|标清|原盘|无水印|未删减版?|完整版'
const HAN_NOISE = new RegExp(
  `(?<=[ ._([-])(?:${HAN_WORDS}|英语|日语|韩语|英文|日文)(?![\\p{Script=Han}])|(?:${HAN_WORDS})+$`,
  'gu',
)
const OTHER_NOISE = new RegExp(
  `${HAN_WORDS}|英语|日语|韩语|完|(?<![a-z0-9])(?:gb|mp4|mkv|jp|sc|tc|v\\d|end|[0-9a-f]{8})(?![a-z0-9])`,
  'giu',
)
const SITE = /(?:www\.)[a-z0-9-]+\.(?:[a-z]{2,4})(?:\.[a-z]{2})?@?|^[a-z0-9-]+\.(?:com|net|org|cc|tv)[@ _-]/giu

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

/** Removes addresses of download sites. */
export function withoutSites(text: string): string {
  return text.replace(SITE, ' ')
}

/** Whether the text in brackets only describes the file. */
export function isNoise(text: string): boolean {
  return (
    text
      .replace(LATIN_NOISE, ' ')
      .replace(OTHER_NOISE, ' ')
      .replace(/[ ._+&,/-]+/gu, '') === ''
  )
}

/** Start of the file's description: the length of the text if there is none, and never 0. */
export function noiseStart(text: string): number {
  const starts = [LATIN_NOISE, HAN_NOISE].flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index))
  return Math.min(text.length, ...starts.filter((index) => index > 0))
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
