import { danmakuOfChannel, demoChannels, titleOnChannel } from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { readyFilms } from './film-assets.ts'
import { originOf } from './title-rules.ts'

/** Length of the time that is written for at once: the interval of the schedule. */
export const chatMs = 60_000

/** Danmaku of invented viewers on a channel in a minute. */
const perMinute = 5

/**
 * Writes danmaku of the next minute on the programme's channels, but only where somebody watches: a station without
 * visitors stores nothing. If several stations share the database, the first to come writes for all of them; the others
 * find that minute written. The caller holds the programme's lock.
 */
export async function chat({
  store,
  channels,
  danmaku,
  media,
  clock,
}: { store: Pick<DemoStore, 'films'> } & Pick<DemoParts, 'channels' | 'danmaku' | 'media' | 'clock'>): Promise<void> {
  const [ids, ready] = await Promise.all([channels.ids(), readyFilms({ store, media })])
  const fromMs = clock.nowMs()
  for (const channel of demoChannels) {
    const id = ids.get(originOf(channel.slug))
    if (id === undefined || channels.viewers(id) === 0) continue
    // In the place of a title whose film is not ready, previews are shown.
    const titleAt = (atMs: number) => {
      const title = titleOnChannel(channel, atMs)
      return title && ready.has(title.slug) ? title : null
    }
    const span = { fromMs, toMs: fromMs + chatMs, count: perMinute }
    await danmaku.append({ kind: 'live', id, level: 0 }, danmakuOfChannel({ ...span, seed: channel.slug, titleAt }))
  }
}
