import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { errorCode } from '../platform/process/error-code.ts'
import { UsageError, type CommandContext } from './command-context.ts'

const maxFileBytes = 20 * 1024 * 1024
const maxPixels = 40_000_000
const maxAddressLength = 200_000

async function bytesOf({ pathOf }: CommandContext, file: string): Promise<Buffer> {
  try {
    const bytes = await readFile(pathOf(file))
    if (bytes.length > maxFileBytes) throw new UsageError(`图片太大：${file}`)
    return bytes
  } catch (err) {
    if (err instanceof UsageError) throw err
    throw new UsageError(errorCode(err) === 'ENOENT' ? `找不到文件：${file}` : `读不了文件：${file}`, { cause: err })
  }
}

/**
 * Converts a picture file (PNG, JPEG, WebP, AVIF, GIF, SVG) to a WebP data address (RFC 2397) that fits into the box,
 * in pixels: it is delivered with the data that shows it, without a request to another host.
 */
export async function embedPicture(
  context: CommandContext,
  file: string,
  box: { width: number; height: number },
): Promise<string> {
  const bytes = await bytesOf(context, file)
  try {
    const webp = await sharp(bytes, { limitInputPixels: maxPixels })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    const address = `data:image/webp;base64,${webp.toString('base64')}`
    if (address.length > maxAddressLength) throw new UsageError(`图片内容太复杂，压缩后仍然太大：${file}`)
    return address
  } catch (err) {
    if (err instanceof UsageError) throw err
    throw new UsageError(`不是能用的图片：${file}`, { cause: err })
  }
}
