import { vodRandom } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectionOf } from '../selections.ts'

/** How many neighbours on the shelf each title is drawn from. */
const spread = 4

export function mountVodRandom(book: CallBook, parts: CatalogParts): void {
  mountCall(book, vodRandom, async ({ send, nowMs }) => {
    const shelf = await selectionOf(parts, send.type)
    if (!shelf) return { list: [] }
    const wanted = (send.count + 1) * spread
    const { total } = await parts.listing.choose(shelf, 'updatedAt', 0, 0)
    const begin = Math.floor(Math.random() * Math.max(1, total - wanted))
    const { ids } = await parts.listing.choose(shelf, 'updatedAt', begin, wanted)
    const drawn = ids
      .filter((id) => id !== send.except)
      .map((id) => ({ id, lot: Math.random() }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, send.count)
    const list = await parts.titles.cards(
      drawn.map(({ id }) => id),
      Math.floor(nowMs / 1000),
    )
    return { list }
  })
}
