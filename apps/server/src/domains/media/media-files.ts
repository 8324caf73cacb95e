import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../platform/process/error-code.ts'

/** Where the files of assets lie below the data folder. Every name is made of checked parts. */

export interface VersionAddress {
  assetId: number
  version: number
}

/** Names of renditions: they are folders and parts of addresses. */
export const renditionName = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** `poster`, `backdrop` and `still-1` alike. */
const pictureName = renditionName

const assetFolder = (dataDir: string, assetId: number): string => join(dataDir, 'media', String(assetId))

/** `<data>/media/<asset>/<version>`, which holds `<tier>/<rendition>/`. */
function versionFolder(dataDir: string, { assetId, version }: VersionAddress): string {
  return join(assetFolder(dataDir, assetId), String(version))
}

/** `00000.m4s` for the first segment. */
export const segmentFile = (index: number): string => `${String(index).padStart(5, '0')}.m4s`

/** `sheet-000.jpg` for the first sheet of thumbnails. */
export const sheetFile = (index: number): string => `sheet-${String(index).padStart(3, '0')}.jpg`

/** Where an imported picture lies: `<data>/pictures/<asset>-<version>-<name>.webp`. */
export function pictureFile(dataDir: string, { assetId, version, name }: VersionAddress & { name: string }): string {
  return join(dataDir, 'pictures', `${assetId}-${version}-${name}.webp`)
}

/** The address under which {@link pictureFile} is served, relative to `image_base`. */
export function pictureAddress({ assetId, version, name }: VersionAddress & { name: string }): string {
  if (!pictureName.test(name)) throw new RangeError(`not a picture name: ${JSON.stringify(name)}`)
  return `/media/pictures/${assetId}-${version}-${name}.webp`
}

/** Makes a folder that nobody has yet, numbered above `after`. Two processes that ask together get two folders. */
export async function makeVersionFolder(
  dataDir: string,
  assetId: number,
  after: number,
): Promise<{ version: number; dir: string }> {
  await mkdir(assetFolder(dataDir, assetId), { recursive: true })
  for (let version = after + 1; ; version++) {
    const dir = versionFolder(dataDir, { assetId, version })
    try {
      await mkdir(dir)
      return { version, dir }
    } catch (err) {
      if (errorCode(err) !== 'EEXIST') throw err
    }
  }
}

/** Removes the folders of every version below `version`. */
export async function removeOlderVersions(dataDir: string, { assetId, version }: VersionAddress): Promise<void> {
  const folder = assetFolder(dataDir, assetId)
  for (const name of await namesIn(folder)) {
    if (Number(name) < version) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes every file of an asset: versions and pictures, in the size that was imported and in those made since. */
export async function removeAssetFiles(dataDir: string, assetIds: readonly number[]): Promise<void> {
  for (const assetId of assetIds) await rm(assetFolder(dataDir, assetId), { recursive: true, force: true })
  const gone = new Set(assetIds.map(String))
  for (const folder of [join(dataDir, 'pictures'), join(dataDir, 'pictures', 'sized')]) {
    for (const name of await namesIn(folder)) {
      const [assetId, more] = name.split('-', 2)
      if (more !== undefined && gone.has(assetId ?? '')) await rm(join(folder, name), { force: true })
    }
  }
}

/**
 * Removes every version but the one that `playing` names for its asset, folders of assets that it does not name, and
 * pictures of versions that never played. Whatever changed after `beforeMs` stays: it may be a version that is being made.
 * @param playing version by asset, read before this
 */
export async function removeUnnamedFiles(
  dataDir: string,
  { playing, beforeMs }: { playing: ReadonlyMap<number, number>; beforeMs: number },
): Promise<void> {
  const removeOld = (path: string): Promise<boolean> => removeIfOld(path, beforeMs)
  for (const asset of await namesIn(join(dataDir, 'media'))) {
    const folder = assetFolder(dataDir, Number(asset))
    const version = playing.get(Number(asset))
    for (const name of await namesIn(folder)) if (Number(name) !== version) await removeOld(join(folder, name))
    // Only an empty one goes.
    if (version === undefined) await rmdir(folder).catch(() => undefined)
  }
  for (const folder of [join(dataDir, 'pictures'), join(dataDir, 'pictures', 'sized')]) {
    for (const name of await namesIn(folder)) {
      const [, asset, version] = /^(\d+)-(\d+)-/.exec(name) ?? []
      // Those of versions before may still be a title's: they are small, and go with the asset.
      if (Number(version) > (playing.get(Number(asset)) ?? 0)) await removeOld(join(folder, name))
    }
  }
}

/**
 * Removes portraits or logos that `named` does not have, but for those that changed after `beforeMs`. Returns their names.
 */
export async function removeUnnamedPictures(
  dataDir: string,
  folder: 'portraits' | 'logos',
  { named, beforeMs }: { named: ReadonlySet<string>; beforeMs: number },
): Promise<string[]> {
  const removed: string[] = []
  for (const file of await namesIn(join(dataDir, folder))) {
    const name = file.replace(/\.webp$/, '')
    if (!named.has(name) && (await removeIfOld(join(dataDir, folder, file), beforeMs))) removed.push(name)
  }
  return removed
}

async function removeIfOld(path: string, beforeMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  if (mtimeMs >= beforeMs) return false
  await rm(path, { recursive: true, force: true })
  return true
}

/** An imported picture in a width that was asked for, relative to the data folder. */
export const sizedFile = (name: string): string => `pictures/sized/${name}.webp`

/** The picture of a person, relative to the data folder. */
export const portraitFile = (name: string): string => `portraits/${name}.webp`

/** The logo of a channel, by what it shows. */
export const logoFile = (name: string): string => `logos/${name}.webp`

/** Drawn pictures lie in folders of a thousand titles each. All of them can be drawn again. */
const artFolder = (titleId: number): string => `art/${Math.floor(titleId / 1000)}`

/** A drawn picture `{shape}-{title}-…`, relative to the data folder. */
export const drawnFile = (titleId: number, name: string): string => `${artFolder(titleId)}/${name}.webp`

/** Removes every drawn picture of some titles. */
export async function removeDrawings(dataDir: string, titleIds: readonly number[]): Promise<void> {
  const gone = new Set(titleIds.map(String))
  for (const below of new Set(titleIds.map(artFolder))) {
    const folder = join(dataDir, below)
    for (const name of await namesIn(folder)) {
      if (gone.has(name.split('-', 2)[1] ?? '')) await rm(join(folder, name), { force: true })
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return []
    throw err
  }
}
