import type { ProvideVod } from '@yunmu/formats'
import { letterOf } from '@yunmu/zh'
import type { CollectedTitle, CollectionCategory, KnownTitle } from './collection-needs.ts'
import { fieldsOf } from './draft-rules.ts'
import { parseName } from './recognition-name-rules.ts'
import type { FieldChange } from './run-rules.ts'

/** Fields of titles that a source may be allowed to overwrite, by their names for the operator, with those of a draft. */
export const overwritable = {
  name: 'name',
  alias: 'alias',
  category: 'typeId',
  area: 'area',
  lang: 'lang',
  year: 'year',
  genres: 'genres',
  directors: 'directors',
  actors: 'actors',
  intro: 'intro',
  remarks: 'remarks',
  state: 'state',
  total: 'totalEpisodes',
} as const

export type OverwritableField = keyof typeof overwritable

/** Names of columns, which are what the operator locks. */
const columns: Readonly<Partial<Record<OverwritableField, string>>> = { category: 'type_id', total: 'total_episodes' }

const isLocked = (field: OverwritableField, { lockedFields }: KnownTitle): boolean =>
  lockedFields.includes(columns[field] ?? field)

/** What changes while a series runs. Everything else is the operator's once a title exists. */
export const defaultOverwrite: readonly OverwritableField[] = ['remarks', 'state', 'total']

type Value = string | number | readonly string[]

/** A field that a source describes otherwise than we do. */
export interface FieldDifference {
  field: OverwritableField
  ours: Value
  theirs: Value
  action: FieldChange['action']
}

const isEmpty = (value: Value): boolean =>
  value === '' || value === 0 || (typeof value === 'object' && value.length === 0)

const isEqual = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What differs between a title and what a source describes. What the source leaves empty is no difference. */
export function differencesOf(
  vod: ProvideVod,
  { known, category, overwrite }: { known: KnownTitle; category: CollectionCategory; overwrite: readonly string[] },
): FieldDifference[] {
  const theirs = fieldsOf(vod, category)
  const compared: readonly (readonly [OverwritableField, Value, Value])[] = [
    ['name', known.name, theirs.name],
    ['alias', known.alias, theirs.alias],
    ['category', known.typeId, theirs.typeId],
    ['year', known.year, theirs.year],
    ['area', known.area, theirs.area],
    ['lang', known.lang, theirs.lang],
    ['genres', known.genres, theirs.genres],
    ['directors', known.directors, theirs.directors],
    ['actors', known.actors, theirs.actors.map(({ name }) => name)],
    ['intro', known.intro, theirs.intro],
    ['remarks', known.remarks, theirs.remarks],
    ['state', known.state, theirs.state],
    ['total', known.totalEpisodes, theirs.totalEpisodes],
  ]
  return compared.flatMap(([field, ours, theirValue]): FieldDifference[] => {
    if (isEmpty(theirValue) || isEqual(ours, theirValue)) return []
    const action = isLocked(field, known) ? 'locked' : overwrite.includes(field) ? 'write' : 'leave'
    return [{ field, ours, theirs: theirValue, action }]
  })
}

/** A title that is there: its own fields, except those that the source overwrites. */
export function existingDraft(
  vod: ProvideVod,
  {
    known,
    origin,
    category,
    episodes,
    differences,
  }: {
    known: KnownTitle
    origin: string
    category: CollectionCategory
    episodes: CollectedTitle['episodes']
    differences: readonly FieldDifference[]
  },
): CollectedTitle {
  const theirs = fieldsOf(vod, category)
  const { pidId, typeId, name, letter } = known
  const draft: CollectedTitle = { origin, pidId, typeId, name, letter, episodes }
  for (const { field, action } of differences) {
    if (action !== 'write') continue
    Object.assign(draft, { [overwritable[field]]: theirs[overwritable[field]] })
    if (field === 'name') draft.letter = letterOf(theirs.name)
    if (field === 'category') draft.pidId = theirs.pidId
  }
  return draft
}

const shownLength = 40
/** Characters that are shown before the first that differs. */
const shownBefore = 10

/** Two texts as a report shows them: short, with the place in which they differ. */
function shortened(one: string, other: string): [string, string] {
  const [ones, others] = [[...one], [...other]]
  const first = ones.findIndex((character, at) => character !== others[at])
  const at = first < 0 ? ones.length : first
  const from = at >= shownLength ? at - shownBefore : 0
  const short = (characters: readonly string[]): string => {
    const isCut = characters.length > from + shownLength
    return `${from > 0 ? '…' : ''}${characters.slice(from, from + shownLength).join('')}${isCut ? '…' : ''}`
  }
  return [short(ones), short(others)]
}

const textOf = (value: Value): string => (typeof value === 'object' ? value.join(' ') : String(value))

/** A difference as a report shows it. */
export function shownChange(
  { field, ours, theirs, action }: FieldDifference,
  known: KnownTitle,
  category: CollectionCategory,
): FieldChange {
  const [one, other] = field === 'category' ? [known.category, category.name] : shortened(textOf(ours), textOf(theirs))
  return { field, ours: one, theirs: other, action }
}

/** Whether two spellings are one name, so that a preview need not show the difference. */
export const isSameName = (one: string, other: string): boolean => parseName(one).main.key === parseName(other).main.key
