import sharp from 'sharp'
import { isSupportedImage } from '../../../platform/http/image-format.ts'
import type { VipParts } from '../vip-needs.ts'
import { alertIn } from './settle.ts'
import type { StoredOrder } from './order-store.ts'

const maxPixels = 40_000_000
/** Large enough to read the number of a transfer. */
const box = { width: 1200, height: 1200 }

/** A picture, decoded and encoded again, so that nothing else is stored; null if it is none. */
export async function cleanPicture(bytes: Buffer): Promise<Buffer | null> {
  if (!isSupportedImage(bytes)) return null
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels })
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return null
  }
}

/** Stores the picture of a transfer with its order, and tells the operators. */
export async function saveProof(
  parts: VipParts,
  order: StoredOrder,
  dataUrl: string,
): Promise<'saved' | 'ProofInvalid' | 'OrderNotOpen'> {
  const picture = await cleanPicture(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
  if (!picture) return 'ProofInvalid'
  // Paid or closed while the picture was decoded, perhaps.
  if (!(await parts.orders.saveProof(order.no, picture))) return 'OrderNotOpen'
  await parts.db.transaction().execute((tx) => alertIn(parts, tx, 'proof', order.no))
  return 'saved'
}
