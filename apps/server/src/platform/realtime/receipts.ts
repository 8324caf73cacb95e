import { realtimeBounds, type ReplyCode, type ServerFrame } from '@yunmu/contract'
import { textFrame } from './frames.ts'
import { inTurns } from './in-turns.ts'
import type { PageSocket } from './page-socket.ts'

/** Tells pages what became of what they sent: what was taken is gathered for a moment, the pages of that moment together. */
export interface Receipts {
  taken(page: PageSocket): void
  /** Goes out at once, with what was taken before it. */
  notTaken(page: PageSocket, code: ReplyCode): void
  close(): void
}

const receiptOf = (frame: Extract<ServerFrame, { taken: number }>): Buffer => textFrame(JSON.stringify(frame))

export function createReceipts(): Receipts {
  const owed = new Map<PageSocket, number>()
  /** The same few frames go to everybody. A page can say no more than this between two. */
  const receipts = Array.from({ length: realtimeBounds.framesPer10Sec + 1 }, (_, taken) => receiptOf({ taken }))
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    void inTurns([...owed.keys()], (page) => {
      const taken = owed.get(page)
      // One that was refused something meanwhile has been told of what was taken before.
      if (taken === undefined) return
      owed.delete(page)
      page.write(receipts[taken] ?? receiptOf({ taken }))
    })
  }
  return {
    taken(page) {
      owed.set(page, (owed.get(page) ?? 0) + 1)
      timer ??= setTimeout(tell, realtimeBounds.batchMs)
    },
    notTaken(page, code) {
      page.write(receiptOf({ taken: owed.get(page) ?? 0, notTaken: code }))
      owed.delete(page)
    },
    close() {
      clearTimeout(timer)
      owed.clear()
    },
  }
}
