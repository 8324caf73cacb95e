import { bannerSlugs, danmakuOfChannel, danmakuOfFilm, episodeFilmsOf, programme } from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import { originOf } from './title-rules.ts'

/** The first episodes, which first visitors open. */
const levels = [1, 2]
const channels = ['yunmu-1', 'yunmu-film', 'yunmu-drama', 'yunmu-sport']

/** Adds danmaku of invented viewers to the titles of the banners and to some channels. */
export async function seedDanmaku({
  catalog,
  channels: television,
  danmaku,
  clock,
}: Pick<DemoParts, 'catalog' | 'channels' | 'danmaku' | 'clock'>): Promise<void> {
  const titles = await catalog.demoIds()
  for (const slug of bannerSlugs) {
    const id = titles.get(originOf(slug))
    const title = programme.find((each) => each.slug === slug)
    for (const { level, durationMs } of title ? episodeFilmsOf(title) : []) {
      if (id === undefined || !levels.includes(level)) continue
      await danmaku.add({ kind: 'vod', id, level }, danmakuOfFilm(slug, durationMs / 1000, `${slug} ${level}`))
    }
  }
  const ids = await television.ids()
  for (const slug of channels) {
    const id = ids.get(originOf(slug))
    if (id !== undefined) await danmaku.add({ kind: 'live', id, level: 0 }, danmakuOfChannel(slug, clock.nowMs()))
  }
}
