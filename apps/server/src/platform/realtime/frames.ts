import {
  clientFrames,
  realtimeBounds,
  type ClientFrame,
  type ReplyCode,
  type Script,
  type ServerFrame,
} from '@yunmu/contract'

const finalText = 0x81
const finalPing = 0x89

/** A text frame of a server (RFC 6455, 5.2): unfragmented and unmasked. Built once for all recipients. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(headLength + length)
  frame[0] = finalText
  if (headLength === 2) frame[1] = length
  else if (headLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headLength)
  return frame
}

export const pingFrame: Buffer = Buffer.from([finalPing, 0])

/** A frame in each script, encoded when its first recipient needs it. */
export type ScriptFrames = (script: Script) => Buffer

export function framesOf(frame: ServerFrame, convert: (value: unknown, script: Script) => unknown): ScriptFrames {
  const cache = new Map<Script, Buffer>()
  return (script) => {
    const buffer = cache.get(script) ?? textFrame(JSON.stringify(convert(frame, script)))
    cache.set(script, buffer)
    return buffer
  }
}

const encodeReceipt = (receipt: Extract<ServerFrame, { taken: number }>): Buffer => textFrame(JSON.stringify(receipt))

/** Encoded receipts for the usual counts. */
const commonReceipts = Array.from({ length: realtimeBounds.framesPer10Sec }, (_, taken) => encodeReceipt({ taken }))

/**
 * A receipt: so many up-frames were accepted since the last one, and with `refused` the next was refused with that
 * code.
 */
export const receiptFrame = (taken: number, refused?: ReplyCode): Buffer =>
  refused === undefined
    ? (commonReceipts[taken] ?? encodeReceipt({ taken }))
    : encodeReceipt({ taken, notTaken: refused })

const shapes = Object.entries(clientFrames)

/** Parses a frame from a page; null if it is not a frame of the contract. */
export function parseClientFrame(text: string): ClientFrame | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!(parsed instanceof Object)) return null
    const shape = shapes.find(([key]) => Object.hasOwn(parsed, key))?.[1]
    const result = shape?.safeParse(parsed)
    return result?.success ? result.data : null
  } catch {
    return null
  }
}
