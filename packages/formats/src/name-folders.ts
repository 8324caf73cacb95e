import { bracketNames, splitBrackets } from './name-brackets.ts'
import { folderKind, type SideKind } from './name-kinds.ts'
import { findSeason, findSeasonBesideEpisode, findYear, withoutPacks } from './name-marks.ts'
import { isNoise, noiseStart } from './name-noise.ts'
import { preparedName } from './name-text.ts'
import { hasLetter, splitNames } from './name-title.ts'

export interface FolderMetadata {
  /** From the nearest folder that has a name of its own; empty if there is none. */
  readonly title: string
  readonly season: number | null
  readonly year: number | null
  /** What a folder such as 花絮 or `Extras` makes of its files. */
  readonly kind: SideKind | null
  /** A folder of several films, whose files begin with their number. */
  readonly isCollection: boolean
}

const GENERIC =
  /^(?:(?:我的)?(?:电影|影片|视频|电视剧|连续剧|剧集|动漫|动画片?|动画电影|番剧|综艺|纪录片|短剧|微短剧|下载|媒体|影视|资源)|(?:老|国产|香港|华语|欧美|日本|韩国)(?:电影|片|剧|动漫)|老片|国产剧|[港台美英日韩泰]剧|tvb(?:剧集)?|华语|国产|更新|来自分享|百度云|阿里云盘|夸克网盘|迅雷下载|115|(?:19|20)\d\d年?|\d{1,2}\.\d{1,2}|[a-z](?:-[a-z])?|\d{4}短剧(?:合集)?|新建文件夹.*|films?|movies?|videos?|media|tv(?: ?shows?)?|series|shows?|anime|dvr|downloads?|uploads?|imports?|library|data|home|root|admin|tmp|mnt|srv|bdmv|stream|video_ts|[\p{Script=Han}]{2,4}卫视)$/iu
const SEASON_FOLDER = /^(?:第 ?[\d零〇一二两兩三四五六七八九十百]{1,4} ?季|season[ ._-]?\d{1,2}|s\d{1,2})$/iu
const COLLECTION = /全集|合集|系列|作品集|全系列|\d ?- ?\d|宇宙/u
const CREDITS = /(?:&| 主演| 导演).*$/u

/** Metadata from the folders, from the innermost outwards, up to the first that has a name of its own. */
export function parseFolders(folders: readonly string[]): FolderMetadata {
  let season: number | null = null
  let kind: SideKind | null = null
  for (const folder of folders.toReversed()) {
    const stated = folderKind(folder)
    if (SEASON_FOLDER.test(folder)) season ??= findSeason(folder)?.season ?? null
    else if (stated !== null) kind ??= stated
    else if (isNoise(withoutPacks(folder))) continue
    else if (GENERIC.test(folder)) break
    else return { ...parseFolder(folder, season), kind, isCollection: COLLECTION.test(folder) }
  }
  return { title: '', season, year: null, kind, isCollection: false }
}

function parseFolder(folder: string, stated: number | null): Pick<FolderMetadata, 'title' | 'season' | 'year'> {
  const text = withoutPacks(preparedName(folder, true)).replace(/^\d{1,3}[-.、](?=\p{Script=Han})/u, '')
  const { outside, groups } = splitBrackets(text)
  const season = findSeason(outside) ?? seasonAtEnd(outside)
  const year = findYear(outside)
  const starts = [season?.start, year?.start, noiseStart(outside)].filter((at) => at !== undefined)
  const from = year?.start === 0 ? year.end : 0
  const before = outside.slice(from, Math.min(...starts.filter((at) => hasLetter(outside.slice(from, at)))))
  const head = hasLetter(before) ? before : outside.slice(Math.max(season?.end ?? 0, year?.end ?? 0))
  const named = bracketNames(groups)
  const { title } = splitNames(head.replace(CREDITS, ''))
  const fromBrackets = groups.map(({ text: group }) => /^(?:19|20)\d\d$/u.exec(group)?.[0]).find(Boolean)
  return {
    title: hasLetter(title) ? title : splitNames(named.title).title,
    season: stated ?? season?.season ?? null,
    year: year?.year ?? (fromBrackets === undefined ? null : Number(fromBrackets)),
  }
}

/** 铁齿铜牙纪晓岚第3部 */
function seasonAtEnd(text: string) {
  const mark = findSeasonBesideEpisode(text)
  return mark !== null && mark.start > 0 && text.slice(mark.end).trim() === '' ? mark : null
}
