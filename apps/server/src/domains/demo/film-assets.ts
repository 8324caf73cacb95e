import { allComposedFilms, filmScripts } from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'

type Parts = { store: DemoStore } & Pick<DemoParts, 'media'>

/** Compositions created in one statement. */
const batch = 200

/**
 * Creates the missing assets: one for each film, and one for each episode, which plays ranges of its title's film.
 * Returns the assets by name.
 */
export async function createFilmAssets({ store, media }: Parts, nowSec: number): Promise<Map<string, number>> {
  const assets = await store.films()
  const films = new Map<string, number>()
  for (const { name } of filmScripts)
    if (!assets.has(name)) films.set(name, await media.createAsset({ demo: true, nowSec }))
  await store.saveFilms(films)
  for (const [name, assetId] of films) assets.set(name, assetId)
  const missing = allComposedFilms().filter(({ name }) => !assets.has(name))
  for (let at = 0; at < missing.length; at += batch) {
    const some = missing.slice(at, at + batch)
    const compositions = some.map(({ film, ranges }) =>
      ranges.map((range) => ({ assetId: assets.get(film) ?? 0, ...range })),
    )
    const ids = await media.createCompositions(compositions, { demo: true, nowSec })
    const saved = new Map(some.map(({ name }, index) => [name, ids[index] ?? 0]))
    await store.saveFilms(saved)
    for (const [name, assetId] of saved) assets.set(name, assetId)
  }
  return assets
}

/** The names of the film scripts whose films are ready. */
export async function readyFilms({
  store,
  media,
}: {
  store: Pick<DemoStore, 'films'>
  media: Pick<DemoParts['media'], 'assetState'>
}): Promise<ReadonlySet<string>> {
  const assets = await store.films()
  const states = await media.assetState(filmScripts.flatMap(({ name }) => assets.get(name) ?? []))
  const isReady = (name: string): boolean => states.get(assets.get(name) ?? 0)?.state === 'ready'
  return new Set(filmScripts.map(({ name }) => name).filter(isReady))
}

const matchPrefix = 'match '

/** The name of a film of the match channel. */
export const matchFilmName = ({ fromMs, endMs }: { fromMs: number; endMs: number }): string =>
  `${matchPrefix}${fromMs} ${endMs}`

export const isMatchFilm = (name: string): boolean => name.startsWith(matchPrefix)

/** The span of a film of the match channel. */
export function matchFilmSpan(name: string): { fromMs: number; endMs: number } {
  const [, fromMs, endMs] = name.split(' ').map(Number)
  return { fromMs: fromMs ?? 0, endMs: endMs ?? 0 }
}

const known = (): Set<string> => new Set([...filmScripts, ...allComposedFilms()].map(({ name }) => name))

/** Whether the programme was seeded by a version of the product with other films. */
export async function hasOtherFilms(store: Pick<DemoStore, 'films'>): Promise<boolean> {
  const films = [...(await store.films()).keys()].filter((name) => !isMatchFilm(name))
  const names = known()
  return films.length !== names.size || films.some((name) => !names.has(name))
}

/** Removes the films of earlier versions of the product. */
export async function removeOtherFilms({ store, media }: Parts): Promise<void> {
  const names = known()
  const others = [...(await store.films())].filter(([name]) => !names.has(name) && !isMatchFilm(name))
  await store.deleteFilms(others.map(([name]) => name))
  await media.removeAssets(others.map(([, assetId]) => assetId))
}
