import { danmakuList } from '@yunmu/contract'
import { inflateRawSync } from 'node:zlib'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { poolOf, spanOfPack } from '../danmaku-rules.ts'
import { joinPieces } from '../pack-pieces.ts'
import { packReply, type PackRequest } from '../pack-reply.ts'

export function mountDanmakuList(registry: CallRegistry, parts: DanmakuParts): void {
  const { store, packs, subjects } = parts
  const reply = async (request: PackRequest): Promise<Buffer> =>
    (await subjects.isVisible(request.pool)) ? packReply(parts, request) : joinPieces([], true)
  mountCall(
    registry,
    danmakuList,
    async ({ send, viewer, nowMs }) => {
      const request = {
        pool: poolOf(send, subjects),
        pack: send.pack,
        userId: viewer?.id ?? null,
        script: 's',
        nowMs,
      } as const
      return danmakuList.reply.parse(JSON.parse(inflateRawSync(await reply(request)).toString()))
    },
    {
      deflated: ({ send, viewer, script, nowMs }) =>
        reply({ pool: poolOf(send, subjects), pack: send.pack, userId: viewer?.id ?? null, script, nowMs }),
      async versionOf({ send, viewer, nowMs }) {
        const pool = poolOf(send, subjects)
        if (!(await subjects.isVisible(pool))) return null
        const isOwn = viewer !== null && (await store.hasOwnIn(pool, spanOfPack(send.pack), viewer.id))
        return isOwn ? null : packs.packVersion(pool, send.pack, nowMs)
      },
    },
  )
}
