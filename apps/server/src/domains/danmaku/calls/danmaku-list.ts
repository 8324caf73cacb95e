import { danmakuList, type Danmaku } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { poolOf, spanOfPack, type Pool } from '../danmaku-rules.ts'

export function mountDanmakuList(book: CallBook, { store, packs, places }: DanmakuParts): void {
  const read = async (pool: Pool, pack: number, userId: number | null, nowMs: number): Promise<Danmaku[]> => {
    if (!(await places.isOpen(pool))) return []
    const shared = await packs.pack(pool, pack, nowMs)
    const own = userId === null ? [] : await store.ownIn(pool, spanOfPack(pack), userId)
    if (own.length === 0) return [...shared]
    const ids = new Set(own.map(({ id }) => id))
    const mine = own.map((danmaku) => ({ ...danmaku, mine: true }))
    return [...shared.filter(({ id }) => !ids.has(id)), ...mine].toSorted((a, b) => a.time - b.time)
  }
  mountCall(
    book,
    danmakuList,
    async ({ send, viewer, nowMs }) => ({ list: await read(poolOf(send), send.pack, viewer?.id ?? null, nowMs) }),
    {
      async keptAs({ send, viewer, nowMs }) {
        const pool = poolOf(send)
        if (!(await places.isOpen(pool))) return null
        const isOwn = viewer !== null && (await store.hasOwnIn(pool, spanOfPack(send.pack), viewer.id))
        return isOwn ? null : packs.packState(pool, send.pack, nowMs)
      },
    },
  )
}
