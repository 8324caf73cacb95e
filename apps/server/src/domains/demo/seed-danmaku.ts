import {
  bannerSlugs,
  danmakuOfChannel,
  danmakuOfFilm,
  durationSecOf,
  filmScripts,
  heroIndex,
  programme,
} from '@yunmu/demo'
import type { DemoNeeds } from './demo-needs.ts'
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
}: Pick<DemoNeeds, 'catalog' | 'channels' | 'danmaku' | 'clock'>): Promise<void> {
  const titles = await catalog.demoIds()
  for (const slug of bannerSlugs) {
    const id = titles.get(originOf(slug))
    const index = programme.findIndex((title) => title.slug === slug)
    for (const level of levels) {
      const film = filmScripts.at((index - heroIndex + level - 1) % filmScripts.length)
      if (id === undefined || !film) continue
      await danmaku.add({ kind: 'vod', id, level }, danmakuOfFilm(film.name, durationSecOf(film), `${slug} ${level}`))
    }
  }
  const ids = await television.ids()
  for (const slug of channels) {
    const id = ids.get(originOf(slug))
    if (id !== undefined) await danmaku.add({ kind: 'live', id, level: 0 }, danmakuOfChannel(slug, clock.nowMs()))
  }
}
