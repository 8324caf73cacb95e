import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../platform/process/error-code.ts'

/** Paths of asset files below the data folder. Every path is composed of validated parts. */

export interface AssetVersion {
  assetId: number
  version: number
}

/** Names of renditions: used as folder names and in addresses. */
export const renditionName = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** Names such as `poster`, `backdrop` and `still-1`, with a random part. */
const pictureName = renditionName

const randomPart = /-[0-9a-f]{20}$/

/**
 * The name of a new picture, with a random part: whoever has the address of a picture may see it, and pictures are cut
 * before their title is published.
 */
export const newPictureName = (kind: string): string => `${kind}-${randomBytes(10).toString('hex')}`

/** Whether a picture was named before names had a random part, so that others can guess its address. */
export const isGuessable = (name: string): boolean => !randomPart.test(name)

const assetFolder = (dataDir: string, assetId: number): string => join(dataDir, 'media', String(assetId))

/** `<data>/media/<asset>/<version>`, which contains `<tier>/<rendition>/`. */
export function versionFolder(dataDir: string, { assetId, version }: AssetVersion): string {
  return join(assetFolder(dataDir, assetId), String(version))
}

/** The initialisation segment of a rendition. */
export const initFileOf = (
  dataDir: string,
  { tier, name, ...version }: AssetVersion & { tier: string; name: string },
): string => join(versionFolder(dataDir, version), tier, name, 'init.mp4')

/** `00000.m4s` for the first segment. */
export const segmentFile = (index: number): string => `${String(index).padStart(5, '0')}.m4s`

/** `sheet-000.jpg` for the first sheet of thumbnails. */
export const sheetFile = (index: number): string => `sheet-${String(index).padStart(3, '0')}.jpg`

/** The path of an imported picture: `<data>/pictures/<asset>-<version>-<name>.webp`. */
export function pictureFile(dataDir: string, { assetId, version, name }: AssetVersion & { name: string }): string {
  return join(dataDir, 'pictures', `${assetId}-${version}-${name}.webp`)
}

/** The address of {@link pictureFile}, relative to `image_base`. */
export function pictureUrl({ assetId, version, name }: AssetVersion & { name: string }): string {
  if (!pictureName.test(name)) throw new RangeError(`invalid picture name: ${JSON.stringify(name)}`)
  return `/media/pictures/${assetId}-${version}-${name}.webp`
}

/** Creates a version folder with an unused number above `after`. Concurrent processes get different folders. */
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
export async function removeOlderVersions(dataDir: string, { assetId, version }: AssetVersion): Promise<void> {
  const folder = assetFolder(dataDir, assetId)
  for (const name of await namesIn(folder)) {
    if (Number(name) < version) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes every file of an asset: versions, imported pictures and their resized copies. */
export async function removeAssetFiles(dataDir: string, assetIds: readonly number[]): Promise<void> {
  for (const assetId of assetIds) await rm(assetFolder(dataDir, assetId), { recursive: true, force: true })
  const removedIds = new Set(assetIds.map(String))
  for (const folder of [join(dataDir, 'pictures'), join(dataDir, 'pictures', 'sized')]) {
    for (const name of await namesIn(folder)) {
      const [assetId, more] = name.split('-', 2)
      if (more !== undefined && removedIds.has(assetId ?? '')) await rm(join(folder, name), { force: true })
    }
  }
}

/**
 * Removes asset folders that `currentVersions` does not list, all versions but the current ones, and pictures of
 * versions that were never published. Whatever changed after `beforeMs` stays: it may belong to a version in progress.
 * @param currentVersions version by asset id, read before this call
 */
export async function removeUnreferencedFiles(
  dataDir: string,
  { currentVersions, beforeMs }: { currentVersions: ReadonlyMap<number, number>; beforeMs: number },
): Promise<void> {
  const removeOld = (path: string): Promise<boolean> => removeIfOld(path, beforeMs)
  for (const asset of await namesIn(join(dataDir, 'media'))) {
    const folder = assetFolder(dataDir, Number(asset))
    const version = currentVersions.get(Number(asset))
    for (const name of await namesIn(folder)) if (Number(name) !== version) await removeOld(join(folder, name))
    // rmdir removes only an empty folder.
    if (version === undefined) await rmdir(folder).catch(() => undefined)
  }
  for (const folder of [join(dataDir, 'pictures'), join(dataDir, 'pictures', 'sized')]) {
    for (const name of await namesIn(folder)) {
      const [, asset, version] = /^(\d+)-(\d+)-/.exec(name) ?? []
      // A title may still use pictures of earlier versions: they are small, and are removed with the asset.
      if (Number(version) > (currentVersions.get(Number(asset)) ?? 0)) await removeOld(join(folder, name))
    }
  }
}

/**
 * Removes portraits, logos or posters that `referenced` does not contain and that did not change after `beforeMs`; of
 * posters also their smaller sizes. Returns the names.
 */
export async function removeUnreferencedPictures(
  dataDir: string,
  folder: 'portraits' | 'logos' | 'posters' | 'posters/sized',
  { referenced, beforeMs }: { referenced: ReadonlySet<string>; beforeMs: number },
): Promise<string[]> {
  const removed: string[] = []
  for (const file of await namesIn(join(dataDir, folder))) {
    // A folder of other sizes.
    if (!file.includes('.')) continue
    const name = file.replace(/(?:@\d+)?\.webp$/, '')
    if (!referenced.has(name) && (await removeIfOld(join(dataDir, folder, file), beforeMs))) removed.push(name)
  }
  return removed
}

async function removeIfOld(path: string, beforeMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  if (mtimeMs >= beforeMs) return false
  await rm(path, { recursive: true, force: true })
  return true
}

/** An imported picture resized to a requested width, relative to the data folder. */
export const sizedFile = (name: string): string => `pictures/sized/${name}.webp`

/** A user's portrait, relative to the data folder. */
export const portraitFile = (name: string): string => `portraits/${name}.webp`

/** A channel's logo, named by the hash of its content. */
export const logoFile = (name: string): string => `logos/${name}.webp`

/** A title's poster from outside, named by the hash of its content. */
export const posterFile = (name: string): string => `posters/${name}.webp`

/** It in a smaller size. */
export const sizedPosterFile = (name: string, width: number): string => `posters/sized/${name}@${width}.webp`

/** A drawn portrait, relative to the data folder. It can be generated again. */
export const personFile = (name: string): string => `art/people/${name}.webp`

/** Generated pictures are stored in folders of a thousand titles each. All of them can be generated again. */
const artworkFolder = (titleId: number): string => `art/${Math.floor(titleId / 1000)}`

/** A generated picture `{shape}-{title}-…`, relative to the data folder. */
export const artworkFile = (titleId: number, name: string): string => `${artworkFolder(titleId)}/${name}.webp`

/** Removes all generated pictures of these titles. */
export async function removeArtwork(dataDir: string, titleIds: readonly number[]): Promise<void> {
  const removedIds = new Set(titleIds.map(String))
  for (const below of new Set(titleIds.map(artworkFolder))) {
    const folder = join(dataDir, below)
    for (const name of await namesIn(folder)) {
      if (removedIds.has(name.split('-', 2)[1] ?? '')) await rm(join(folder, name), { force: true })
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
