import type { PageSocket } from './page-socket.ts'

/** Pages handled before the event loop gets a turn: a few milliseconds. */
const pagesPerTurn = 500

/** Calls `action` for each page and yields to the event loop in between, so that requests are not delayed. */
export async function forEachYielding(pages: Iterable<PageSocket>, action: (page: PageSocket) => void): Promise<void> {
  let count = 0
  for (const page of pages) {
    if (count > 0 && count % pagesPerTurn === 0) await new Promise<void>((resolve) => void setImmediate(resolve))
    count++
    action(page)
  }
}
