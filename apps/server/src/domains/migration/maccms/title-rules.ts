import {
  countOf,
  namesOf,
  peopleOf,
  plainLine,
  plainText,
  readPlayStrings,
  scoreOf,
  type PlayGroup,
} from '@yunmu/formats'
import { letterOf } from '@yunmu/zh'
import { areaOf, endedState } from '../../../platform/vocabulary/areas.ts'
import type { TitleToSave } from '../migration-needs.ts'
import type { RefusedReason } from '../report-rules.ts'
import { int, number, sec, text } from '../row-values.ts'
import type { SourceRow } from '../sources/row-source.ts'

/** A title of MacCMS with the addresses of its episodes, in the order of the draft's. */
export interface ReadTitle {
  oldId: number
  slug: string
  title: TitleToSave
  urls: readonly string[]
  /** As it is written there. */
  picture: string
  /** What it plays with there; empty for none. Its page and its player may ask for different ones. */
  password: string
  /** Play groups with something in them: their position in old addresses and their first episode among the draft's. */
  groups: readonly { position: number; first: number }[]
  /** Parts of the play strings that could not be read. */
  faults: number
}

const first = (row: SourceRow, column: string): string => namesOf(text(row, column))[0] ?? ''

function yearOf(row: SourceRow): number {
  const year = countOf(text(row, 'vod_year'))
  return year >= 1880 && year <= 2100 ? year : 0
}

/** The sum of scores in tenths and their number. */
function scoresOf(row: SourceRow): { scoreSum: number; scoreCount: number } {
  const count = number(row, 'vod_score_num')
  if (count > 0 && count < 100_000_000) {
    const mean = Math.min(10, number(row, 'vod_score_all') / count)
    return { scoreSum: Math.round(mean * 10 * count), scoreCount: count }
  }
  const score = scoreOf(text(row, 'vod_score'))
  return score > 0 ? { scoreSum: Math.round(score * 10), scoreCount: 1 } : { scoreSum: 0, scoreCount: 0 }
}

/** Two groups of the same player would be one source. */
function sourceNames(groups: readonly PlayGroup[]): string[] {
  const seen = new Set<string>()
  return groups.map(({ code, note, position }) => {
    const wanted = note || code || `线路${position}`
    const name = seen.has(wanted) ? `${wanted}${position}` : wanted
    seen.add(name)
    return name
  })
}

/** The first site that a station took. */
const firstSite = 1

/** What a row of a site is called here. */
export const refOf = (site: number, oldId: number): string =>
  site <= firstSite ? `maccms:${oldId}` : `maccms:${site}:${oldId}`

/** Reads a row of a title. */
export function readTitle(
  row: SourceRow,
  categories: ReadonlyMap<number, { pidId: number; typeId: number }>,
  site = firstSite,
): ReadTitle | RefusedReason {
  if (number(row, 'vod_recycle_time') > 0 || text(row, 'vod_status') !== '1') return 'unpublished'
  const name = plainLine(text(row, 'vod_name')).trim()
  if (name === '') return 'noName'
  const category = categories.get(number(row, 'type_id')) ?? categories.get(number(row, 'type_id_1'))
  if (!category) return 'noCategory'
  const { groups: found, faults } = readPlayStrings({
    from: text(row, 'vod_play_from'),
    url: text(row, 'vod_play_url'),
    note: text(row, 'vod_play_note'),
    server: text(row, 'vod_play_server'),
  })
  const playGroups = found.filter(({ episodes }) => episodes.length > 0)
  const names = sourceNames(playGroups)
  const groups: { position: number; first: number }[] = []
  const urls: string[] = []
  const [updated, added] = [sec(row, 'vod_time'), sec(row, 'vod_time_add')]
  const episodes = playGroups.flatMap((group, at) => {
    groups.push({ position: group.position, first: urls.length })
    return group.episodes.map((episode) => {
      urls.push(episode.address)
      return {
        source: names[at] ?? '',
        sourcePosition: group.position,
        level: episode.position,
        name: episode.name,
        ...(updated > 0 && { createdSec: added || updated }),
      }
    })
  })
  const letter = text(row, 'vod_letter').trim().toUpperCase()
  const oldId = number(row, 'vod_id')
  return {
    oldId,
    slug: text(row, 'vod_en').trim().toLowerCase().slice(0, 100),
    urls,
    picture: text(row, 'vod_pic'),
    password: (text(row, 'vod_pwd_play') || text(row, 'vod_pwd')).trim(),
    groups,
    faults: faults.length,
    title: {
      origin: refOf(site, oldId),
      ...category,
      name,
      letter: /^[A-Z]$/.test(letter) ? letter : letterOf(name),
      alias: namesOf(text(row, 'vod_sub')),
      area: areaOf(text(row, 'vod_area')),
      lang: first(row, 'vod_lang'),
      year: yearOf(row),
      genres: namesOf(text(row, 'vod_class')),
      directors: peopleOf(text(row, 'vod_director')),
      actors: peopleOf(text(row, 'vod_actor')).map((actor) => ({ name: actor, role: '' })),
      intro: plainText(text(row, 'vod_content') || text(row, 'vod_blurb')),
      remarks: plainLine(text(row, 'vod_remarks')),
      state: text(row, 'vod_isend') === '1' ? endedState : '',
      premiere: plainLine(text(row, 'vod_pubdate')),
      totalEpisodes: Math.min(int(row, 'vod_total'), 100_000),
      ...scoresOf(row),
      upCount: int(row, 'vod_up'),
      hits: int(row, 'vod_hits'),
      ...(added > 0 && { createdSec: added }),
      ...(updated > 0 && { updatedSec: updated }),
      episodes,
    },
  }
}
