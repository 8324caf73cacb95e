import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { isSupportedImage } from '../../../platform/http/image-format.ts'
import { newPictureName, pictureFile, pictureUrl } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'

export interface GivenPicture {
  /** The asset that the picture is removed with. */
  assetId: number
  kind: 'poster' | 'backdrop' | 'logo' | 'still'
  /** A JPEG, PNG or WebP, untrusted. */
  file: string
}

export type StorePicture = (picture: GivenPicture) => Promise<string | null>

const shapes = {
  poster: { width: 600, height: 900 },
  backdrop: { width: 1600, height: 900 },
  still: { width: 640, height: 360 },
}
const logoBox = { width: 800, height: 400 }
const maxBytes = 20_000_000
const maxPixels = 8192 * 8192
const quality = 82

/**
 * Stores a picture that was put beside a video: decoded, cut to the shape that pages show, without metadata. A logo is not cut
 * and stays transparent.
 */
export function createStorePicture({
  store,
  dataDir,
}: {
  store: Pick<MediaStore, 'published'>
  dataDir: string
}): StorePicture {
  return async ({ assetId, kind, file }) => {
    const picture = await decoded(kind, file)
    const asset = picture && (await store.published(assetId))
    if (!picture || !asset) return null
    const stored = { assetId, version: asset.version, name: newPictureName(kind) }
    const path = pictureFile(dataDir, stored)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.tmp`, picture)
    await rename(`${path}.tmp`, path)
    return pictureUrl(stored)
  }
}

/** Null if the file is missing, too large, or no picture. */
async function decoded(kind: GivenPicture['kind'], file: string): Promise<Buffer | null> {
  try {
    if ((await stat(file)).size > maxBytes) return null
    const bytes = await readFile(file)
    if (!isSupportedImage(bytes)) return null
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    const shaped =
      kind === 'logo'
        ? picture.resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
        : picture.resize({ ...shapes[kind], fit: 'cover', position: 'attention' }).flatten({ background: '#000' })
    return await shaped.webp({ quality }).toBuffer()
  } catch {
    return null
  }
}
