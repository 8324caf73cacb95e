import { avatarPicture } from '@yunmu/contract/drawn-people'
import {
  ageSecsOf,
  danmakuCount,
  danmakuOfChannel,
  danmakuOfEpisode,
  demoChannels,
  demoViewers,
  episodeFilmsOf,
  programme,
  threadsOf,
  titleOnChannel,
  type DemoComment,
  type DemoTitle,
} from '@yunmu/demo'
import type { CommentToSave, DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { originOf } from './title-rules.ts'

/** Danmaku and comments of invented viewers. */

type Parts = Pick<DemoParts, 'catalog' | 'channels' | 'comments' | 'danmaku' | 'people' | 'clock'>

const hourSec = 3600
/** Age of the viewers' accounts. */
const joinedHoursAgo = 24 * 200

/** Danmaku of a channel when the programme is seeded: of the hours before. */
const channelDanmaku = 90
const channelSpanMs = 2 * hourSec * 1000

/** Creates the missing accounts of the viewers. Returns their ids by key. */
export function seedViewers({ people }: Pick<Parts, 'people'>, nowSec: number): Promise<Map<string, number>> {
  const viewers = Object.entries(demoViewers).map(
    ([key, nickname], at) => [key, { nickname, portrait: avatarPicture(at) }] as const,
  )
  return people.seed(new Map(viewers), nowSec - joinedHoursAgo * hourSec)
}

/**
 * Adds the comments on titles and the danmaku of their episodes, unless they exist. For the whole programme this takes
 * minutes: a station's first start waits for the first titles alone, and a job adds the others.
 */
export async function seedTitles(parts: Parts, titles: readonly DemoTitle[], signal?: AbortSignal): Promise<void> {
  const { catalog, comments, danmaku, clock } = parts
  const nowSec = Math.floor(clock.nowMs() / 1000)
  const titleIds = await catalog.demoIds()
  const viewers = await seedViewers(parts, nowSec)
  const idsOf = (keys: readonly string[]): number[] => keys.flatMap((key) => viewers.get(key) ?? [])
  const commentOf = ({ by, text, likedBy = [] }: DemoComment, ageSec: number): CommentToSave[] =>
    idsOf([by]).map((userId) => ({ userId, text, createdSec: nowSec - ageSec, likedBy: idsOf(likedBy) }))
  for (const title of titles) {
    signal?.throwIfAborted()
    const titleId = titleIds.get(originOf(title.slug))
    if (titleId === undefined) continue
    const threads = threadsOf(title).flatMap((thread) => {
      const [ageSec = 0, ...ages] = ageSecsOf(thread)
      const answers = (thread.answers ?? []).flatMap((answer, at) => commentOf(answer, ages[at] ?? 0))
      return commentOf(thread, ageSec).map((comment) => ({ ...comment, answers }))
    })
    await comments.seed([{ subject: { kind: 'vod', id: titleId }, threads }])
    for (const film of episodeFilmsOf(title)) {
      signal?.throwIfAborted()
      if (danmakuCount(title, film.level) === 0) continue
      await danmaku.add({ kind: 'vod', id: titleId, level: film.level }, () => danmakuOfEpisode(title, film))
    }
  }
}

/** The same for the whole programme. The lock is free between titles, so that the programme can be removed meanwhile. */
export async function seedAllTitles(
  parts: Parts & { store: Pick<DemoStore, 'state' | 'withLock'> },
  signal: AbortSignal,
): Promise<void> {
  const { store } = parts
  const seedIfAdded = async (title: DemoTitle): Promise<boolean> => {
    const isAdded = (await store.state()) === 'added'
    if (isAdded) await seedTitles(parts, [title], signal)
    return isAdded
  }
  for (const title of programme) {
    signal.throwIfAborted()
    if (!(await store.withLock(() => seedIfAdded(title)))) return
  }
}

/** Adds danmaku of the last two hours to all channels. */
export async function seedChannels({
  channels,
  danmaku,
  clock,
}: Pick<Parts, 'channels' | 'danmaku' | 'clock'>): Promise<void> {
  const ids = await channels.ids()
  const toMs = clock.nowMs()
  for (const channel of demoChannels) {
    const id = ids.get(originOf(channel.slug))
    if (id === undefined) continue
    const span = { fromMs: toMs - channelSpanMs, toMs, count: channelDanmaku }
    await danmaku.add({ kind: 'live', id, level: 0 }, () =>
      danmakuOfChannel({ ...span, seed: channel.slug, titleAt: (atMs) => titleOnChannel(channel, atMs) }),
    )
  }
}
