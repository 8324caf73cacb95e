import { isNoise, withoutSites } from './name-noise.ts'

/** Names of channels that recorders put before or after a programme. */
const CHANNEL = String.raw`(?:CCTV[- ]?\d{0,2}\+?-?(?:综合|新闻|纪录|高清|综艺|体育|电影|电视剧|戏曲|科教)*|BTV\p{Script=Han}{0,6}|(?:湖南|东方|浙江|江苏|北京|凤凰|黑龙江|安徽|山东|深圳|广东|天津|湖北|辽宁|四川|重庆|东南|河南|贵州)卫视(?:中文台|资讯台|高清)*)`
const CHANNEL_BESIDE = new RegExp(
  String.raw`\[${CHANNEL}\]|^${CHANNEL}[-_ ]+(?=.)|(?<=\d[-_ ]+)${CHANNEL}[-_ ](?=\p{Script=Han})|[-_ ]+${CHANNEL}$`,
  'giu',
)
/** What marks a copy of a file. */
const COPY = /(?<!期) ?\([1-3]\)$|[ -]+副本$|^复制 /gu
/** Names that download tools add. */
const VIDEO_ID = /[ -]*\[(?=[^\]]*[A-Z])(?=[^\]]*[a-z])[\w-]{11}\]|-BV1[0-9A-Za-z]{9}(?![0-9A-Za-z])/gu
const PARENTHESES = /\(([^()]{0,60})\)/gu
const DESCRIPTION = /^(?:[\p{Script=Han}\d]{1,6}版|电视剧|.*主演|按时间线|全?\d+集全?|完结?|end|fin|us-only)$/iu
const SEASON_ALONE = /^第[\d一二三四五六七八九十]{1,3}季$/u
const PART_NAME = /^P(\d{1,3})\. .*$/u
const METADATA_ID = /[ ]?[{[](?:tmdb|imdb|tvdb)(?:id)?[-=][a-z0-9]+[}\]]/giu
/** 【L】剧名, Z-剧名: people sort folders by letters. */
const SORT_LETTER = /^(?:\[[A-Z]\]|[A-Z][- ])(?=\p{Script=Han})/u
const GENRE_BEFORE = /^\[(?:短剧|纪录片|电影|电视剧|综艺|动漫|新番)\]/u

function withoutDescription(whole: string, inner: string, isFolder: boolean): string {
  const part = PART_NAME.exec(inner.trim())
  if (part !== null) return ` P${part[1]} `
  if (isNoise(inner)) return ' '
  if (SEASON_ALONE.test(inner.trim())) return ` ${inner} `
  if (!DESCRIPTION.test(inner.trim())) return whole
  return isFolder || !/^\d+集$/u.test(inner) ? ' ' : whole
}

/** A name as people wrote it, with one kind of brackets and without what sites, tools and copies added. */
export function preparedName(name: string, isFolder: boolean): string {
  return withoutSites(
    name
      .replace(/%20/gu, ' ')
      .replace(/[【〖〔「『〈]/gu, '[')
      .replace(/[】〗〕」』〉]/gu, ']')
      .replace(/[★☆丨￡]/gu, ' ')
      .replace(METADATA_ID, '')
      .replace(VIDEO_ID, '')
      .replace(isFolder ? /(?!)/gu : COPY, ' ')
      .trim(),
  )
    .replace(/(?<=[ ._-])(?:END|FIN)(?=[ ._\-[(]|$)/gu, ' ')
    .trim()
    .replace(SORT_LETTER, '')
    .replace(GENRE_BEFORE, ' ')
    .replace(/^(?:综艺|动漫|短剧|电视剧|纪录片|电影)[._·-]+(?=\p{Script=Han})/u, '')
    .replace(CHANNEL_BESIDE, ' ')
    .replace(PARENTHESES, (whole, inner: string) => withoutDescription(whole, inner, isFolder))
    .replace(/(?<=\])\s*\d{1,2}月新番\s*/gu, ' ')
    .trim()
}
