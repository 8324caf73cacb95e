import type { Script, ServerFrame } from '@yunmu/contract'

const finalText = 0x81
const finalPing = 0x89

/** A text frame of a server (RFC 6455, 5.2): whole and unmasked. Built once, written to everybody. */
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

/** What is said, as it travels, in each script; made when the first one is there to read it. */
export type ScriptFrames = (script: Script) => Buffer

export function framesOf(frame: ServerFrame, convert: (value: unknown, script: Script) => unknown): ScriptFrames {
  const made = new Map<Script, Buffer>()
  return (script) => {
    const buffer = made.get(script) ?? textFrame(JSON.stringify(convert(frame, script)))
    made.set(script, buffer)
    return buffer
  }
}
