import type { DemoNeeds } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { lengthOf } from './films/film-script.ts'
import { filmScripts } from './films/film-scripts.ts'
import { putComments } from './put-comments.ts'
import { playsByDay } from './play-rules.ts'
import { demoBulletins } from './programme/bulletins.ts'
import { bannerSlugs, featurePlate, programme } from './programme/index.ts'
import { episodesToSave, shelfTimes, titleToSave, type FilmAsset } from './title-rules.ts'

type Parts = { store: DemoStore } & Pick<DemoNeeds, 'catalog' | 'media' | 'bulletins' | 'people' | 'comments'>

/** Titles that are written at the same time. */
const atOnce = 4

/**
 * Writes the whole programme. Done again it changes nothing but what has moved with the clock, and finishes what an
 * earlier run had to leave.
 */
export async function putProgramme(parts: Parts, nowSec: number): Promise<void> {
  const { catalog } = parts
  const films = await filmAssets(parts, nowSec)
  const ids = await putTitles(parts, films, nowSec)
  const plays = programme.flatMap((title) => {
    const titleId = ids.get(title.slug)
    return titleId === undefined ? [] : playsByDay(title, nowSec).map((entry) => ({ titleId, ...entry }))
  })
  await catalog.savePlays(plays)
  await catalog.recountRanks(nowSec * 1000)
  await putFeatures(parts, ids)
  await parts.bulletins.add(demoBulletins(nowSec))
  await putComments(parts, ids, nowSec)
  catalog.announceChanged([...ids.values()])
}

/** The asset of each film, made where there is none yet. */
async function filmAssets({ store, media }: Parts, nowSec: number): Promise<FilmAsset[]> {
  const known = await store.films()
  for (const { name } of filmScripts) {
    if (known.has(name)) continue
    const assetId = await media.createAsset({ demo: true, nowSec })
    await store.saveFilm(name, assetId)
    known.set(name, assetId)
  }
  const states = await media.assetState([...known.values()])
  return filmScripts.flatMap((script) => {
    const assetId = known.get(script.name)
    if (assetId === undefined) return []
    const { state = 'pending', durationMs = 0 } = states.get(assetId) ?? {}
    return [{ assetId, durationSec: lengthOf(script), state, durationMs }]
  })
}

/** Returns ids by slug. */
async function putTitles({ catalog }: Parts, films: FilmAsset[], nowSec: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const places = new Map<number, number>()
  const queue = programme.map((title, index) => {
    const pidId = Math.floor(title.typeId / 10)
    const place = places.get(pidId) ?? 0
    places.set(pidId, place + 1)
    return { title, index, ...shelfTimes(title, place, nowSec) }
  })
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { title, index, createdSec, updatedSec, episodesSec } = next
      const { id } = await catalog.saveTitle(titleToSave(title, nowSec), createdSec)
      await catalog.saveEpisodes(
        id,
        episodesToSave({ title, index, films, nowSec, createdSec: episodesSec }),
        updatedSec,
      )
      ids.set(title.slug, id)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return ids
}

/** Banners and plate, where the operator has none of their own. */
async function putFeatures({ catalog }: Parts, ids: ReadonlyMap<string, number>): Promise<void> {
  if ((await catalog.bannerIds()).length === 0) {
    await catalog.setBanners(bannerSlugs.map((slug) => ids.get(slug)).filter((id) => id !== undefined))
  }
  const pictured = ids.get(featurePlate.picture)
  if (pictured === undefined || (await catalog.plate()) !== null) return
  const { kicker, head, line, href } = featurePlate
  await catalog.setPlate({ kicker, head, line, href, img: await catalog.backdropOf(pictured) })
}
