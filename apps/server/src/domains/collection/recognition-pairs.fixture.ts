import { readdirSync, readFileSync } from 'node:fs'
import { readProvideJson, type ProvideVod } from '@yunmu/formats'
import type { KnownTitle } from './collection-needs.ts'
import { factsOfKnown, factsOfVod, newDraft } from './draft-rules.ts'
import type { Recognition, TitleFacts } from './recognition-rules.ts'

/** Two records of titles, and what an editor says of them. */
export interface RecognitionPair {
  readonly known: TitleFacts
  readonly found: TitleFacts
  readonly expected: Recognition
  /** The file, the title of the catalog and the line, by which a test names what is wrong. */
  readonly place: string
}

const EXPECTED: Readonly<Record<string, Recognition>> = { '=': 'same', '?': 'doubtful', '!': 'new' }

/**
 * Lines are `name|year|category|areas|directors|actors|other names` after one character: `+` is a title of the catalog, the
 * others are records of a source that are compared with it: `=` the same, `?` doubtful, `!` another one. An empty field is
 * that of the title above, and `-` is a missing one.
 */
function parseLine(line: string, above: readonly string[]): string[] {
  const fields = line.slice(1).split('|')
  return ['name', 'year', 'category', 'areas', 'directors', 'actors', 'aliases'].map((field, at) => {
    const value = fields[at] ?? ''
    // Other names are the record's own: a source does not know ours.
    return value === '' && field !== 'aliases' ? (above[at] ?? '') : value
  })
}

/** The record as a source sends it, read by the product. */
function vodOf(fields: readonly string[]): ProvideVod {
  const [name = '', year = '', category = '', areas = '', directors = '', actors = '', aliases = ''] = fields.map(
    (field) => (field === '-' ? '' : field),
  )
  const row = {
    vod_id: 1,
    vod_name: name,
    vod_year: year,
    type_name: category,
    vod_area: areas,
    vod_director: directors,
    vod_actor: actors,
    vod_sub: aliases,
  }
  const parsed = readProvideJson(Buffer.from(JSON.stringify({ code: 1, list: [row] })))
  const vod = 'reply' in parsed ? parsed.reply.vods[0] : undefined
  if (!vod) throw new Error(`a pair that cannot be read: ${fields.join('|')}`)
  return vod
}

/** A title of the catalog that was collected. */
function knownOf(vod: ProvideVod): KnownTitle {
  const category = { id: 1, pidId: 1, name: vod.typeName, path: vod.typeName }
  const draft = newDraft(vod, { origin: '', category, episodes: [], nowSec: 0 })
  return {
    id: 1,
    origin: null,
    pidId: 1,
    typeId: 1,
    category: category.name,
    name: draft.name,
    letter: draft.letter,
    alias: draft.alias ?? [],
    area: draft.area ?? '',
    lang: '',
    year: draft.year ?? 0,
    genres: [],
    directors: draft.directors ?? [],
    actors: (draft.actors ?? []).map((actor) => actor.name),
    intro: '',
    remarks: '',
    state: '',
    totalEpisodes: 0,
    poster: '',
    updatedSec: 0,
    lockedFields: [],
    deletedSec: null,
  }
}

/** The pairs of the files of a folder beside this file. */
export function readPairs(folder: string): RecognitionPair[] {
  const url = new URL(`./${folder}/`, import.meta.url)
  const pairs: RecognitionPair[] = []
  for (const file of readdirSync(url).toSorted()) {
    let above: string[] = []
    for (const line of readFileSync(new URL(file, url), 'utf8').split('\n')) {
      const mark = line.charAt(0)
      if (mark === '+') above = parseLine(line, [])
      const expected = EXPECTED[mark]
      if (expected === undefined) continue
      pairs.push({
        known: factsOfKnown(knownOf(vodOf(above))),
        found: factsOfVod(vodOf(parseLine(line, above)), ''),
        expected,
        place: `${file}: ${above[0] ?? ''} ${above[1] ?? ''} ${line}`,
      })
    }
  }
  return pairs
}
