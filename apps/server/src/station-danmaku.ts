import { createDanmaku, type Danmaku, type DanmakuTables } from './domains/danmaku/index.ts'
import type { Moderation, TextSource } from './domains/moderation/index.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import { userMark } from './platform/process/user-mark.ts'
import type { Platform } from './platform/platform.ts'
import type { Subjects } from './platform/subjects.ts'

/** What people say over pictures, connected with the pictures. */
export function danmakuOf(
  { db, clock, events, secrets }: Platform,
  subjects: Subjects,
  moderation: Pick<Moderation, 'clean' | 'review' | 'scanTexts'>,
): Danmaku {
  const hash = createKeyedHash(secrets.tokenKey)
  return createDanmaku(db.withTables<DanmakuTables>(), {
    clock,
    events,
    review: moderation.review,
    scanTexts: moderation.scanTexts,
    clean: (text) => moderation.clean('danmaku', text),
    authorMark: (userId) => userMark(hash, userId),
    subjects,
  })
}

/** Danmaku as those see them who look after what people say. */
export const textsOf = (danmaku: () => Danmaku): TextSource => ({
  async find(ids) {
    const found = await danmaku().texts.find(ids)
    return found.flatMap(({ id, userId, state, found: why, pool, createdMs, danmaku: { text } }) =>
      state === 'removed'
        ? []
        : [{ id, userId, state, text, found: why, createdAt: Math.floor(createdMs / 1000), place: pool }],
    )
  },
  held: (limit) => danmaku().texts.held(limit),
  setState: (ids, state) => danmaku().texts.setState(ids, state),
})
