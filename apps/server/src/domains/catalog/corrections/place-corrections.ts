import type { Kysely } from 'kysely'
import { lockTitles } from '../batch-store.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { Corrected, CorrectionRunner } from './correction-parts.ts'
import { placedSources, nextId, type PlacedSource } from './place-store.ts'
import { lockKey, type RowState } from './rows-store.ts'
import { lockedTitle } from './title-corrections.ts'

export type LineRefusal = 'NoSuchTitle' | 'NoSuchLine' | 'NothingChanged'
export type EpisodeRefusal = LineRefusal | 'NoSuchEpisode'
/** The source has an episode of this number, or the title a source of this name. */
type Taken = 'PlaceTaken'
/** The order does not name each source once. */
type Incomplete = 'OrderIncomplete'

/** An episode as operators name it. */
export interface EpisodePlace {
  titleId: number
  source: string
  level: number
}

/** What can be set of an episode. */
export interface EpisodeFields {
  name?: string
  vip?: boolean
  introSec?: number
  outroSec?: number
}

/** Corrections of sources and episodes. */
export interface PlaceCorrections {
  /** Sets fields, and locks them if `lock`. */
  setEpisode(actor: string, at: EpisodePlace, fields: EpisodeFields, lock: boolean): Promise<Corrected | EpisodeRefusal>
  /** Moves an episode; a source that the title does not have is made. Refused if it would leave a password behind. */
  moveEpisode(
    actor: string,
    at: EpisodePlace,
    to: EpisodePlace,
  ): Promise<Corrected | EpisodeRefusal | Taken | 'HasPassword'>
  /** Deletes an episode; its film is deleted thirty days later, unless something else plays it. */
  deleteEpisode(actor: string, at: EpisodePlace): Promise<Corrected | EpisodeRefusal>
  renameSource(actor: string, titleId: number, name: string, to: string): Promise<Corrected | LineRefusal | Taken>
  /** @param names of all sources of the title, in their new order */
  orderSources(actor: string, titleId: number, names: readonly string[]): Promise<Corrected | LineRefusal | Incomplete>
  /** Deletes a source with its episodes. */
  deleteSource(actor: string, titleId: number, name: string): Promise<Corrected | LineRefusal>
}

const columnsOf = ({ name, vip, introSec, outroSec }: EpisodeFields): RowState => ({
  ...(name === undefined ? {} : { name }),
  ...(vip === undefined ? {} : { vip }),
  ...(introSec === undefined ? {} : { intro_sec: introSec }),
  ...(outroSec === undefined ? {} : { outro_sec: outroSec }),
})

interface FoundPlace {
  source: PlacedSource
  episodeId: number
}

interface PlaceParts {
  runner: CorrectionRunner
  locks: CatalogNeeds['locks']
}

export function createPlaceCorrections({ runner, locks }: PlaceParts): PlaceCorrections {
  return {
    ...episodeCorrections({ runner, locks }),

    renameSource: (actor, titleId, name, to) =>
      runner.run<LineRefusal | Taken>(actor, async (tx) => {
        const sources = await sourcesOf(tx, titleId)
        if (!sources) return 'NoSuchTitle'
        const source = sources.find((each) => each.name === name)
        if (!source) return 'NoSuchLine'
        if (name !== to && sources.some((each) => each.name === to)) return 'PlaceTaken'
        return {
          act: 'source rename',
          subject: `title ${titleId}`,
          after: { title: { [titleId]: {} }, source: { [source.id]: { name: to } } },
        }
      }),

    orderSources: (actor, titleId, names) =>
      runner.run<LineRefusal | Incomplete>(actor, async (tx) => {
        const sources = await sourcesOf(tx, titleId)
        if (!sources) return 'NoSuchTitle'
        if (names.some((name) => !sources.some((source) => source.name === name))) return 'NoSuchLine'
        if (new Set(names).size !== sources.length || names.length !== sources.length) return 'OrderIncomplete'
        const placed = sources.map(({ id, name }) => [id, { position: names.indexOf(name) }])
        return {
          act: 'source order',
          subject: `title ${titleId}`,
          after: { title: { [titleId]: {} }, source: Object.fromEntries(placed) },
        }
      }),

    deleteSource: (actor, titleId, name) =>
      runner.run<LineRefusal>(actor, async (tx) => {
        const sources = await sourcesOf(tx, titleId)
        if (!sources) return 'NoSuchTitle'
        const source = sources.find((each) => each.name === name)
        if (!source) return 'NoSuchLine'
        return {
          act: 'source delete',
          subject: `title ${titleId}`,
          after: {
            title: { [titleId]: {} },
            source: { [source.id]: null },
            episode: Object.fromEntries(source.episodes.map(({ id }) => [id, null])),
          },
        }
      }),
  }
}

