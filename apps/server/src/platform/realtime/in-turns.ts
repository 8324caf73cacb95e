import type { PageSocket } from './page-socket.ts'

/** Pages before others have their turn: a few milliseconds. */
const pagesAtOnce = 500

/** Does something with many pages, a number of them at a time, so that calls are answered meanwhile. */
export async function inTurns(pages: Iterable<PageSocket>, work: (page: PageSocket) => void): Promise<void> {
  let count = 0
  for (const page of pages) {
    if (count > 0 && count % pagesAtOnce === 0) await new Promise<void>((resolve) => void setImmediate(resolve))
    count++
    work(page)
  }
}
