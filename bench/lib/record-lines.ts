import { watchUp } from '@yunmu/contract'
import { maskedText, openPageLines } from './page-line.ts'
import type { RecordWay } from './record-load.ts'

/** One address per viewer, so that the rate limits by address have their real cost. */
const addressOf = (viewer: number): string => `10.${viewer >> 16}.${(viewer >> 8) & 0xff}.${viewer & 0xff}`

/** Viewers with one open page each. */
export async function openLines(port: number, tokens: readonly string[]): Promise<RecordWay> {
  const waiting = tokens.map((): ((code: string) => void)[] => [])
  let ended = 0
  const sockets = await openPageLines(tokens.length, (viewer) => ({
    port,
    first: [JSON.stringify({ hello: { token: tokens[viewer] ?? '', lang: 's' } })],
    address: addressOf(viewer),
    onFrame(frame) {
      const { taken = 0, refused }: { taken?: number; refused?: number } = JSON.parse(frame.toString())
      for (let at = 0; at < taken; at++) waiting[viewer]?.shift()?.('0')
      if (refused !== undefined) waiting[viewer]?.shift()?.(String(refused))
    },
    onClose: () => void ended++,
  }))
  return {
    isOver: () => ended === sockets.length,
    send(viewer, record, reply) {
      waiting[viewer]?.push(reply)
      sockets[viewer]?.write(maskedText(JSON.stringify({ up: watchUp.name, send: record })))
    },
  }
}
