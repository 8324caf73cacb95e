import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { errorCode } from '../platform/process/error-code.ts'
import { WrongUse, type CommandContext } from './command-context.ts'

const largestFile = 20 * 1024 * 1024
const mostPixels = 40_000_000
const mostEmbedded = 200_000

async function bytesOf({ pathOf }: CommandContext, file: string): Promise<Buffer> {
  try {
    const bytes = await readFile(pathOf(file))
    if (bytes.length > largestFile) throw new WrongUse(`图片太大：${file}`)
    return bytes
  } catch (err) {
    if (err instanceof WrongUse) throw err
    throw new WrongUse(errorCode(err) === 'ENOENT' ? `找不到文件：${file}` : `读不了文件：${file}`, { cause: err })
  }
}

/**
 * A picture file (PNG, JPEG, WebP, AVIF, GIF, SVG) as a data address (RFC 2397) of WebP, no larger than the box, in
 * pixels: it travels with what shows it, and no other host is asked for it.
 */
export async function embedPicture(
  context: CommandContext,
  file: string,
  box: { width: number; height: number },
): Promise<string> {
  const bytes = await bytesOf(context, file)
  try {
    const webp = await sharp(bytes, { limitInputPixels: mostPixels })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    const address = `data:image/webp;base64,${webp.toString('base64')}`
    if (address.length > mostEmbedded) throw new WrongUse(`图片内容太复杂，压缩后仍然太大：${file}`)
    return address
  } catch (err) {
    if (err instanceof WrongUse) throw err
    throw new WrongUse(`不是能用的图片：${file}`, { cause: err })
  }
}
