import { bindCategories, type GivenBindings } from '../items/bindings.ts'
import { lineOf, listOf, wordOf } from '../items/loose-values.ts'
import type { ItemRun } from '../items/run-items.ts'
import type { ImportStep } from '../migration-needs.ts'
import type { FolderMap } from './item-rules.ts'
import { itemId, type JellyfinServer } from './server.ts'
import { takeTitles } from './take-titles.ts'
import { takeHistory, takeUsers } from './take-users.ts'

/** A run that takes the library of a Jellyfin server. */
export interface JellyfinRun extends ItemRun {
  server: JellyfinServer
  /** Where its folders are here. */
  map: FolderMap
  /** Told the password of each new user; null if the operator wants none. */
  onPassword: ((user: string, password: string) => void) | null
  /** Told what the import of files does. */
  onImport: (step: ImportStep) => void
}

/** Kinds of libraries that hold titles, and the category that fits. */
const fallbacks: Readonly<Record<string, string>> = { movies: '电影', tvshows: '电视剧', mixed: '电影', '': '电影' }

/** Takes libraries with their films and series, users, and what users watched and like. */
export async function migrateJellyfin(run: JellyfinRun, given: GivenBindings): Promise<void> {
  const libraries = (await run.server.libraries(run.signal)).map((row) => ({
    key: itemId(row['ItemId']),
    name: lineOf(row['Name'], 40),
    kind: wordOf(row['CollectionType']).toLowerCase(),
    locations: listOf(row['Locations']).filter((path) => typeof path === 'string'),
  }))
  const ofTitles = libraries.filter(({ key, name, kind }) => key !== '' && name !== '' && kind in fallbacks)
  run.report.others = libraries
    .filter((library) => !ofTitles.includes(library))
    .map(({ name, locations }) => ({ table: name, rows: locations.length }))
  const remote = ofTitles.map(({ key, name, kind }) => ({ key, name, fallback: fallbacks[kind] ?? '' }))
  const bound = await bindCategories(run, remote, given)
  await takeTitles(
    run,
    ofTitles.flatMap(({ key, name, locations }) => {
      const category = bound.get(key)
      return category ? [{ key, name, locations, category }] : []
    }),
  )
  await takeHistory(run, await takeUsers(run))
}
