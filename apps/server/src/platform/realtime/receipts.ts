import { realtimeBounds, type ReplyCode, type ServerFrame } from '@yunmu/contract'
import { textFrame } from './frames.ts'

const made = (receipt: Extract<ServerFrame, { taken: number }>): Buffer => textFrame(JSON.stringify(receipt))

/** The same few go to everybody. */
const common = Array.from({ length: realtimeBounds.framesPer10Sec }, (_, taken) => made({ taken }))

/**
 * Tells a page what became of what it sent, as it travels: of what it was not told of yet, so many were taken; and one
 * after these was not, where there is a code.
 */
export const receiptFrame = (taken: number, notTaken?: ReplyCode): Buffer =>
  notTaken === undefined ? (common[taken] ?? made({ taken })) : made({ taken, notTaken })
