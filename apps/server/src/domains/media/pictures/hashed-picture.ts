import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { errorCode } from '../../../platform/process/error-code.ts'
import { isSupportedImage } from '../../../platform/http/image-format.ts'

const quality = 82
const maxPixels = 4096 * 4096

/**
 * Stores a JPEG, PNG or WebP from outside: scaled down to fit into a square, uncropped, with its transparency, without
 * metadata. Returns its name, which is the same for the same picture. Null if the bytes are not a picture.
 * @param fileOf the path of a name, relative to the data folder
 */
export async function storeHashedPicture(
  dataDir: string,
  bytes: Buffer,
  { sidePx, fileOf }: { sidePx: number; fileOf: (name: string) => string },
): Promise<string | null> {
  if (!isSupportedImage(bytes)) return null
  const picture = await scaledDown(bytes, sidePx)
  if (picture === null) return null
  const name = createHash('sha256').update(picture).digest('base64url').slice(0, 22)
  const path = join(dataDir, fileOf(name))
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(path, picture, { flag: 'wx' })
  } catch (err) {
    if (errorCode(err) !== 'EEXIST') throw err
    // The file may exist, unused, and be about to be swept.
    const now = new Date()
    await utimes(path, now, now)
  }
  return name
}

/** Null if the bytes are broken or decode to too many pixels. */
async function scaledDown(bytes: Buffer, sidePx: number): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  } catch {
    return null
  }
}
