import { watchUp } from '@yunmu/contract'
import { maskedText, openPageLines } from './page-line.ts'
import type { RecordWay } from './record-load.ts'

/** An address for each viewer, so that the limits of addresses cost what they do. */
const addressOf = (viewer: number): string => `10.${viewer >> 16}.${(viewer >> 8) & 0xff}.${viewer & 0xff}`

/** Viewers with an open page each. */
export async function openLines(port: number, tokens: readonly string[]): Promise<RecordWay> {
  const waiting = tokens.map((): ((code: string) => void)[] => [])
  let ended = 0
  const sockets = await openPageLines(tokens.length, (viewer) => ({
    port,
    first: [JSON.stringify({ hello: { token: tokens[viewer] ?? '', lang: 's' } })],
    address: addressOf(viewer),
    heard(frame) {
      const { taken = 0, notTaken }: { taken?: number; notTaken?: number } = JSON.parse(frame.toString())
      for (let at = 0; at < taken; at++) waiting[viewer]?.shift()?.('0')
      if (notTaken !== undefined) waiting[viewer]?.shift()?.(String(notTaken))
    },
    ended: () => void ended++,
  }))
  return {
    isOver: () => ended === sockets.length,
    send(viewer, record, reply) {
      waiting[viewer]?.push(reply)
      sockets[viewer]?.write(maskedText(JSON.stringify({ up: watchUp.name, send: record })))
    },
  }
}