/** The sources of a title, which is locked; null if there is no such title. */
async function sourcesOf(tx: Kysely<CatalogTables>, titleId: number): Promise<PlacedSource[] | null> {
  return (await lockedTitle(tx, titleId)) ? placedSources(tx, titleId) : null
}

async function findPlace(
  tx: Kysely<CatalogTables>,
  { titleId, source: name, level }: EpisodePlace,
): Promise<FoundPlace | EpisodeRefusal> {
  const sources = await sourcesOf(tx, titleId)
  if (!sources) return 'NoSuchTitle'
  const source = sources.find((each) => each.name === name)
  if (!source) return 'NoSuchLine'
  const episode = source.episodes.find((each) => each.level === level)
  return episode ? { source, episodeId: episode.id } : 'NoSuchEpisode'
}

const episodeCorrections = ({
  runner,
  locks,
}: PlaceParts): Pick<PlaceCorrections, 'setEpisode' | 'moveEpisode' | 'deleteEpisode'> => ({
  setEpisode: (actor, at, fields, lock) =>
    runner.run<EpisodeRefusal>(actor, async (tx) => {
      const found = await findPlace(tx, at)
      if (typeof found === 'string') return found
      const columns = columnsOf(fields)
      const locks = lock ? Object.fromEntries(Object.keys(columns).map((column) => [lockKey(column), true])) : {}
      return {
        act: 'episode set',
        subject: `title ${at.titleId}`,
        after: { title: { [at.titleId]: {} }, episode: { [found.episodeId]: { ...columns, ...locks } } },
      }
    }),

  moveEpisode: (actor, at, to) =>
    runner.run<EpisodeRefusal | Taken | 'HasPassword'>(actor, async (tx, transaction) => {
      await lockTitles(tx, [at.titleId, to.titleId])
      const found = await findPlace(tx, at)
      if (typeof found === 'string') return found
      const sources = await sourcesOf(tx, to.titleId)
      if (!sources) return 'NoSuchTitle'
      const target = sources.find(({ name }) => name === to.source)
      const left = (await locks.locksIn(transaction, [at.titleId])).filter(
        ({ sourceId }) => sourceId === 0 || sourceId === found.source.id,
      )
      if (left.some(({ sourceId }) => (sourceId === 0 ? at.titleId !== to.titleId : target?.id !== sourceId)))
        return 'HasPassword'
      const taken = target?.episodes.find(({ level }) => level === to.level)
      if (taken && taken.id !== found.episodeId) return 'PlaceTaken'
      const sourceId = target?.id ?? (await nextId(tx, 'source'))
      const position = 1 + Math.max(-1, ...sources.map((each) => each.position))
      const added = { id: sourceId, title_id: to.titleId, name: to.source, position, kind: 'main' }
      return {
        act: 'episode move',
        subject: `title ${at.titleId}`,
        after: {
          title: { [at.titleId]: {}, [to.titleId]: {} },
          ...(target ? {} : { source: { [sourceId]: added } }),
          episode: { [found.episodeId]: { source_id: sourceId, level: to.level } },
        },
      }
    }),

  deleteEpisode: (actor, at) =>
    runner.run<EpisodeRefusal>(actor, async (tx) => {
      const found = await findPlace(tx, at)
      if (typeof found === 'string') return found
      return {
        act: 'episode delete',
        subject: `title ${at.titleId}`,
        after: { title: { [at.titleId]: {} }, episode: { [found.episodeId]: null } },
      }
    }),
})
