import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { maxNfoBytes, readNfo, type MediaName, type NfoEntry } from '@yunmu/formats'
import type { Found } from './walk.ts'

/** Metadata files and pictures beside videos, as Kodi and Jellyfin name them. */

export interface BesideFiles {
  /** The video's own metadata. */
  own: NfoEntry[]
  /** That of its show, from its folder or one above it. */
  show: NfoEntry | undefined
  /** Absolute paths of pictures. */
  poster: string | undefined
  backdrop: string | undefined
  logo: string | undefined
  still: string | undefined
}

export interface BesideIndex {
  of(video: string, name: MediaName): Promise<BesideFiles>
}

const withoutExtension = (path: string): string => path.replace(/\.[^./\\]{1,5}$/u, '')
const keyOf = (path: string): string => path.toLowerCase()

/** Indexes what was found below a folder. Files are read once, when a video asks for them. */
export function createBesideIndex(folder: string, found: Found): BesideIndex {
  const metadata = new Map(found.metadata.map((path) => [keyOf(path), path]))
  const pictures = new Map(found.pictures.map((path) => [keyOf(withoutExtension(path)), path]))
  const perFolder = new Map<string, number>()
  for (const { path } of found.videos) perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1)
  const read = new Map<string, Promise<NfoEntry[]>>()
  const entriesOf = (path: string): Promise<NfoEntry[]> => {
    const file = metadata.get(keyOf(path))
    if (file === undefined) return Promise.resolve([])
    const entries = read.get(file) ?? readEntries(file)
    read.set(file, entries)
    return entries
  }
  const pictureAt = (places: readonly string[]): string | undefined =>
    places.map((place) => pictures.get(keyOf(place))).find((path) => path !== undefined)

  return {
    async of(video, name) {
      const stem = withoutExtension(video)
      const folders = foldersUpTo(folder, dirname(video))
      const isAlone = perFolder.get(dirname(video)) === 1
      const own = await entriesOf(`${stem}.nfo`)
      const named = own.length === 0 && isAlone ? await entriesOf(join(dirname(video), 'movie.nfo')) : own
      let show: NfoEntry | undefined
      for (const each of folders)
        show ??= (await entriesOf(join(each, 'tvshow.nfo'))).find(({ kind }) => kind === 'tvshow')
      const isFilm = name.kind === 'film'
      // The folder of a film with other films has no picture of it.
      const shared = isFilm ? (isAlone ? folders.slice(0, 1) : []) : folders.filter((each) => each !== folder || show)
      return { own: named, show, ...picturesOf(pictureAt, { stem, shared, season: isFilm ? null : name.season }) }
    },
  }
}

function picturesOf(
  pictureAt: (places: readonly string[]) => string | undefined,
  { stem, shared, season }: { stem: string; shared: readonly string[]; season: number | null },
): Pick<BesideFiles, 'poster' | 'backdrop' | 'logo' | 'still'> {
  const beside = (...names: string[]): string[] => shared.flatMap((each) => names.map((name) => join(each, name)))
  const seasonName = season === 0 ? 'season-specials' : `season${String(season ?? 1).padStart(2, '0')}`
  const ofSeason = season === null ? [] : [...beside(`${seasonName}-poster`), ...beside('season-all-poster')]
  return {
    poster: pictureAt([`${stem}-poster`, ...ofSeason, ...beside('poster', 'folder', 'cover', 'movie')]),
    backdrop: pictureAt([
      `${stem}-fanart`,
      `${stem}-backdrop`,
      ...beside(`${seasonName}-fanart`, 'fanart', 'backdrop'),
    ]),
    logo: pictureAt([`${stem}-clearlogo`, `${stem}-logo`, ...beside('clearlogo', 'logo')]),
    still: pictureAt([`${stem}-thumb`, stem]),
  }
}

/** The folders from a video's own up to the imported one. */
function foldersUpTo(top: string, from: string): string[] {
  const inside = relative(top, from)
    .split(sep)
    .filter((part) => part !== '' && part !== '..')
  return [...inside.map((_, at) => join(top, ...inside.slice(0, inside.length - at))), top]
}

async function readEntries(file: string): Promise<NfoEntry[]> {
  try {
    if ((await stat(file)).size > maxNfoBytes) return []
    return readNfo(await readFile(file))
  } catch {
    return []
  }
}
