import { danmakuOfChannel, danmakuOfFilm } from './danmaku-plan.ts'
import type { DemoNeeds } from './demo-needs.ts'
import { lengthOf } from './films/film-script.ts'
import { filmScripts } from './films/film-scripts.ts'
import { bannerSlugs, heroIndex, programme } from './programme/index.ts'
import { originOf } from './title-rules.ts'

/** What first visitors open. */
const levels = [1, 2]
const channels = ['yunmu-1', 'yunmu-film', 'yunmu-drama', 'yunmu-sport']

/** Lets invented viewers speak over the titles at the head of the home page, and over some channels. */
export async function putDanmaku({
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
      await danmaku.add({ kind: 'vod', id, level }, danmakuOfFilm(film.name, lengthOf(film), `${slug} ${level}`))
    }
  }
  const ids = await television.ids()
  for (const slug of channels) {
    const id = ids.get(originOf(slug))
    if (id !== undefined) await danmaku.add({ kind: 'live', id, level: 0 }, danmakuOfChannel(slug, clock.nowMs()))
  }
}
